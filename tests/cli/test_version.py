"""The name and version of the program."""

import subprocess
import sys
import tomllib
from importlib import metadata

import pytest

from cli import version
from tests.support.program import SOURCE, start


def test_version_is_that_of_the_package() -> None:
    done = start("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("joker-lan")
    assert done.stderr == ""


def test_version_loads_nothing_large() -> None:
    large = {"trio", "cryptography", "zeroconf", "msgpack", "platformdirs", "cyclopts", "joker_lan.games", "protocol"}
    code = "import sys; from cli.main import main; main(['--version']); print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=SOURCE, capture_output=True, text=True, check=True)
    assert not large & set(done.stdout.split())


def test_the_version_is_that_of_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text("utf-8"))["project"]
    monkeypatch.setattr(version, "version", {project["name"]: project["version"]}.__getitem__)
    assert version.program() == f"joker-lan {project['version']}"


def test_a_checkout_that_was_never_installed_has_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(version, "version", missing)
    assert version.program() == "joker-lan"
