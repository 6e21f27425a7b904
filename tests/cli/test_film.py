"""A log as a film: what can be shown of it, and what is said of a file that cannot be shown to its end."""

from itertools import pairwise
from pathlib import Path

import pytest

from cli.errors import CommandError
from cli.exits import Exit
from cli.film import open_film
from joker_lan.games.classic.state import HANDS
from protocol.replay import ALL
from protocol.seat import Kind, Person
from tests.cli.left import leave
from tests.support.puppets import Puppets, file_of, file_of_records

OLD = Path(__file__).parents[1] / "golden" / "logs"


def fault_of(path: Path) -> tuple[str, Exit]:
    with pytest.raises(CommandError) as caught:
        open_film(str(path))
    return caught.value.fault.code, caught.value.fault.exit


def test_who_sits_where() -> None:
    film = open_film(str(OLD / "alone-with-a-bot.jlog"))
    assert film.people == (Person(0, "Seat 0", Kind.PERSON, 0), Person(1, "Seat 1", Kind.BOT, 0))
    assert (len(film.entries), film.notes) == (63, ())


def test_a_shot_begins_where_the_one_before_it_ended() -> None:
    film = open_film(str(OLD / "two-devices.jlog"))
    shots = list(film.shots(None))
    assert [shot.moment.entry for shot in shots] == list(range(63))
    assert shots[0].before is shots[0].after
    assert all(shot.before is last.after for last, shot in pairwise(shots))
    assert all(shot.after is shot.moment.state for shot in shots)
    assert shots[-1].after.result is not None


def test_names_are_shown_safely_and_a_seat_without_one_has_none(tmp_path: Path) -> None:
    puppets = Puppets(seats=(0, 0), kinds=("person", "bot"))
    log = tmp_path / "x.jlog"
    log.write_bytes(file_of(puppets.entries))
    assert [person.name for person in open_film(str(log)).people] == ["", ""]


def test_only_the_eyes_of_a_person_of_this_device_see_into_a_running_deal(tmp_path: Path) -> None:
    puppets, log = leave(tmp_path, until=lambda position: position.state.to_act != frozenset())
    film = open_film(str(log))

    def known(seeing: object, data: Path | None) -> list[int]:
        *_, last = film.shots(seeing, data)  # type: ignore[arg-type] # one of the three kinds of eyes
        table = last.after.table
        assert last.moment.entry == len(puppets.entries) - 1  # never beyond the log
        return [sum(slot in table.faces for slot in table.pile(HANDS[seat])) for seat in (0, 1)]

    assert known(0, tmp_path) == [1, 0]
    assert known(0, None) == [0, 0]
    assert known(1, tmp_path) == known(None, tmp_path) == known(ALL, tmp_path) == [0, 0]


def test_an_entry_that_does_not_hold_stops_the_film(tmp_path: Path) -> None:
    puppets = Puppets(deals=1)
    entries = puppets.play()
    log = tmp_path / "x.jlog"
    log.write_bytes(file_of((*entries[:5], *entries[6:])))
    shots = open_film(str(log)).shots(None)
    assert [next(shots).moment.entry for _ in range(5)] == [0, 1, 2, 3, 4]
    with pytest.raises(CommandError) as caught:
        next(shots)
    fault = caught.value.fault
    assert (fault.code, fault.exit, fault.about["entry"]) == ("replay-stopped", Exit.INVALID, 5)


def test_what_stands_behind_the_last_readable_entry_is_a_note(tmp_path: Path) -> None:
    data = file_of(Puppets(deals=1).play())
    log = tmp_path / "x.jlog"
    log.write_bytes(data[:-1])
    (torn,) = open_film(str(log)).notes
    assert (torn.code, torn.exit) == ("film-torn", Exit.DONE)
    log.write_bytes(data[:-300] + bytes([data[-300] ^ 1]) + data[-299:])
    (damaged,) = open_film(str(log)).notes
    assert (damaged.code, damaged.exit) == ("film-damaged", Exit.INVALID)


def test_a_record_that_is_no_entry_ends_the_film_with_a_note(tmp_path: Path) -> None:
    entries = Puppets(deals=1).play()
    log = tmp_path / "x.jlog"
    log.write_bytes(file_of_records([*(entry.to_plain() for entry in entries[:3]), ("nonsense",)]))
    film = open_film(str(log))
    assert film.entries == entries[:3]
    assert [(note.code, note.about["entry"]) for note in film.notes] == [("replay-stopped", 3)]


def test_a_log_without_a_beginning_has_no_film(tmp_path: Path) -> None:
    entries = Puppets(deals=1).play()
    log = tmp_path / "x.jlog"
    assert fault_of(log) == ("not-found", Exit.NOT_FOUND)
    log.write_bytes(file_of(()))
    assert fault_of(log) == ("unfinished", Exit.INCOMPLETE)
    log.write_bytes(file_of(entries[1:]))
    assert fault_of(log) == ("unfinished", Exit.INCOMPLETE)
    log.write_bytes(file_of_records([("nonsense",)]))
    assert fault_of(log) == ("replay-stopped", Exit.INVALID)
