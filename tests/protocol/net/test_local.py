"""A table on this device: it plays to the end, answers every wish, and survives every interruption."""

import errno
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import trio

from eventlog.errors import StoreError, StoreReason
from eventlog.store import FileKind, LogFile, read_log
from eventlog.store.files import write_all
from joker_lan.engine import Face, Seat, Slot
from joker_lan.engine.options import OptionError
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.state import HANDS
from protocol.audit import Verdict, audit
from protocol.net.local import KEY_FILE, LocalTable, reopen_table
from protocol.net.saved import UnusableGame, saved_games
from protocol.seat import Act, Change, Done, Leave, Over, Refused
from tests.protocol.net.seating import counted_writes, entries_of, opened, play_out, until_somebody_may_act, verdict

LOG_MODULE = "eventlog.store.log"
Faces = dict[Seat, dict[Slot, Face]]


def hands_of(table: LocalTable) -> Faces:
    """The cards that each seat holds and knows."""
    held: Faces = {}
    for seat, port in table.ports.items():
        state = port.snapshot().view
        faces = state.table.faces
        held[seat] = {slot: faces[slot] for slot in state.table.pile(HANDS[seat]) if slot in faces}
    return held


# ---- whole games ----------------------------------------------------------------------------------------------------


async def test_a_game_from_the_first_word_to_the_last(tmp_path: Path) -> None:
    async with opened(tmp_path, deals=2) as table:
        assert table.summary().winners is None
        await play_out(table)
        summary, snapshot = table.summary(), table.ports[0].snapshot()
    assert isinstance(snapshot.phase, Over)
    assert snapshot.phase.result.scores == summary.scores
    assert summary.winners == tuple(sorted(snapshot.phase.result.winners))
    assert (snapshot.title, [person.name for person in snapshot.people]) == ("Kitchen", ["P0", "P1"])
    report = audit(read_log(summary.log))
    assert report.verdict is Verdict.VALID
    assert report.final_hash is not None
    assert report.game_id is not None
    assert (report.final_hash.hex(), report.game_id.hex()) == (summary.final_hash, summary.game_id)
    assert (report.entries, report.tag, report.scores) == (summary.entries, summary.table, summary.scores)
    assert summary.log.parent == tmp_path / "games"
    assert summary.log.name.endswith(f"-classic-{summary.table.lower()}.jlog")
    assert table.own_path == summary.log.with_suffix(".own")


async def test_only_the_owner_can_read_what_is_secret(tmp_path: Path) -> None:
    async with opened(tmp_path, log_path=tmp_path / "given.jlog") as table:
        await play_out(table)
    assert table.log_path == tmp_path / "given.jlog"
    assert verdict(table.log_path) is Verdict.VALID
    if os.name == "posix":
        assert table.own_path.stat().st_mode & 0o777 == 0o600
        assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


async def test_the_log_holds_no_secret(tmp_path: Path) -> None:
    """Every seed of the private file is in the log of a finished game; a key never is."""
    async with opened(tmp_path) as table:
        await play_out(table)
    log = table.log_path.read_bytes()
    records = [record for record in read_log(table.own_path, FileKind.OWN).records if isinstance(record, tuple)]
    keys = [record[2] for record in records if record[0] == "key"]
    seeds = [record[3] for record in records if record[0] == "seed"]
    assert len(keys) == len(seeds) == 2
    assert all(isinstance(key, bytes) and key not in log for key in keys)
    assert all(isinstance(seed, bytes) and seed in log for seed in seeds)


async def test_rules_that_cannot_be_played(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        async with opened(tmp_path / "none", seats=5):
            pass
    assert not (tmp_path / "none").exists()


# ---- wishes ---------------------------------------------------------------------------------------------------------


async def test_what_a_wish_is_answered(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        assert await table.ports[0].send(Act(Bid(0))) == Refused(code="not-now")
        seat = await until_somebody_may_act(table)
        turn = await table.ports[1 - seat].send(Act(Bid(0)))
        assert turn == Refused(code="not-your-turn")
        broken = await table.ports[seat].send(Act(Bid(9)))
        assert isinstance(broken, Refused)
        assert broken.violation is not None
        assert str(broken.violation.rule) == "A13"
        offers = table.ports[seat].snapshot().offers
        assert await table.ports[seat].send(Act(offers[0])) == Done()
        assert await table.ports[seat].send(Leave()) == Done()
        await play_out(table)
        assert await table.ports[seat].send(Act(Bid(0))) == Refused(code="game-over")
    assert await table.ports[seat].send(Act(Bid(0))) == Refused(code="not-now")


async def test_two_wishes_at_once_are_not_both_done(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        seat = await until_somebody_may_act(table)
        offers = table.ports[seat].snapshot().offers
        replies: list[Any] = []

        async def wish() -> None:
            replies.append(await table.ports[seat].send(Act(offers[0])))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(wish)
            nursery.start_soon(wish)
        assert sorted(map(str, replies)) == sorted(map(str, [Done(), Refused(code="not-your-turn")]))


async def test_a_wish_whose_face_went_away_harms_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        seat = await until_somebody_may_act(table)
        with trio.move_on_after(0):
            await table.ports[seat].send(Act(Bid(9)))
        assert not table._replies, "nobody is left to be answered"
        await play_out(table)
        assert isinstance(table.ports[seat].snapshot().phase, Over)


# ---- changes --------------------------------------------------------------------------------------------------------


async def test_changes_have_no_gap_and_tell_the_same_game_to_all(tmp_path: Path) -> None:
    seen: dict[Seat, list[Change]] = {0: [], 1: []}
    async with opened(tmp_path) as table:
        first = {seat: port.snapshot().number for seat, port in table.ports.items()}
        await play_out(table, watch={seat: changes.append for seat, changes in seen.items()})
    for seat, changes in seen.items():
        numbers = [change.number for change in changes]
        assert numbers == list(range(first[seat] + 1, first[seat] + 1 + len(numbers)))
        assert all(change.number == change.snapshot.number for change in changes)
        entries = [change.snapshot.entry for change in changes]
        assert entries == sorted(entries)
        assert all(change.snapshot.final_entry <= change.snapshot.entry for change in changes)


async def test_changes_end_when_the_table_closes(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        port = table.ports[0]
        await play_out(table)
    last = port.snapshot().number
    assert [change.number async for change in port.changes(last - 3)] == [last - 2, last - 1, last]
    assert [change.number async for change in port.changes(last)] == []


async def test_who_is_slow_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.net.ports.KEPT_MAX", 5)
    async with opened(tmp_path) as table:
        port = table.ports[0]
        await play_out(table)
    last = port.snapshot()
    assert [change async for change in port.changes(0)] == [Change(last.number, (), last)]
    kept = [change async for change in port.changes(last.number - 5)]
    assert [change.number for change in kept] == list(range(last.number - 4, last.number + 1))


# ---- interrupted at any moment --------------------------------------------------------------------------------------


def check_same_hands(before: Faces, after: Faces) -> None:
    """What somebody held and knew before is what he holds or has played now: no card turned into another."""
    for seat, hand in before.items():
        for slot in hand.keys() & after[seat].keys():
            assert after[seat][slot] == hand[slot]


async def test_killed_after_every_single_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game, taken up again after each write: every time with the same hands, the log only ever growing."""
    scope = trio.CancelScope()

    def stop(count: int, file: LogFile) -> None:
        del file
        if count == 1:
            trio.from_thread.run_sync(scope.cancel)

    hands: Faces = {0: {}, 1: {}}
    logs: list[bytes] = []
    held = 0
    async with opened(tmp_path) as table:
        pass
    while True:
        scope = trio.CancelScope()
        with counted_writes(stop, monkeypatch), scope:
            async with reopen_table(table.own_path, folder=tmp_path) as table:
                check_same_hands(hands, hands_of(table))
                hands = hands_of(table)
                held += sum(map(len, hands.values()))
                await play_out(table, seed=len(logs))
                check_same_hands(hands, hands_of(table))
                if isinstance(table.ports[0].snapshot().phase, Over):
                    break
        logs.append(table.log_path.read_bytes())
        assert len(logs) < 200, "the game goes on"
    assert len(logs) > 20
    assert held > 1
    for earlier, later in pairwise(logs):
        assert later.startswith(earlier)
    assert verdict(table.log_path) is Verdict.VALID


@pytest.mark.parametrize("k", [1, 4, 8, 12, 16, 20, 24])
async def test_killed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, k: int) -> None:
    scope = trio.CancelScope()

    def stop(count: int, file: LogFile) -> None:
        del file
        if count == k + 2:  # the first two hold the secrets and entry 0
            trio.from_thread.run_sync(scope.cancel)

    with counted_writes(stop, monkeypatch), scope:
        async with opened(tmp_path) as table:
            await play_out(table)
    assert scope.cancelled_caught
    on_disk = entries_of(table.log_path)
    hands = hands_of(table)
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        check_same_hands(hands, hands_of(again))
        await play_out(again)
    finished = entries_of(again.log_path)
    assert finished[: len(on_disk)] == on_disk
    assert verdict(again.log_path) is Verdict.VALID


@pytest.mark.parametrize("k", [1, 2])
async def test_killed_before_anybody_spoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, k: int) -> None:
    """The secrets are stored first, then entry 0; with the secrets alone no game has begun."""
    scope = trio.CancelScope()

    def stop(count: int, file: LogFile) -> None:
        del file
        if count == k:
            trio.from_thread.run_sync(scope.cancel)

    with counted_writes(stop, monkeypatch), scope:
        async with opened(tmp_path) as table:
            await play_out(table)
    assert scope.cancelled_caught
    (own_path,) = (tmp_path / "games").glob("*.own")
    if k == 2:
        assert [game.entries for game in saved_games(tmp_path)] == [1]
        return
    assert saved_games(tmp_path) == ()
    with pytest.raises(UnusableGame) as caught:
        async with reopen_table(own_path, folder=tmp_path):
            pass
    assert caught.value.code == "unbegun"


# ---- a disk that fails ----------------------------------------------------------------------------------------------


async def play_with_a_disk_that_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, after: int, part: float
) -> tuple[LocalTable, Faces]:
    """Play until the disk is full: `after` writes succeed, of the next only a part arrives."""
    written = 0

    def failing(descriptor: int, data: bytes) -> None:
        nonlocal written
        written += 1
        if written > after:
            write_all(descriptor, data[: int(len(data) * part)])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_all(descriptor, data)

    seen: list[LocalTable] = []

    async def play() -> None:
        async with opened(folder) as table:
            seen.append(table)
            await play_out(table)

    with monkeypatch.context() as patch:
        patch.setattr(f"{LOG_MODULE}.write_all", failing)
        with pytest.raises(StoreError) as caught:
            await play()
    assert caught.value.reason is StoreReason.FULL
    assert seen[0].failure is caught.value
    return seen[0], hands_of(seen[0])


@pytest.mark.parametrize(("after", "part"), [(2, 0.0), (5, 0.5), (9, 1.0), (14, 0.9), (19, 0.0), (23, 0.5), (25, 1.0)])
async def test_a_full_disk_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int, part: float
) -> None:
    table, hands = await play_with_a_disk_that_fails(tmp_path, monkeypatch, after=after, part=part)
    assert await table.ports[0].send(Act(Bid(0))) == Refused(code="not-now")
    stored = entries_of(table.log_path)
    (saved,) = saved_games(tmp_path)
    assert (saved.entries, saved.over) == (len(stored), False)
    async with reopen_table(saved.own_path, folder=tmp_path) as again:
        check_same_hands(hands, hands_of(again))
        await play_out(again)
    assert entries_of(again.log_path)[: len(stored)] == stored
    assert verdict(again.log_path) is Verdict.VALID


@pytest.mark.parametrize("after", [0, 1])
async def test_a_disk_that_is_full_from_the_start_leaves_nothing_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """No game has begun: the list stays empty, and the next game begins as if nothing had been."""

    def failing(descriptor: int, data: bytes) -> None:
        nonlocal after
        after -= 1
        if after < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        os.write(descriptor, data)

    with monkeypatch.context() as patch:
        patch.setattr(f"{LOG_MODULE}.write_all", failing)
        with pytest.raises(StoreError) as caught:
            async with opened(tmp_path):
                pass
    assert caught.value.reason is StoreReason.FULL
    assert saved_games(tmp_path) == ()
    async with opened(tmp_path) as table:
        await play_out(table)
    assert [game.tag for game in saved_games(tmp_path)] == [table.tag]


async def test_a_log_that_cannot_be_made_leaves_no_half_game(tmp_path: Path) -> None:
    for log_path, reason in (
        (tmp_path / "no folder" / "x.jlog", StoreReason.NOT_FOUND),
        (tmp_path / "there.jlog", StoreReason.EXISTS),
    ):
        (tmp_path / "there.jlog").write_bytes(b"already")
        with pytest.raises(StoreError) as caught:
            async with opened(tmp_path / "data", log_path=log_path):
                pass
        assert caught.value.reason is reason
        assert list((tmp_path / "data" / "games").iterdir()) == []
    assert (tmp_path / "there.jlog").read_bytes() == b"already"
