#!/usr/bin/env python3
"""Start Joker over the LAN from a checkout, with nothing but Python.

    python3 run.py [WORDS]        prepare once, then run `joker-lan WORDS`
    python3 run.py test [WORDS]   prepare once, then run all tests: `pytest WORDS`
    python3 run.py check          format, lint, types and import contracts

Responsible for the environment in `.venv` beside this file: it is made at the first start, mended when an earlier
start was interrupted, and brought up to date when `pyproject.toml`, `constraints.txt` or this file changed. Whatever
goes wrong is told in one sentence that says what to do, never in a traceback. It must not know anything of the
program itself, and needs the standard library only.

Old Pythons must be able to read this file, to say that they are too old. So: no f-strings, no annotations that are
evaluated, and nothing newer than Python 3.4 on the way to the version check. `tests/test_run.py` holds us to it.
"""

import contextlib
import errno
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import typing

MINIMUM = (3, 11)
HOME = os.path.dirname(os.path.abspath(__file__))
WINDOWS = sys.platform == "win32"
STATE = "joker-lan.json"  # in .venv: what is installed there; that it exists says that the folder is ours
LOG = "joker-lan.log"  # in .venv: what venv and pip had to say
CHECKS = (
    ("format", ["-m", "ruff", "format", "--check", "."]),
    ("lint", ["-m", "ruff", "check", "."]),
    ("types", ["-m", "mypy"]),
    ("import contracts", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
)
# What pip and the systems below it say when there is no way out of the house.
NETWORK_WORDS = (
    "newconnectionerror",
    "nameresolutionerror",
    "connecttimeouterror",
    "readtimeouterror",
    "failed to establish a new connection",
    "name resolution",
    "getaddrinfo failed",
    "network is unreachable",
    "connection refused",
    "connection aborted",
    "connection reset",
    "max retries exceeded",
    "cannot connect to proxy",
    "proxyerror",
)


class StartError(Exception):
    """What a person should read instead of a traceback: one sentence, and the exit code that goes with it."""

    def __init__(self, sentence: str, code: int = 1) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


def main(words: "list[str]") -> int:
    """Run what the words ask for and return its exit code; on POSIX the program takes this process over instead."""
    try:
        require_python(sys.version_info[:2])
        if words[:1] == ["test"]:
            prepare(HOME, ("test",))
            return run([python_in(HOME), "-m", "pytest"] + words[1:], folder=HOME)
        if words == ["check"]:
            prepare(HOME, ("test", "lint"))
            return check()
        prepare(HOME, ())
        return run(script_in(HOME, "joker-lan") + words)
    except StartError as problem:
        say(problem.sentence)
        return problem.code
    except KeyboardInterrupt:
        say("Stopped. Start again and it goes on from here.")
        return 130
    except OSError as error:
        say("This computer refused a step ({}): mend that and start again.".format(error))
        return 1


def say(sentence: str) -> None:
    """Tell a person something, on stderr, because stdout belongs to the program."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def require_python(version: "tuple[int, ...]") -> None:
    """Refuse Pythons that the program cannot run on."""
    if version < MINIMUM:
        needed, found = (".".join(str(part) for part in numbers) for numbers in (MINIMUM, version))
        raise StartError(
            "Joker needs Python {0} or newer and this is {1}: install a newer one from python.org or with your "
            "system's package manager, then start run.py with it (for example `python{0} run.py`).".format(
                needed, found
            )
        )


# --- where things are -------------------------------------------------------------------------------------------


def environment_of(home: str) -> str:
    return os.path.join(home, ".venv")


def python_in(home: str) -> str:
    if WINDOWS:
        return os.path.join(environment_of(home), "Scripts", "python.exe")
    return os.path.join(environment_of(home), "bin", "python")


def script_in(home: str, name: str) -> "list[str]":
    """The words that start an installed command. POSIX names the interpreter, because a long path breaks `#!`."""
    if WINDOWS:
        return [os.path.join(environment_of(home), "Scripts", name + ".exe")]
    return [python_in(home), os.path.join(environment_of(home), "bin", name)]


# --- preparing --------------------------------------------------------------------------------------------------


def prepare(home: str, groups: "tuple[str, ...]") -> None:
    """Make `.venv` hold the program and the dependency groups; at once when it does already.

    Raises `StartError` with one sentence for every cause we know; a clean failure leaves usable what was usable before.
    """
    wanted = fingerprint(home)
    if is_prepared(home, wanted, groups):
        return
    try:
        with alone(home):
            if not is_prepared(home, wanted, groups):  # another start may have done it while we waited
                bring_up_to_date(home, wanted, groups)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise StartError(
                "Joker cannot write into {}: close games that still run from there, or else copy the whole folder to a "
                "place of your own and start it there.".format(home)
            ) from None
        raise


def bring_up_to_date(home: str, wanted: str, groups: "tuple[str, ...]") -> None:
    state = read_state(home)
    if state.get("python") == list(sys.version_info[:2]) and os.path.exists(python_in(home)):
        say("Bringing Joker up to date: this takes a moment.")
    else:
        say("Preparing Joker for its first start: this downloads about 8 MB and takes about a minute.")
        make_environment(home)
        state = {}
    installed = state.get("groups", [])
    groups = tuple(sorted(set(groups).union(installed)))
    install(home, groups, previous=state)
    write_state(home, {"inputs": wanted, "python": list(sys.version_info[:2]), "groups": list(groups)})


@contextlib.contextmanager
def alone(home: str) -> "typing.Iterator[None]":
    """Wait until no other start of this checkout prepares; the operating system frees the lock of a killed one."""
    with open(os.path.join(home, "run.py"), "rb") as file:
        try:
            if sys.platform == "win32":
                import msvcrt

                file.seek(1 << 30)  # a byte beyond the end: locking one that exists would keep others from reading
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX)
        except (OSError, ImportError):
            pass  # a file system without locks: two first starts at once are then the person's to avoid
        yield


def fingerprint(home: str) -> str:
    """What the environment depends on: the three files, and the place, which is written into the environment."""
    digest = hashlib.sha256(home.encode("utf-8", "surrogateescape"))
    for name in ("pyproject.toml", "constraints.txt", "run.py"):
        with open(os.path.join(home, name), "rb") as file:
            digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def read_state(home: str) -> "dict[str, typing.Any]":
    """What is installed in `.venv`; empty when nothing is, or when it is half made."""
    try:
        with open(os.path.join(environment_of(home), STATE), encoding="utf-8") as file:
            state = json.load(file)
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def write_state(home: str, state: "dict[str, typing.Any]") -> None:
    place = os.path.join(environment_of(home), STATE)
    with open(place + ".new", "w", encoding="utf-8") as file:
        json.dump(state, file)
    os.replace(place + ".new", place)


def is_prepared(home: str, wanted: str, groups: "tuple[str, ...]") -> bool:
    state = read_state(home)
    return (
        state.get("inputs") == wanted
        and state.get("python") == list(sys.version_info[:2])
        and set(groups).issubset(state.get("groups", []))
        and os.path.exists(python_in(home))
    )


def make_environment(home: str) -> None:
    """Make `.venv` anew, marked as ours from its first moment; a folder that is not ours is left alone."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise venv_missing()
    environment = environment_of(home)
    if os.path.lexists(environment):
        names = os.listdir(environment) if os.path.isdir(environment) else ["a file"]
        is_foreign = names and STATE not in names and STATE + ".new" not in names
        if is_foreign or os.path.islink(environment):
            raise StartError("{} was not made by run.py: move it away and start again.".format(environment))
        shutil.rmtree(environment)
    os.mkdir(environment)
    write_state(home, {})
    if call_logged(home, [sys.executable, "-m", "venv", environment]) != 0:
        raise explain(home, "Python could not make its environment")


def install(home: str, groups: "tuple[str, ...]", previous: "dict[str, typing.Any]") -> None:
    """Install the program, editable, and the groups' packages, all in the versions of `constraints.txt`.

    While pip works the environment counts as half made, so that a killed start is followed by a fresh one. A pip that
    fails by itself has changed nothing (it downloads everything first): then the previous state holds on.
    """
    words = [python_in(home), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--retries", "2"]
    words += ["--constraint", "constraints.txt", "--editable", "."] + requirements(home, groups)
    write_state(home, {})
    if call_logged(home, words) != 0:
        write_state(home, previous)
        raise explain(home, "pip could not install what Joker needs")


def explain(home: str, failure: str) -> StartError:
    """Find the cause of a failed step in its log."""
    place = os.path.join(environment_of(home), LOG)
    with open(place, errors="replace") as file:
        log = file.read().lower()
    if "ensurepip is not available" in log:
        return venv_missing()
    if "no space left" in log or "not enough space" in log:
        return StartError("The disk is full: free about 200 MB and start again (details are in {}).".format(place))
    if any(word in log for word in NETWORK_WORDS):
        return StartError(
            "Joker must download some packages and cannot reach the network: connect this computer to the internet and "
            "start again (details are in {}).".format(place),
            4,
        )
    return StartError("{}: the reason is at the end of {}, mend it and start again.".format(failure, place))


def venv_missing() -> StartError:
    return StartError(
        "This Python comes without its venv module: install it (on Debian and Ubuntu `sudo apt install python3-venv`, "
        "elsewhere a complete Python from python.org) and start again."
    )


def requirements(home: str, groups: "tuple[str, ...]") -> "list[str]":
    """The packages of the dependency groups. Read here because older pips do not know `--group`."""
    if not groups:
        return []
    import tomllib

    with open(os.path.join(home, "pyproject.toml"), "rb") as file:
        table = tomllib.load(file)["dependency-groups"]
    return [requirement for group in groups for requirement in table[group]]


def call_logged(home: str, words: "list[str]") -> int:
    """Run a step of the preparation with its output in the log file, and return its exit code."""
    surroundings = clean_surroundings()
    surroundings["PIP_USER"] = "0"  # a person's pip.conf may ask for what an environment cannot do
    # What builds the program is locked as well. A relative path, because pip splits these at spaces.
    surroundings["PIP_CONSTRAINT"] = surroundings["PIP_BUILD_CONSTRAINT"] = "constraints.txt"
    with open(os.path.join(environment_of(home), LOG), "w") as log:
        return subprocess.call(
            words, cwd=home, env=surroundings, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )


# --- running ----------------------------------------------------------------------------------------------------


def check() -> int:
    """Run every check, also after one that failed, and return 1 when any did."""
    failed = []
    for name, words in CHECKS:
        say("check: " + name)
        if subprocess.call([python_in(HOME)] + words, cwd=HOME, env=clean_surroundings()) != 0:
            failed.append(name)
    say("checks failed: " + ", ".join(failed) if failed else "all checks passed")
    return 1 if failed else 0


def clean_surroundings() -> "dict[str, str]":
    """The environment variables without those that would bring other people's modules in front of ours."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME")}


def run(words: "list[str]", folder: "str | None" = None) -> int:
    """Become the program (POSIX), or run it and return its exit code (Windows, where nothing can be become)."""
    if folder is not None:
        os.chdir(folder)
    if not WINDOWS:
        os.execve(words[0], words, clean_surroundings())
    process = subprocess.Popen(words, env=clean_surroundings())
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            pass  # the program got the same Ctrl-C and decides what it means


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
