"""The bootstrap script, without network: `venv` and `pip` are replaced by a recorder that does what a test asks for.

Each sentence that a person may get instead of a traceback has a test here.
"""

import ast
import errno
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TextIO

import pytest

ROOT = Path(__file__).parent.parent
PYTHON = list(sys.version_info[:2])


def load(home: Path) -> ModuleType:
    """The copy of run.py that lies in `home`, as a module of its own."""
    spec = importlib.util.spec_from_file_location("run_under_test", home / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass
class Machine:
    """A checkout in a folder with a space, whose processes are recorded instead of started."""

    home: Path
    run: ModuleType
    calls: list[list[str]] = field(default_factory=list)
    pip_says: str = ""
    venv_says: str = ""
    failing_check: str = "none"
    interrupted: bool = False
    became: list[str] = field(default_factory=list)

    @property
    def environment(self) -> Path:
        return self.home / ".venv"

    @property
    def state(self) -> dict[str, object]:
        state = json.loads((self.environment / "joker-lan.json").read_text())
        assert isinstance(state, dict)
        return state

    @property
    def made(self) -> int:
        """How often an environment was made."""
        return sum("venv" in call for call in self.calls)

    @property
    def installed(self) -> list[list[str]]:
        """The words of each call of pip."""
        return [call for call in self.calls if "pip" in call]

    def call(self, words: list[str], *, stdout: TextIO | None = None, **_: object) -> int:
        """Stands for `subprocess.call`; only the steps of the preparation have their output sent to a log."""
        self.calls.append(words)
        if stdout is None:
            return 2 if self.failing_check in words else 0
        says = self.venv_says if "venv" in words else self.pip_says
        stdout.write(says)
        if self.interrupted and "pip" in words:
            raise KeyboardInterrupt
        if "venv" in words and not says:
            python = Path(self.run.python_in(str(self.home)))
            python.parent.mkdir(parents=True)
            python.write_text("")
        return 1 if says else 0

    def become(self, program: str, words: list[str], surroundings: dict[str, str]) -> None:
        """Stands for `os.execve`; what it leaves behind is the last thing that main does."""
        assert program == words[0]
        assert "PYTHONPATH" not in surroundings
        self.became = words
        raise SystemExit(0)

    def start(self, *words: str) -> int:
        """Run `python3 run.py WORDS`; 0 when the program was started."""
        self.became = []
        try:
            code = self.run.main(list(words))
        except SystemExit as end:
            return int(str(end.code))
        assert isinstance(code, int)
        return code


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    home = tmp_path / "a folder with spaces"
    home.mkdir()
    for name in ("run.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, home / name)
    machine = Machine(home, load(home))
    monkeypatch.setattr(machine.run, "WINDOWS", False)
    monkeypatch.setattr(machine.run.subprocess, "call", machine.call)
    monkeypatch.setattr(machine.run.os, "execve", machine.become)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.chdir(tmp_path)
    return machine


def test_the_first_start_prepares_and_starts_the_program(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert machine.start("play", "classic", "--bots", "3") == 0
    python, program, *words = machine.became
    assert Path(python) == machine.environment / "bin" / "python"
    assert Path(program) == machine.environment / "bin" / "joker-lan"
    assert words == ["play", "classic", "--bots", "3"]
    assert machine.made == 1
    [pip] = machine.installed
    assert pip[pip.index("--constraint") + 1] == "constraints.txt"
    assert pip[-2:] == ["--editable", "."]
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "first start" in err


def test_the_second_start_prepares_nothing_and_says_nothing(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.start()
    machine.calls.clear()
    capsys.readouterr()
    assert machine.start("--version") == 0
    assert machine.calls == []
    assert machine.became[-1] == "--version"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt", "run.py"])
def test_a_changed_input_installs_again_in_the_same_environment(machine: Machine, name: str) -> None:
    machine.start()
    with (machine.home / name).open("a") as file:
        file.write("# changed\n")
    assert machine.start() == 0
    assert machine.made == 1
    assert len(machine.installed) == 2


def test_test_installs_its_group_once_and_runs_all_tests_in_the_checkout(machine: Machine, tmp_path: Path) -> None:
    machine.start()
    assert machine.start("test", "-k", "cards") == 0
    assert machine.became[1:] == ["-m", "pytest", "-k", "cards"]
    assert Path.cwd() == machine.home
    assert any(word.startswith("pytest>=") for word in machine.installed[-1])
    assert machine.made == 1
    machine.calls.clear()
    machine.start("test")
    machine.start()
    assert machine.calls == []


def test_bringing_up_to_date_keeps_the_groups(machine: Machine) -> None:
    machine.start("test")
    with (machine.home / "constraints.txt").open("a") as file:
        file.write("# changed\n")
    machine.start()
    assert machine.state["groups"] == ["test"]
    assert any(word.startswith("pytest>=") for word in machine.installed[-1])


def test_check_runs_every_check_and_names_those_that_failed(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.start("check") == 0
    assert machine.state["groups"] == ["lint", "test"]
    assert capsys.readouterr().err.endswith("all checks passed\n")
    machine.calls.clear()
    machine.failing_check = "mypy"
    assert machine.start("check") == 1
    assert len(machine.calls) == 4
    assert "importlinter" in machine.calls[-1][-1]
    assert capsys.readouterr().err.endswith("checks failed: types\n")


def test_another_python_gets_an_environment_of_its_own(machine: Machine) -> None:
    machine.start()
    (machine.environment / "joker-lan.json").write_text(json.dumps({**machine.state, "python": [3, 2]}))
    assert machine.start() == 0
    assert machine.made == 2
    assert machine.state["python"] == PYTHON


def test_an_environment_whose_python_is_gone_is_made_anew(machine: Machine) -> None:
    machine.start()
    Path(machine.run.python_in(str(machine.home))).unlink()
    assert machine.start() == 0
    assert machine.made == 2


def test_ctrl_c_while_installing_and_the_next_start_recovers(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.interrupted = True
    assert machine.start() == 130
    assert "Stopped" in capsys.readouterr().err
    assert machine.became == []
    machine.interrupted = False
    assert machine.start() == 0
    assert machine.made == 2


@pytest.mark.parametrize("left", ["", "{", "[1]", '{"python": 3}'])
def test_whatever_an_interrupted_start_left_as_state_is_recovered_from(machine: Machine, left: str) -> None:
    machine.environment.mkdir()
    (machine.environment / "joker-lan.json").write_text(left)
    assert machine.start() == 0
    assert machine.made == 1


def test_an_empty_environment_folder_is_used(machine: Machine) -> None:
    machine.environment.mkdir()
    assert machine.start() == 0


def test_somebody_elses_environment_is_left_alone(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.environment.mkdir()
    (machine.environment / "pyvenv.cfg").write_text("mine")
    assert machine.start() == 1
    assert "move it away" in capsys.readouterr().err
    assert (machine.environment / "pyvenv.cfg").read_text() == "mine"


def test_a_file_or_a_link_of_that_name_is_left_alone(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.environment.write_text("mine")
    assert machine.start() == 1
    assert "move it away" in capsys.readouterr().err
    machine.environment.unlink()
    machine.environment.symlink_to("nothing")
    assert machine.start() == 1
    assert "move it away" in capsys.readouterr().err
    assert machine.environment.is_symlink()


OFFLINE = (
    "WARNING: Retrying (Retry(total=1)) after connection broken by 'NewConnectionError(Failed to establish a new "
    "connection: [Errno -3] Temporary failure in name resolution)'\nERROR: No matching distribution found for trio\n"
)


def test_no_network_at_the_first_start(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.pip_says = OFFLINE
    assert machine.start() == 4
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert "connect this computer to the internet" in sentence
    log = machine.environment / "joker-lan.log"
    assert str(log) in sentence
    assert log.read_text() == OFFLINE
    machine.pip_says = ""
    assert machine.start() == 0


def test_no_network_later_keeps_what_is_installed(machine: Machine) -> None:
    machine.start()
    before = machine.state
    machine.pip_says = OFFLINE
    assert machine.start("test") == 4
    assert machine.state == before
    assert machine.start() == 0


def test_a_full_disk(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.pip_says = "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n"
    assert machine.start() == 1
    assert "The disk is full" in capsys.readouterr().err


def test_another_failure_of_pip_names_the_log(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.pip_says = "error: command 'cc' failed\n"
    assert machine.start() == 1
    assert str(machine.environment / "joker-lan.log") in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_missing_venv_module(
    machine: Machine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(machine.run.importlib.util, "find_spec", lambda name: None if name == missing else find(name))
    assert machine.start() == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    assert not machine.environment.exists()


def test_a_venv_module_that_finds_no_pip(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.venv_says = "The virtual environment was not created successfully because ensurepip is not available.\n"
    assert machine.start() == 1
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    machine.venv_says = ""
    assert machine.start() == 0


def test_a_venv_module_that_fails_otherwise(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.venv_says = "Error: [Errno 5]\n"
    assert machine.start() == 1
    assert "could not make its environment" in capsys.readouterr().err


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_folder_that_cannot_be_written(
    machine: Machine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(path: str) -> None:
        raise OSError(number, os.strerror(number), path)

    monkeypatch.setattr(machine.run.os, "mkdir", refuse)
    assert machine.start() == 1
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert f"cannot write into {machine.home}" in sentence
    assert "copy the whole folder" in sentence


def test_any_other_refusal_of_the_computer(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    (machine.home / "constraints.txt").unlink()
    assert machine.start() == 1
    sentence = capsys.readouterr().err.splitlines()[-1]
    assert "constraints.txt" in sentence
    assert "start again" in sentence


def test_a_python_that_is_too_old(machine: Machine) -> None:
    with pytest.raises(machine.run.StartError) as caught:
        machine.run.require_python((3, 10))
    assert "needs Python 3.11 or newer and this is 3.10" in caught.value.sentence
    machine.run.require_python((3, 11))
    machine.run.require_python((4, 0))


def test_old_pythons_can_read_the_script() -> None:
    """Text annotations only, no f-strings, no annotated variables: each would end in a traceback there."""
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 4))
    annotations: list[ast.expr | None] = []
    for node in ast.walk(tree):
        assert not isinstance(node, ast.JoinedStr | ast.AnnAssign | ast.NamedExpr)
        if isinstance(node, ast.FunctionDef):
            annotations += [node.returns, *(argument.annotation for argument in node.args.args)]
    for annotation in annotations:
        assert annotation is None or isinstance(annotation, ast.Constant | ast.Name)


def test_the_script_imports_the_standard_library_only() -> None:
    tree = ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_on_windows_the_exit_code_is_passed_through(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """There the program is a child; a Ctrl-C is the child's business and is waited out."""

    class Child:
        def __init__(self, words: list[str], **_: object) -> None:
            self.words = words
            self.interrupted = False
            children.append(self)

        def wait(self) -> int:
            if not self.interrupted:
                self.interrupted = True
                raise KeyboardInterrupt
            return 7

    children: list[Child] = []
    monkeypatch.setattr(machine.run, "WINDOWS", True)
    monkeypatch.setattr(machine.run.subprocess, "Popen", Child)
    assert machine.start("audit", "no such file") == 7
    [child] = children
    assert Path(child.words[0]) == machine.environment / "Scripts" / "joker-lan.exe"
    assert child.words[1:] == ["audit", "no such file"]


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for the program is a POSIX link")
def test_the_exit_code_of_the_real_process_is_passed_through(tmp_path: Path) -> None:
    """A prepared checkout, started from another folder, where `joker-lan` ends with 9."""
    home = tmp_path / "a checkout"
    scripts = home / ".venv" / "bin"
    scripts.mkdir(parents=True)
    for name in ("run.py", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, home / name)
    (scripts / "python").symlink_to(sys.executable)
    (scripts / "joker-lan").write_text("import sys\nprint(sys.argv[1:])\nsys.exit(9)\n")
    inputs = load(home).fingerprint(str(home))
    (home / ".venv" / "joker-lan.json").write_text(json.dumps({"inputs": inputs, "python": PYTHON, "groups": []}))
    ended = subprocess.run(
        [sys.executable, str(home / "run.py"), "score", "a file"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (9, "['score', 'a file']\n", "")
