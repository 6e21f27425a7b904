"""A table from its opening to the exit code: what stops it, and what is said then."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest
import trio

from cli import table as tables
from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.settings import Settings
from cli.table import game_fault, run_table
from eventlog.errors import StoreError, StoreReason
from joker_lan.games.classic.options import Options
from protocol.net.local import LocalTable, Summary
from protocol.net.saved import UnusableGame
from protocol.seat import Kind, Person
from tests.cli.fake_table import FakeTable

LOG = Path("games") / "fake.jlog"
SETTINGS = Settings(Path("somewhere"), "Olena")
SUMMARY = Summary("K7QF2M", "ab" * 32, LOG, "cd" * 32, 7, (10, -20), (0,))


@dataclass
class Face:
    """Stands in for the face of the table: what it was given, and what comes of it."""

    code: Exit = Exit.DONE
    error: BaseException | None = None
    me: list[int | None] = field(default_factory=list)

    async def play(self, _table: object, me: int | None, **_more: object) -> Exit:
        await trio.lowlevel.checkpoint()
        self.me.append(me)
        if self.error is not None:
            raise self.error
        return self.code


@pytest.fixture
def face(monkeypatch: pytest.MonkeyPatch) -> Face:
    made = Face()
    monkeypatch.setattr(tables, "play_table", made.play)
    return made


def opening(
    *, kinds: str = "pb", exposed: Path | None = None, error: BaseException | None = None
) -> Callable[[], AbstractAsyncContextManager[LocalTable]]:
    """Return what opens a table of persons (p) and bots (b), or fails to."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[LocalTable]:
        await trio.lowlevel.checkpoint()
        if error is not None:
            raise error
        people = tuple(
            Person(seat, f"N{seat}", Kind.PERSON if kind == "p" else Kind.BOT, 0) for seat, kind in enumerate(kinds)
        )
        table: Any = FakeTable(Options(deals=1), people)
        table.exposed_key = exposed
        table.summary = lambda: SUMMARY
        yield cast("LocalTable", table)

    return opened


def run(open_it: Callable[[], AbstractAsyncContextManager[LocalTable]], settings: Settings = SETTINGS) -> Exit:
    return run_table(open_it, settings, autoplay=True, seed=1)


def fault_of(open_it: Callable[[], AbstractAsyncContextManager[LocalTable]]) -> Fault:
    with pytest.raises(CommandError) as caught:
        run(open_it)
    return caught.value.fault


@pytest.mark.parametrize("code", [Exit.DONE, Exit.BROKEN_OFF, Exit.USAGE])
def test_the_face_decides_how_it_ends(face: Face, code: Exit, capsys: pytest.CaptureFixture[str]) -> None:
    face.code = code
    assert run(opening()) is code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"Table K7QF2M. The log is written to {LOG}\n"


@pytest.mark.parametrize(("kinds", "me"), [("pb", 0), ("bpb", 1), ("bb", None)])
def test_the_seat_of_the_person_is_found(face: Face, kinds: str, me: int | None) -> None:
    run(opening(kinds=kinds))
    assert face.me == [me]


@pytest.mark.usefixtures("face")
def test_quiet_says_nothing_but_what_is_dangerous(capsys: pytest.CaptureFixture[str]) -> None:
    key = Path("somewhere") / "identity.key"
    run(opening(exposed=key), Settings(Path("somewhere"), "Olena", quiet=True))
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert f"may read {key}, " in told


def test_the_result_is_one_document(face: Face, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings(Path("somewhere"), "Olena", json=True)
    assert run(opening(), settings) is Exit.DONE
    document = json.loads(capsys.readouterr().out)
    assert (document["schema"], document["ok"], document["table"]) == ("joker-lan/result@1", True, "K7QF2M")
    face.error = KeyboardInterrupt()
    assert run(opening(), settings) is Exit.INTERRUPTED
    assert capsys.readouterr().out == ""  # there is no result of a game that was left


def test_an_interruption_says_how_to_go_on(face: Face, capsys: pytest.CaptureFixture[str]) -> None:
    face.error = KeyboardInterrupt()
    assert run(opening()) is Exit.INTERRUPTED
    assert capsys.readouterr().err.endswith("Interrupted. The game is saved; `joker-lan resume K7QF2M` goes on.\n")


def test_an_interruption_before_the_table_is_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(opening(error=KeyboardInterrupt())) is Exit.INTERRUPTED
    assert capsys.readouterr().err == "Interrupted before the game began.\n"


def test_a_reader_that_goes_away_is_like_an_interruption_without_words(
    face: Face, capsys: pytest.CaptureFixture[str]
) -> None:
    face.error = BrokenPipeError()
    assert run(opening()) is Exit.MACHINE
    assert capsys.readouterr().err.count("\n") == 1  # where the log is


@pytest.mark.parametrize(
    ("error", "code", "ends"),
    [
        (StoreError("x.jlog", StoreReason.FULL), "full", Exit.MACHINE),
        (StoreError("x.jlog", StoreReason.DAMAGED), "damaged", Exit.INVALID),
        (UnusableGame(Path("x.own"), "log", 5), "game-log", Exit.MACHINE),
        (UnusableGame(Path("x.own"), "unbegun"), "game-unbegun", Exit.NOT_FOUND),
        (CommandError(Fault("nobody-to-ask", Exit.USAGE)), "nobody-to-ask", Exit.USAGE),
    ],
)
def test_what_stops_a_table_is_told_as_if_there_were_no_tasks(
    face: Face, error: Exception, code: str, ends: Exit
) -> None:
    fault = fault_of(opening(error=error))
    assert (fault.code, fault.exit) == (code, ends)
    face.error = BaseExceptionGroup("tasks", [ExceptionGroup("more tasks", [error])])
    fault = fault_of(opening())
    assert (fault.code, fault.exit) == (code, ends)


def test_a_fault_of_ours_stays_what_it_is(face: Face) -> None:
    face.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        run(opening())


@pytest.mark.parametrize(("entry", "shown"), [(5, 5), (0, 0), (None, "?")])
def test_where_a_game_cannot_be_followed_further(entry: int | None, shown: object) -> None:
    fault = game_fault(UnusableGame(Path("x.own"), "log", entry))
    assert (fault.about["path"], fault.about["entry"]) == ("x.own", shown)
