"""The program's name and version, for people and for the head of a log; no check ever depends on it."""

from importlib.metadata import PackageNotFoundError, version

__all__ = ["program"]


def program() -> str:
    """Return `joker-lan` and the version of the installed package."""
    try:
        return f"joker-lan {version('joker-lan')}"
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "joker-lan"
