"""Every command line of `tests/cli/*.txt` prints what stands there, and ends as it says."""

from pathlib import Path

import pytest

from cli.main import main
from cli.options import COMMON
from cli.settings import variable
from tests.cli.transcript import fits, read_transcript

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.fixture(autouse=True)
def nothing_around(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Start from an environment that says nothing, in a folder of the test's own."""
    for option in COMMON:
        monkeypatch.delenv(variable(option), raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("JOKER_LAN_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_transcript(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = read_transcript(path.read_text(encoding="utf-8"), str(tmp_path))
    assert runs
    for run in runs:
        for name, content in run.files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(content, encoding="utf-8")
        with monkeypatch.context() as patch:
            for name, value in run.variables.items():
                patch.setenv(name, value)
            code = main(run.words)
        printed = capsys.readouterr()
        place = f"{path.name}, line {run.place}"
        assert code == run.exit, (place, printed)
        assert fits(run.err, printed.err), (place, printed.err)
        assert fits(run.out, printed.out), (place, printed.out)


def test_transcripts_can_fail() -> None:
    assert fits(["a ... b", "...", "end"], "a long b\nx\ny\nend\n")
    assert fits(["a", "...", "end"], "a\nend\n")
    assert not fits(["a"], "a\nb\n")
    assert not fits(["a", "b"], "a\n")
    assert not fits([], "a\n")
