"""The shape of the project, held by tests: who may import whom, how long a file may be, what lies where.

The layers themselves are written down once, in `pyproject.toml` under `tool.importlinter`.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter.cli import lint_imports

ROOT = Path(__file__).parent.parent
PACKAGES = ("joker_lan", "eventlog", "protocol", "cli")
LONGEST = 500
TOP_LEVEL = frozenset(
    {
        *PACKAGES,
        *("tests", "docs", "bench", ".ci"),
        *("pyproject.toml", "constraints.txt", "run.py"),
        *("README.md", "CHANGELOG.md", "LICENSE", ".gitignore", ".editorconfig"),
    }
)
# Names that say nothing about what is inside, so that everything ends up there.
EMPTY_NAMES = frozenset({"utils", "util", "helpers", "helper", "manager", "managers", "data", "misc", "common"})
# Places on a developer's machine; written in two halves, or this file would find itself.
MACHINE_PATHS = tuple("/" + place for place in ("work/", "root/", "home/", "Users/", "tmp/venv"))


def kept_files() -> list[Path]:
    """The files under version control, those about to be added too; in an unpacked archive simply all of ours."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    if shutil.which("git") is not None:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if listed.returncode == 0:
            names = listed.stdout.decode().split("\0")
            return sorted(path for name in names if name and (path := ROOT / name).is_file())
    found = (path for name in TOP_LEVEL for path in [ROOT / name, *(ROOT / name).rglob("*")])
    return sorted(path for path in found if path.is_file() and "__pycache__" not in path.parts)


def modules(*packages: str) -> list[Path]:
    return [path for package in packages for path in sorted((ROOT / package).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


every_module = pytest.mark.parametrize("path", modules(*PACKAGES), ids=named)
every_rule_module = pytest.mark.parametrize("path", modules("joker_lan/engine", "joker_lan/games"), ids=named)


def test_import_contracts_hold(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))
    code = lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True)
    assert code == 0, capsys.readouterr().out


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module is not None:
            yield node.module


@every_rule_module
def test_rules_import_nothing_outside_the_standard_library(path: Path) -> None:
    roots = {name.split(".")[0] for name in imported(ast.parse(path.read_bytes()))}
    assert roots <= sys.stdlib_module_names | {"joker_lan"}


@every_module
def test_no_module_is_longer_than_a_person_reads_at_once(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@every_module
def test_every_module_says_what_it_is_for(path: Path) -> None:
    assert ast.get_docstring(ast.parse(path.read_bytes())), "the module has no docstring"


@pytest.mark.parametrize("path", modules(*PACKAGES, "tests"), ids=named)
def test_names_say_what_is_inside(path: Path) -> None:
    assert EMPTY_NAMES.isdisjoint(path.relative_to(ROOT).with_suffix("").parts)


def test_only_the_known_names_lie_at_the_top() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in kept_files()} <= TOP_LEVEL


def test_every_game_has_a_page_of_rules() -> None:
    folder = ROOT / "joker_lan" / "games"
    games = {path.stem for path in folder.iterdir() if not path.stem.startswith("_")}
    assert games, "no game was found"
    pages = {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert games <= pages


def mirror(path: Path) -> Path:
    """The test file of a module; the rules and their players lie in `tests` without the package that holds them."""
    package, *folders, name = path.relative_to(ROOT).parts
    return ROOT.joinpath("tests", *([] if package == "joker_lan" else [package]), *folders, f"test_{name}")


def does_something(path: Path) -> bool:
    """Tell whether a module defines a function or a class; one that does not is mere data."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    return any(isinstance(node, kinds) for node in ast.walk(ast.parse(path.read_bytes())))


@pytest.mark.parametrize("path", [path for path in modules(*PACKAGES) if path.name != "__init__.py"], ids=named)
def test_every_module_has_a_test_file_of_its_own(path: Path) -> None:
    """So that the tests of a module are where its name says; files beside them, named after a theme, are welcome."""
    if does_something(path):
        assert mirror(path).is_file(), f"{named(path)} has no {named(mirror(path))}"


@pytest.mark.parametrize("path", [path for path in modules("tests") if path.name.startswith("test_")], ids=named)
def test_every_test_file_tests_something(path: Path) -> None:
    tree = ast.parse(path.read_bytes())
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    machines = [node for node in tree.body if isinstance(node, ast.Assign) and "TestCase" in ast.unparse(node.value)]
    assert machines or any(name.startswith("test_") for name in names)


def test_test_folders_mirror_packages() -> None:
    """So that no folder of tests is left behind by a package that was moved."""
    sources = {"engine": "joker_lan/engine", "games": "joker_lan/games", "bots": "joker_lan/bots"}
    sources |= {package: package for package in PACKAGES if package != "joker_lan"}
    lost = []
    for folder in {path.parent for path in modules(*(f"tests/{name}" for name in sources))}:
        first, *rest = folder.relative_to(ROOT / "tests").parts
        if not ROOT.joinpath(sources[first], *rest, "__init__.py").is_file():
            lost.append(named(folder))
    assert lost == []


def test_test_folders_are_packages() -> None:
    """So that two test files of one name are two modules."""
    folders = {path.parent for path in modules("tests") if path.name.startswith("test_")}
    assert [named(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_nothing_speaks_of_somebodys_machine() -> None:
    found = []
    for path in kept_files():
        text = path.read_text(encoding="utf-8", errors="replace")
        found += [f"{named(path)}: {place}" for place in MACHINE_PATHS if re.search(rf"(?<![\w.]){place}", text)]
    assert found == []
