"""`resume`: which saved game is meant, and what is said when there is none."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cli.commands.resume import find_saved, saved_line
from cli.errors import CommandError
from cli.texts_program import sentence
from protocol.net.saved import SavedGame
from protocol.seat import Kind, Person
from tests.support.program import START, call, environment, start


def saved(tag: str, *, over: bool = False, modified: float = 0.0, folder: Path = Path("/games")) -> SavedGame:
    return SavedGame(
        own_path=folder / f"{tag.lower()}.own",
        log_path=folder / f"{tag.lower()}.jlog",
        tag=tag,
        game="classic",
        title="Olena",
        people=(Person(0, "Olena", Kind.PERSON, 0), Person(1, "Bot 1", Kind.BOT, 0)),
        deal=3,
        deals=24,
        over=over,
        entries=100,
        modified=modified,
    )


GAMES = (saved("AAAAAA", modified=1), saved("BBBBBB", modified=3, over=True), saved("CCCCCC", modified=2))


def refused(wanted: str | None, games: tuple[SavedGame, ...] = GAMES) -> tuple[str, int]:
    with pytest.raises(CommandError) as caught:
        find_saved(games, wanted, Path("/data"))
    return sentence(caught.value.fault), caught.value.fault.exit


def test_without_a_word_the_unfinished_game_that_was_played_last() -> None:
    assert find_saved(GAMES, None, Path("/data")).tag == "CCCCCC"


@pytest.mark.parametrize("wanted", ["AAAAAA", "aaaaaa", "/games/aaaaaa.jlog", "/games/aaaaaa.own", "aaaaaa.jlog"])
def test_a_tag_or_a_file(wanted: str) -> None:
    assert find_saved(GAMES, wanted, Path("/data")).tag == "AAAAAA"


def test_no_such_game() -> None:
    text, code = refused("ZZZZZZ")
    assert text == "There is no saved game ZZZZZZ in /data; `joker-lan resume --list` lists them."
    assert code == 3


def test_no_unfinished_game() -> None:
    text, code = refused(None, (saved("AAAAAA", over=True),))
    assert text.startswith("There is no unfinished game in /data; ")
    assert code == 3


def test_a_game_that_is_over() -> None:
    text, code = refused("BBBBBB")
    assert text == "The game BBBBBB is over; `joker-lan score /games/bbbbbb.jlog` shows its sheet."
    assert code == 3


def test_how_far_a_saved_game_is() -> None:
    """Of some games nobody knows beforehand how many deals they will have."""
    game = saved("AAAAAA")
    assert "  deal 3 of 24  " in saved_line(game)
    assert "  deal 3  " in saved_line(replace(game, deals=None))
    assert "  over  " in saved_line(replace(game, deals=None, over=True))


def test_a_tag_of_several_games() -> None:
    text, code = refused("aaaaaa", (saved("AAAAAA"), saved("AAAAAA", folder=Path("/old"))))
    assert "/games/aaaaaa.jlog, /old/aaaaaa.jlog" in text
    assert code == 2


def test_list_and_resume_of_a_real_game(tmp_path: Path) -> None:
    log = tmp_path / "cut.jlog"
    words = ("--data", tmp_path / "data", "--proof-rounds", "16", "--bots", "1", "--deals", "1", "--as", "Ann")
    left = start("play", *words, "--log", log, typed="quit\n")
    assert left.returncode == 0, left.stderr

    listed = start("resume", "--list", "--data", tmp_path / "data", "--json")
    document = json.loads(listed.stdout)
    assert document.keys() == {"schema", "games"}
    (game,) = document["games"]
    assert (game["over"], game["log"], game["deals"]) == (False, str(log), 1)
    assert [player["name"] for player in game["players"]] == ["Ann", "Bot 1"]

    in_words = start("resume", "--list", "--data", tmp_path / "data")
    assert in_words.stdout.startswith(f"{game['table']}  classic  deal 1 of 1  Ann, Bot 1  ")

    ended = start("resume", game["table"].lower(), "--data", tmp_path / "data", "--autoplay", "--json")
    assert ended.returncode == 0, ended.stderr
    result = json.loads(ended.stdout)
    assert (result["table"], result["ok"]) == (game["table"], True)

    again = start("resume", "--data", tmp_path / "data", "--autoplay")
    assert again.returncode == 3
    assert "There is no unfinished game" in again.stderr


@pytest.mark.parametrize("moment", ["All players shuffle", "Turned up", " plays "])
def test_killed_at_any_moment_it_goes_on_and_its_log_is_valid(tmp_path: Path, moment: str) -> None:
    words = ["--bots", "1", "--deals", "1", "--proof-rounds", "16", "--autoplay", "--data", str(tmp_path)]
    with subprocess.Popen(
        [*START, "play", *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environment()
    ) as program:
        assert program.stdout is not None
        while moment.encode() not in program.stdout.readline():
            assert program.poll() is None
        program.kill()
    ended = start("resume", "--autoplay", "--data", tmp_path, "--json")
    assert ended.returncode == 0, ended.stderr
    checked = call("audit", json.loads(ended.stdout)["log"])
    assert (checked.returncode, checked.stdout.split()[1]) == (0, "VALID"), checked.stdout


def spoiled(tmp_path: Path, suffix: str) -> str:
    """Leave a game, flip a bit in the middle of one of its files, and return the table's tag."""
    start("play", "--data", tmp_path, "--bots", "1", "--proof-rounds", "16", typed="quit\n")
    (path,) = (tmp_path / "games").glob(f"*{suffix}")
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    return path.stem.rpartition("-")[2].upper()


def test_a_damaged_log_is_named_and_stays_as_it_is(tmp_path: Path) -> None:
    tag = spoiled(tmp_path, ".jlog")
    (log,) = (tmp_path / "games").glob("*.jlog")
    before = log.read_bytes()
    done = start("resume", tag, "--data", tmp_path, "--autoplay")
    assert done.returncode == 6
    assert f"{log} is damaged in the middle and is not written to" in done.stderr
    assert log.read_bytes() == before


def test_a_damaged_private_file_is_named(tmp_path: Path) -> None:
    tag = spoiled(tmp_path, ".own")
    done = start("resume", tag, "--data", tmp_path, "--autoplay")
    assert done.returncode in (1, 6)
    assert ".own" in done.stderr
    assert "fault of joker-lan" not in done.stderr


def test_nobody_to_ask(tmp_path: Path) -> None:
    start("play", "--data", tmp_path, "--bots", "1", "--proof-rounds", "16", typed="quit\n")
    done = start("resume", "--data", tmp_path, "--no-input")
    assert done.returncode == 2
    assert "--autoplay" in done.stderr


def test_a_bot_goes_on_with_a_game_that_lies_elsewhere(tmp_path: Path) -> None:
    data, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    start("play", "--data", data, "--bots", "1", "--deals", "1", "--proof-rounds", "16", typed="quit\n")
    (data / "games").rename(elsewhere)
    (log,) = elsewhere.glob("*.jlog")
    ended = start("resume", log, "--autoplay", "--data", data, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["log"] == str(log)


def test_nothing_saved(tmp_path: Path) -> None:
    listed = start("resume", "--list", "--data", tmp_path)
    assert (listed.returncode, listed.stdout) == (0, "")
    assert "There are no saved games in" in listed.stderr


@pytest.mark.parametrize("wanted", ["/", ".", "..", "x" * 5000, "\x1b", "~", "-", "a/b/c"])
def test_no_word_is_too_strange(tmp_path: Path, wanted: str) -> None:
    done = call("resume", "--data", tmp_path, "--", wanted)
    assert done.returncode == 3
    assert done.stderr.startswith("joker-lan: There is no saved game ")
    assert done.stderr.count("\n") == 1


def test_a_game_that_cannot_be_read_is_not_passed_over(tmp_path: Path) -> None:
    start("play", "--data", tmp_path, "--bots", "1", "--proof-rounds", "16", typed="quit\n")
    (log,) = (tmp_path / "games").glob("*.jlog")
    log.rename(tmp_path / "moved.jlog")
    missing = f"joker-lan: {log} does not exist; check the path.\n"

    alone = start("resume", "--autoplay", "--data", tmp_path)
    assert (alone.returncode, alone.stderr) == (3, missing)
    listed = start("resume", "--list", "--data", tmp_path)
    assert (listed.returncode, listed.stdout, listed.stderr) == (0, "", missing)
    tag = log.stem.rpartition("-")[2]
    by_tag = start("resume", tag, "--autoplay", "--data", tmp_path)
    assert (by_tag.returncode, by_tag.stderr) == (3, missing)


def test_a_newer_game_that_cannot_be_read_is_told_of_before_an_older_one_goes_on(tmp_path: Path) -> None:
    words = ("play", "--data", tmp_path, "--bots", "1", "--deals", "1", "--proof-rounds", "16")
    start(*words, typed="quit\n")
    older = {*(tmp_path / "games").glob("*.jlog")}
    start(*words, typed="quit\n")
    (newer,) = {*(tmp_path / "games").glob("*.jlog")} - older
    newer.unlink()
    done = start("resume", "--autoplay", "-q", "--data", tmp_path)
    assert done.returncode == 0
    assert done.stderr == f"joker-lan: {newer} does not exist; check the path.\n"
    again = start("resume", "--autoplay", "-q", "--data", tmp_path)
    assert again.returncode == 3


def test_what_a_crash_at_the_very_beginning_left_is_no_game(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "x.own").write_bytes(b"")
    for words in (("resume", "--list"), ("resume",)):
        done = call(*words, "--data", tmp_path)
        assert "There " in done.stderr
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_a_key_that_others_may_read(tmp_path: Path) -> None:
    start("play", "--data", tmp_path, "--bots", "1", "--deals", "1", "--proof-rounds", "16", typed="quit\n")
    (tmp_path / "identity.key").chmod(0o644)
    done = start("resume", "--autoplay", "--data", tmp_path)
    assert done.returncode == 0
    assert f"Other users of this machine may read {tmp_path / 'identity.key'}, " in done.stderr
