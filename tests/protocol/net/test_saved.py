"""Games that are taken up again from their files, games that cannot be, and the list of them."""

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from eventlog.errors import DamagedLog, InUse, NotALog, StoreError, StoreReason
from eventlog.store import FileKind, LogFile, read_log
from protocol.audit import Verdict
from protocol.match import Match
from protocol.net.local import KEY_FILE, LocalTable, reopen_table
from protocol.net.saved import SavedGame, SpoiledGame, UnusableGame, kept_games, saved_games
from tests.protocol.net.seating import counted_writes, entries_of, kind_of, left, opened, play_out, verdict
from tests.support.puppets import Puppets


async def check_unusable(table: LocalTable, folder: Path, code: str, *, entry: int | None = None) -> None:
    with pytest.raises(UnusableGame) as caught:
        async with reopen_table(table.own_path, folder=folder):
            pass
    assert (caught.value.code, caught.value.entry) == (code, entry)


async def check_store_error(table: LocalTable, folder: Path, reason: StoreReason) -> StoreError:
    with pytest.raises(StoreError) as caught:
        async with reopen_table(table.own_path, folder=folder):
            pass
    assert caught.value.reason is reason
    return caught.value


def write_anew(path: Path, kind: FileKind, records: list[Any]) -> None:
    """Write a file anew with other records, one in each frame."""
    path.unlink()
    with LogFile.create(path, kind) as file:
        for record in records:
            file.append(1, [record])


async def test_a_data_folder_in_use(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        with pytest.raises(InUse):
            async with opened(tmp_path):
                pass
        with pytest.raises(InUse):
            async with reopen_table(table.own_path, folder=tmp_path):
                pass
    async with reopen_table(table.own_path, folder=tmp_path):
        pass


async def test_a_log_in_use(tmp_path: Path) -> None:
    table = await left(tmp_path)
    with LogFile.open(table.log_path):
        await check_store_error(table, tmp_path, StoreReason.IN_USE)


async def test_files_that_are_gone(tmp_path: Path) -> None:
    table = await left(tmp_path, log_path=tmp_path / "x.jlog")
    table.log_path.rename(tmp_path / "y.jlog")
    await check_store_error(table, tmp_path, StoreReason.NOT_FOUND)
    assert saved_games(tmp_path) == ()
    (tmp_path / "y.jlog").rename(tmp_path / "x.jlog")
    table.own_path.unlink()
    await check_store_error(table, tmp_path, StoreReason.NOT_FOUND)
    assert saved_games(tmp_path) == ()


async def test_a_log_that_was_damaged(tmp_path: Path) -> None:
    table = await left(tmp_path)
    data = bytearray(table.log_path.read_bytes())
    data[len(data) // 2] ^= 1
    table.log_path.write_bytes(data)
    error = await check_store_error(table, tmp_path, StoreReason.DAMAGED)
    assert isinstance(error, DamagedLog)
    table.log_path.write_bytes(b"dear diary, today I played")
    assert isinstance(await check_store_error(table, tmp_path, StoreReason.NOT_A_LOG), NotALog)
    table.log_path.write_bytes(b"")
    await check_store_error(table, tmp_path, StoreReason.UNFINISHED)


async def test_a_log_that_was_changed(tmp_path: Path) -> None:
    table = await left(tmp_path)
    whole = list(read_log(table.log_path).records)
    for records, entry in (
        ([*whole[:5], *whole[6:]], 5),
        ([*whole[:5], whole[0], *whole[6:]], 5),
        ([*whole[:5], "no entry", *whole[6:]], 5),
        (whole[1:], 0),
        ([(0, 0, ("start", 1), ()), *whole[1:]], 0),
        ([*whole, whole[-1]], len(whole)),
    ):
        write_anew(table.log_path, FileKind.LOG, records)
        await check_unusable(table, tmp_path, "log", entry=entry)
        assert saved_games(tmp_path) == ()
    write_anew(table.log_path, FileKind.LOG, whole)
    async with reopen_table(table.own_path, folder=tmp_path):
        pass


async def test_a_log_of_another_game(tmp_path: Path) -> None:
    table, other = await left(tmp_path), await left(tmp_path)
    table.log_path.write_bytes(other.log_path.read_bytes())
    await check_unusable(table, tmp_path, "private")
    write_anew(table.log_path, FileKind.LOG, [Puppets().entries[0].to_plain()])
    await check_unusable(table, tmp_path, "private")


async def test_a_private_file_of_another_device(tmp_path: Path) -> None:
    table = await left(tmp_path / "mine")
    (tmp_path / "other").mkdir()
    await check_unusable(table, tmp_path / "other", "private")
    (tmp_path / "mine" / KEY_FILE).unlink()
    await check_unusable(table, tmp_path / "mine", "private")


async def test_a_private_file_that_lacks_something(tmp_path: Path) -> None:
    table = await left(tmp_path)
    whole: list[Any] = list(read_log(table.own_path, FileKind.OWN).records)
    for records in (
        [each for each in whole if each[0] != "key"],
        [each for each in whole if each[0] != "seed"],
        [*whole, ("wish", 1)],
        [*whole, 5],
        [*whole, ("key", 0, b"short")],
        [("game", 1, 2), *whole[1:]],
    ):
        write_anew(table.own_path, FileKind.OWN, records)
        await check_unusable(table, tmp_path, "private")
    write_anew(table.own_path, FileKind.OWN, whole[1:])
    await check_unusable(table, tmp_path, "unbegun")
    write_anew(table.own_path, FileKind.OWN, whole)
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        await play_out(again)
    assert verdict(again.log_path) is Verdict.VALID


def stopped_after(kind: str, scope: trio.CancelScope) -> Callable[[int, LogFile], None]:
    """Stop a game as soon as its log holds a statement of this kind."""

    def stop(count: int, file: LogFile) -> None:
        del count
        entries = entries_of(file.path) if file.scan.kind is FileKind.LOG else []
        if entries and any(kind_of(entry) == kind for entry in entries):
            trio.from_thread.run_sync(scope.cancel)

    return stop


async def left_after(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> LocalTable:
    """A game of two that was left as soon as its log held a statement of this kind."""
    scope = trio.CancelScope()
    table: LocalTable
    with counted_writes(stopped_after(kind, scope), monkeypatch), scope:
        async with opened(folder) as table:
            await play_out(table)
    return table


def forget(table: LocalTable, kind: str, seat: int) -> None:
    """Put an older copy of the private file back, which lacks the secrets of this kind of a seat."""
    whole: list[Any] = list(read_log(table.own_path, FileKind.OWN).records)
    kept = [each for each in whole if each[0] != kind or each[2] != seat]
    assert len(kept) < len(whole)
    write_anew(table.own_path, FileKind.OWN, kept)


async def test_a_coin_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The private file is an older copy: the lots in the log can never be opened."""
    table = await left_after("lot", tmp_path, monkeypatch)
    forget(table, "coin", 0)
    await check_unusable(table, tmp_path, "private")


async def test_a_seed_that_was_revealed_may_be_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the log holds already nobody needs to know here."""
    table = await left_after("reveal", tmp_path, monkeypatch)
    assert [kind_of(entry) for entry in entries_of(table.log_path)][-2:] == ["reveal", "reveal"]
    forget(table, "seed", 0)
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        await play_out(again)
    assert verdict(table.log_path) is Verdict.VALID


async def test_a_game_that_is_over_stays_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await play_out(table)
    before = table.log_path.read_bytes()
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        await play_out(again)
        assert again.summary() == table.summary()
    assert again.log_path.read_bytes() == before


# ---- the list -------------------------------------------------------------------------------------------------------


async def test_the_list_of_games(tmp_path: Path) -> None:
    assert saved_games(tmp_path) == ()
    unfinished = await left(tmp_path)
    async with opened(tmp_path, deals=2, seats=3, log_path=tmp_path / "x.jlog") as finished:
        await play_out(finished)
    games = {game.tag: game for game in saved_games(tmp_path)}
    assert set(games) == {unfinished.tag, finished.tag}
    one, other = games[unfinished.tag], games[finished.tag]
    assert (one.over, one.deal, one.deals, one.game) == (False, 1, 1, "classic")
    assert (other.over, other.deals, len(other.people)) == (True, 2, 3)
    assert (other.log_path, other.own_path) == (finished.log_path, finished.own_path)
    assert [person.name for person in other.people] == ["P0", "P1", "P2"]
    assert other.entries == finished.summary().entries
    assert one.title == "Kitchen"


async def test_what_a_crash_or_a_stranger_left_in_the_folder_is_not_listed(tmp_path: Path) -> None:
    table = await left(tmp_path)
    folder = tmp_path / "games"
    with LogFile.create(folder / "header-only.own", FileKind.OWN):
        pass
    (folder / "empty.own").write_bytes(b"")
    (folder / "garbage.own").write_bytes(Random(1).randbytes(500))
    (folder / "folder.own").mkdir()
    (folder / ".draft.own.0123.new").write_bytes(b"")
    with LogFile.create(folder / "no-log.own", FileKind.OWN) as own:
        own.append(1, [("game", str(folder / "nowhere.jlog"), "t")])
    with LogFile.create(folder / "own-log.own", FileKind.OWN) as own:
        own.append(1, [("game", str(folder / "own-log.own"), "t")])
    with LogFile.create(folder / "strange.own", FileKind.OWN) as own:
        own.append(1, [("game", "a\x00b", "t")])
    assert [game.tag for game in saved_games(tmp_path)] == [table.tag]


async def test_a_game_that_is_over_is_listed_without_being_folded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, deals=2) as table:
        await play_out(table)
    records = list(read_log(table.own_path, FileKind.OWN).records)
    entries = table.summary().entries
    assert records.count(("over", entries)) == 1
    (folded,) = _folded_list(tmp_path, table, records)
    with monkeypatch.context() as patch:
        patch.setattr(Match, "append", None)
        assert saved_games(tmp_path) == (folded,)


def _folded_list(folder: Path, table: LocalTable, records: list[Any]) -> tuple[SavedGame, ...]:
    """The list as it is without the record that the game is over; the private file is put back afterwards."""
    write_anew(table.own_path, FileKind.OWN, [each for each in records if each[0] != "over"])
    folded = saved_games(folder)
    write_anew(table.own_path, FileKind.OWN, records)
    return folded


async def test_an_older_copy_of_a_log_is_not_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as table:
        await play_out(table)
    write_anew(table.log_path, FileKind.LOG, list(read_log(table.log_path).records)[:-2])
    (saved,) = saved_games(tmp_path)
    assert not saved.over
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        await play_out(again)
    assert verdict(again.log_path) is Verdict.VALID


async def test_what_cannot_be_listed_says_why(tmp_path: Path) -> None:
    damaged, gone, other = [await left(tmp_path) for _ in range(3)]
    damaged.own_path.write_bytes(b"dear diary, today I played")
    gone.log_path.unlink()
    other.log_path.write_bytes((await left(tmp_path / "elsewhere")).log_path.read_bytes())
    (tmp_path / "games" / "folder.own").mkdir()
    (tmp_path / "games" / "link.own").symlink_to("nothing")
    spoiled = {game.own_path: game.error for game in kept_games(tmp_path) if isinstance(game, SpoiledGame)}
    reasons = {path: error.reason if isinstance(error, StoreError) else error.code for path, error in spoiled.items()}
    assert reasons == {
        damaged.own_path: StoreReason.NOT_A_LOG,
        gone.own_path: StoreReason.NOT_FOUND,
        other.own_path: "private",
        tmp_path / "games" / "folder.own": StoreReason.NOT_A_FILE,
        tmp_path / "games" / "link.own": StoreReason.NOT_FOUND,
    }


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(b"")
    with pytest.raises(StoreError) as caught:
        saved_games(tmp_path)
    assert caught.value.reason is StoreReason.NOT_A_FOLDER


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
async def test_a_key_that_others_may_read_is_told(tmp_path: Path) -> None:
    table = await left(tmp_path)
    assert table.exposed_key is None
    (tmp_path / KEY_FILE).chmod(0o644)
    async with reopen_table(table.own_path, folder=tmp_path) as again:
        assert again.exposed_key == tmp_path / KEY_FILE


async def test_a_key_that_is_a_link_to_nothing(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).symlink_to("nothing")
    with pytest.raises(StoreError) as caught:
        async with opened(tmp_path):
            pass
    assert caught.value.reason is StoreReason.BROKEN_KEY


async def test_a_clock_that_stands_before_1970(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time_ns", lambda: -1)
    async with opened(tmp_path) as table:
        await play_out(table)
    assert verdict(table.log_path) is Verdict.VALID


async def test_a_data_folder_that_was_moved(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    await left(old)
    old.rename(new)
    (saved,) = saved_games(new)
    assert saved.log_path.parent == new / "games"
    async with reopen_table(saved.own_path, folder=new) as again:
        await play_out(again)
    assert verdict(saved.log_path) is Verdict.VALID


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there every name of a file is text")
async def test_a_data_folder_whose_name_is_no_text(tmp_path: Path) -> None:
    folder = tmp_path / "\udcff"
    table = await left(folder)
    async with reopen_table(table.own_path, folder=folder) as again:
        await play_out(again)
    assert again.log_path == table.log_path
    assert verdict(table.log_path) is Verdict.VALID


@pytest.mark.parametrize("suffix", [".own", ".jlog"])
async def test_an_empty_file_of_a_game_that_was_begun(tmp_path: Path, suffix: str) -> None:
    table = await left(tmp_path)
    table.own_path.with_suffix(suffix).write_bytes(b"")
    (game,) = kept_games(tmp_path)
    assert isinstance(game, SpoiledGame)
    if suffix == ".own":
        assert isinstance(game.error, UnusableGame)
        assert game.error.code == "private"
    else:
        assert isinstance(game.error, StoreError)
        assert game.error.reason is StoreReason.UNFINISHED
