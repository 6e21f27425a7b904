"""`replay`: a game again, card by card, as seen by everybody, by a seat, or with all hands."""

import json
import re
from pathlib import Path

import pytest

from joker_lan.games.classic.state import ClassicState
from protocol.position import Position
from tests.cli.commands.conftest import Begun, Played
from tests.cli.left import leave
from tests.support.program import call
from tests.support.puppets import file_of

CARD = r"(?:[6-9JQKA]|10)[♠♥♦♣]"
PLAYS = rf" plays (?:the joker )?({CARD})"


def lines(*words: str | Path) -> list[str]:
    done = call("replay", *words)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.splitlines()


def refused(*words: str | Path) -> tuple[int, str]:
    done = call("replay", *words)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    return done.returncode, done.stderr


def test_the_whole_game_has_every_card_of_every_trick(played: Played) -> None:
    told = lines(played.log)
    plays = [line for line in told if re.search(PLAYS, line)]
    assert len(plays) == 3 * (1 + 2)  # one card each in deal 1, two in deal 2
    assert [line for line in told if re.fullmatch(r"Trick \d:", line)] == ["Trick 1:", "Trick 1:", "Trick 2:"]
    assert told[-1].startswith("The game is over. ")


def test_one_deal(played: Played) -> None:
    told = lines(played.log, "--deal", "2")
    assert told[0].startswith("Deal 2, stage I. 2 cards each.")
    assert not any("Deal 1" in line for line in told)
    assert any(line.startswith("Deal 2 counts: ") for line in told)


def test_one_trick_begins_with_the_hands_before_it(played: Played) -> None:
    told = lines(played.log, "--deal", "2", "--trick", "2", "--seat", "all")
    assert told[0] == "Trick 2:"
    held = [re.fullmatch(rf"(?:Ann|Bot [12]) holds ({CARD})", line) for line in told[1:4]]
    assert all(held)
    assert {match[1] for match in held if match} == set(re.findall(PLAYS, "\n".join(told)))
    assert " takes the trick: " in told[-1]


def test_public_sees_no_hand_and_a_seat_sees_its_own(played: Played) -> None:
    public = lines(played.log, "--deal", "2")
    assert not any(" holds " in line for line in public)
    own = [line for line in lines(played.log, "--deal", "2", "--seat", "ann") if " holds " in line]
    assert [bool(re.search(CARD, line)) for line in own] == [line.startswith("Ann") for line in own]
    assert len(own) == 3
    assert own == [line for line in lines(played.log, "--deal", "2", "--seat", "1") if " holds " in line]


def held(begun: Begun, *words: str | Path, log: Path | None = None, data: Path | None = None) -> dict[str, str]:
    """Return who is told to hold what at the end of the log that was begun."""
    done = call("replay", log or begun.log, "--at", str(begun.last), "--data", data or begun.data, *words)
    assert done.returncode == 0, done.stderr
    return dict(re.findall(r"^(Ann|Bot [12]) holds (.*)$", done.stdout, re.MULTILINE))


def test_of_a_running_game_a_person_of_this_device_sees_his_own_cards(begun: Begun) -> None:
    own = held(begun, "--seat", "Ann")
    assert re.fullmatch(CARD, own.pop("Ann"))
    assert own == {"Bot 1": "1 closed card", "Bot 2": "1 closed card"}


def test_before_the_first_bid_one_sees_what_one_holds(tmp_path: Path) -> None:
    """As `resume` would show them; the card is the one that is played later."""
    puppets, log = leave(tmp_path, until=lambda position: position.state.to_act != frozenset())
    told = lines(log, "--seat", "Seat 0")
    assert sum(" holds " in line for line in told) == 2
    hands = dict(line.split(" holds ") for line in told[-2:])
    assert hands.pop("Seat 1") == "1 closed card"
    assert lines(log, "--seat", "1", "--deal", "1")[-2:] == told[-2:]
    for others in ("public", "all", "Seat 1"):
        assert " holds " not in call("replay", log, "--seat", others).stdout
    puppets.play()
    log.write_bytes(file_of(puppets.entries))
    played = re.findall(f"^Seat 0{PLAYS}", "\n".join(lines(log, "--deal", "1")), re.MULTILINE)
    assert hands == {"Seat 0": played[0]}


def test_within_a_deal_one_sees_what_is_left(tmp_path: Path) -> None:
    puppets, log = leave(tmp_path, until=lambda position: position.state.deal == 2 and bids(position) == 1)
    puppets.play(until=lambda position: cards_played(position) == 2)
    log.write_bytes(file_of(puppets.entries))
    told = lines(log, "--seat", "Seat 0")
    (left,) = [line.removeprefix("Seat 0 holds ") for line in told[-2:] if line.startswith("Seat 0 holds ")]
    puppets.play()
    log.write_bytes(file_of(puppets.entries))
    second = "\n".join(lines(log, "--deal", "2", "--trick", "2"))
    assert re.findall(f"^Seat 0{PLAYS}", second, re.MULTILINE) == [left]


def test_hands_that_were_just_told_are_not_told_again(tmp_path: Path) -> None:
    _, log = leave(tmp_path, until=lambda position: bids(position) == 1)
    assert sum(" holds " in line for line in lines(log, "--seat", "Seat 0")) == 2


def bids(position: Position) -> int:
    """Return how many bids of the present deal were made."""
    assert isinstance(position.state, ClassicState)
    return len(position.state.bids)


def cards_played(position: Position) -> int:
    """Return how many cards of the present deal were played."""
    assert isinstance(position.state, ClassicState)
    return len(position.state.trick) + sum(len(trick.plays) for trick in position.state.history)


def test_a_game_that_is_over_ends_with_its_result(played: Played) -> None:
    assert not any(" holds " in line for line in lines(played.log, "--seat", "all")[-3:])


def test_the_private_file_may_lie_beside_the_log(begun: Begun, tmp_path: Path) -> None:
    log = tmp_path / "mine.jlog"
    log.write_bytes(begun.log.read_bytes())
    assert held(begun, "--seat", "1", log=log, data=tmp_path) == {}
    (private,) = begun.data.glob("games/*.own")
    log.with_suffix(".own").write_bytes(private.read_bytes())
    assert held(begun, "--seat", "1", log=log, data=tmp_path) == held(begun, "--seat", "1")


@pytest.mark.parametrize("seat", ["Bot 1", "3", "all", "public"])
def test_nobody_sees_other_hands_of_a_running_game(begun: Begun, seat: str) -> None:
    assert held(begun, "--seat", seat) == {}


def test_hands_that_cannot_be_shown_yet_are_told(begun: Begun) -> None:
    told = "joker-lan: Deal 1 is not over: the cards that are still in hand are closed until then.\n"
    assert call("replay", begun.log, "--data", begun.data, "--seat", "all").stderr == told
    assert call("replay", begun.log, "--data", begun.data, "--seat", "Bot 1").stderr == told
    assert call("replay", begun.log, "--data", begun.data, "--seat", "Ann").stderr == ""
    assert call("replay", begun.log, "--data", begun.data).stderr == ""


@pytest.mark.parametrize("content", [b"", b"dear diary", b"JOKOWN1\n12345678"])
def test_a_private_file_that_is_none_shows_nothing(begun: Begun, tmp_path: Path, content: bytes) -> None:
    log = tmp_path / "mine.jlog"
    log.write_bytes(begun.log.read_bytes())
    log.with_suffix(".own").write_bytes(content)
    assert held(begun, "--seat", "Ann", log=log, data=tmp_path) == {}


def test_the_private_file_of_another_game_shows_nothing(begun: Begun, played: Played, tmp_path: Path) -> None:
    log = tmp_path / "mine.jlog"
    log.write_bytes(begun.log.read_bytes())
    (private,) = played.log.parent.glob("data/games/*.own")
    log.with_suffix(".own").write_bytes(private.read_bytes())
    assert held(begun, "--seat", "Ann", log=log, data=tmp_path) == {}


def test_deals_are_set_apart_and_bids_are_summed_up(played: Played) -> None:
    told = lines(played.log)
    heads = [place for place, line in enumerate(told) if re.match(r"Deal \d, stage", line)]
    assert [told[place - 1] for place in heads] == ["", ""]
    assert sum(line.startswith("Sum of the bids ") for line in told) == 2


def test_cards_are_painted_on_demand_only(played: Played) -> None:
    plain, painted = call("replay", played.log), call("replay", played.log, "--color", "always")
    assert "\x1b" not in plain.stdout
    assert re.search("\x1b\\[[0-9]+m(?:10|[6-9JQKA])[♥♦♣]\x1b\\[0m", painted.stdout)
    assert re.sub("\x1b\\[[0-9]+m", "", painted.stdout) == plain.stdout


def test_at_an_entry(played: Played) -> None:
    found = call("replay", "--json", played.log, "--deal", "2")
    document = json.loads(found.stdout)
    assert document.keys() == {"schema", "file", "shots"}
    shot = next(shot for shot in document["shots"] if any(re.search(PLAYS, line) for line in shot["lines"]))
    told = lines(played.log, "--at", str(shot["entry"]), "--seat", "all")
    assert told[0].startswith(f"Entry {shot['entry']}, act by ")
    assert told[0].endswith("; deal 2, trick 1.")
    assert shot["lines"][-1] in told
    assert sum(line.startswith("On the table: ") for line in told) == 1
    assert sum(line.startswith("Winning so far: ") for line in told) == 1
    assert sum(" holds " in line for line in told) == 3


def test_at_the_first_entry(played: Played) -> None:
    assert lines(played.log, "--at", "0")[0].startswith("Entry 0; ")


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (["--deal", "3"], "There is no deal 3 in {log}; it has 2.", 3),
        (["--deal", "2", "--trick", "3"], "There is no trick 3 in what was asked for; deal 2 has 2.", 3),
        (["--trick", "1"], "--trick needs --deal with it: say of which deal.", 2),
        (["--at", "9", "--deal", "2"], "--at names one moment of the whole game; leave out --deal and --trick.", 2),
        (["--at", "9", "--trick", "1"], "--at names one moment of the whole game; leave out --deal and --trick.", 2),
        (["--at", "9999"], "There is no entry 9999 in {log}; the last one is {last}.", 3),
        (["--seat", "Bob"], "Nobody called Bob sits in {log}; possible: Ann, Bot 1, Bot 2, all, public.", 3),
        (["--seat", "4"], "Nobody called 4 sits in {log}; possible: Ann, Bot 1, Bot 2, all, public.", 3),
    ],
)
def test_what_is_not_in_the_log(played: Played, words: list[str], told: str, code: int) -> None:
    last = played.result["entries"] - 1
    assert refused(played.log, *words) == (code, f"joker-lan: {told.format(log=played.log, last=last)}\n")


def test_letters_only(played: Played) -> None:
    done = call("replay", played.log, "--ascii", "--seat", "all")
    assert done.stdout.isascii()
    old = call("replay", played.log, "--seat", "all", encoding="cp1251")
    assert old.stdout == done.stdout


def test_a_torn_end_is_told_and_the_rest_is_shown(played: Played, tmp_path: Path) -> None:
    torn = tmp_path / "torn.jlog"
    torn.write_bytes(played.log.read_bytes()[:-3])
    done = call("replay", torn)
    assert done.returncode == 0
    assert "Trick 1:" in done.stdout
    assert "ends within an unfinished write at byte " in done.stderr


def test_a_damaged_middle_stops_the_film(played: Played, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.jlog"
    data = bytearray(played.log.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    done = call("replay", damaged)
    assert done.returncode == 6
    assert f"{damaged} is damaged at byte " in done.stderr


@pytest.mark.parametrize(
    ("content", "told", "code"),
    [
        (b"", "holds nothing but the beginning of a log; there is no game in it.", 7),
        (b"JOKLOG1\n", "holds nothing but the beginning of a log; there is no game in it.", 7),
        (b"dear diary", "is no log of a game; give a file whose name ends in .jlog.", 6),
        (b"JOKLOG2\n12345678", "was written by a newer joker-lan; update this one to read it.", 5),
    ],
)
@pytest.mark.parametrize("command", ["replay", "score"])
def test_what_is_no_log(tmp_path: Path, command: str, content: bytes, told: str, code: int) -> None:
    path = tmp_path / "x.jlog"
    path.write_bytes(content)
    done = call(command, path)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", f"joker-lan: {path} {told}\n")


@pytest.mark.parametrize("command", ["replay", "score"])
def test_no_such_file(tmp_path: Path, command: str) -> None:
    path = tmp_path / "none.jlog"
    done = call(command, path)
    assert (done.returncode, done.stderr) == (3, f"joker-lan: {path} does not exist; check the path.\n")
    folder = call(command, tmp_path)
    assert (folder.returncode, folder.stderr) == (3, f"joker-lan: {tmp_path} is not a file; give the path of a file.\n")
