"""One person's terminal."""

import io
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trio
import trio.testing

from cli.look import Look
from cli.plain.terminal import RawLines, Terminal, process_terminal
from cli.settings import Settings


@dataclass
class Chunks:
    """A raw stream that gives these pieces, as a pipe or terminal does."""

    pieces: list[bytes] = field(default_factory=list)

    def read(self, size: int, /) -> bytes | None:
        return self.pieces.pop(0) if self.pieces else b""


async def read_all(lines: RawLines) -> list[str | None]:
    result: list[str | None] = []
    while not result or result[-1] is not None:
        result.append(await lines.line())
    return result


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"one\ntwo\n"], ["one", "two", None]),
        ([b"o", b"ne\r\n", b"two"], ["one", "two", None]),
        ([b"\n\n"], ["", "", None]),
        ([], [None]),
        (["пас\n".encode()], ["пас", None]),
        (["па".encode()[:3], "па".encode()[3:], b"\n"], ["па", None]),
        ([b"\xff\n"], ["\N{REPLACEMENT CHARACTER}", None]),
    ],
)
async def test_lines(pieces: list[bytes], lines: list[str | None]) -> None:
    assert await read_all(RawLines(Chunks(pieces), "utf-8")) == lines


async def test_after_the_end_there_is_only_the_end() -> None:
    lines = RawLines(Chunks([b"one"]), "utf-8")
    assert [await lines.line() for _ in range(3)] == ["one", None, None]


async def test_a_line_without_end_ends_somewhere() -> None:
    lines = RawLines(Chunks([b"x" * 40_000] * 4), "utf-8")
    assert len(await lines.line() or "") == 80_000


async def test_a_stream_that_breaks_is_at_its_end() -> None:
    class Gone:
        def read(self, size: int, /) -> bytes:
            raise OSError

    assert await RawLines(Gone(), "utf-8").line() is None


async def test_waiting_for_a_line_can_be_given_up() -> None:
    key_pressed = threading.Event()

    class Silent:
        def read(self, size: int, /) -> bytes:
            key_pressed.wait()
            return b""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(RawLines(Silent(), "utf-8").line)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    key_pressed.set()  # only now does the thread that was left behind return


def test_a_prompt_is_for_persons() -> None:
    out = io.StringIO()
    Terminal(out).prompt("Play> ")
    assert out.getvalue() == ""


def test_what_happens_while_a_line_is_typed_starts_a_line() -> None:
    out = io.StringIO()
    terminal = Terminal(out, interactive=True)
    terminal.prompt("Play> ")
    terminal.prompt("Play> ")
    terminal.say("Givi plays 7♥.")
    terminal.prompt("Play> ")
    terminal.typed()
    terminal.say("You play 8♥.")
    assert out.getvalue() == "Play> \nGivi plays 7♥.\nPlay> You play 8♥.\n"


def settings(**more: bool) -> Settings:
    return Settings(Path("data"), "Olena", **more)  # type: ignore[arg-type]


def test_nobody_can_be_asked_without_input(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        assert process_terminal(settings(no_input=True)).lines is None
        assert process_terminal(settings()).lines is not None
        assert not process_terminal(settings()).interactive
    assert process_terminal(settings()).lines is None  # closed
    monkeypatch.setattr("sys.stdin", None)
    assert process_terminal(settings()).lines is None


def test_an_empty_input_is_at_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path(os.devnull).open(encoding="utf-8") as stream:
        monkeypatch.setattr("sys.stdin", stream)
        lines = process_terminal(settings()).lines
        assert lines is not None
        assert trio.run(lines.line) is None


def test_what_is_said_fits_the_window_at_that_moment() -> None:
    out, columns = io.StringIO(), [80]
    terminal = Terminal(out, look=Look(lambda: columns[0]))
    terminal.say("Turned up: 8♣. Trump: clubs.")
    columns[0] = 20
    assert terminal.width == 20
    terminal.say("Turned up: 8♣. Trump: clubs.")
    assert out.getvalue() == "Turned up: 8♣. Trump: clubs.\nTurned up: 8♣.\n  Trump: clubs.\n"


def test_where_nothing_is_measured_the_given_width_counts() -> None:
    assert Terminal(io.StringIO(), columns=44).width == 44


def test_standard_output_is_left_to_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", err)
    assert process_terminal(settings()).out is out
    assert process_terminal(settings(json=True)).out is err


class TestProgram:
    """How commands are told that people may copy."""

    @staticmethod
    def told(monkeypatch: pytest.MonkeyPatch, script: Path) -> str:
        monkeypatch.setattr("sys.argv", [str(script), "play"])
        return process_terminal(settings()).program

    @pytest.fixture(autouse=True)
    def nowhere(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """Let the shell find nothing."""
        monkeypatch.setenv("PATH", str(tmp_path / "empty"))
        monkeypatch.setattr("sys.platform", "linux")

    def test_by_its_name_where_the_shell_finds_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        program = tmp_path / "joker-lan"
        program.touch(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        assert self.told(monkeypatch, program) == "joker-lan"

    def test_by_its_path_elsewhere(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        program = tmp_path / "my programs" / "joker-lan"
        assert self.told(monkeypatch, program) == f"'{program}'"

    def test_as_the_start_script_began_it(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        (tmp_path / "run.py").touch()
        program = tmp_path / ".venv" / "bin" / "joker-lan"
        assert self.told(monkeypatch, program) == f"python3 {tmp_path / 'run.py'}"
        monkeypatch.chdir(tmp_path)
        assert self.told(monkeypatch, program) == "python3 run.py"

    def test_under_another_name_it_is_not_guessed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert self.told(monkeypatch, Path("-c")) == "joker-lan"
