"""A log moment by moment: each looker sees what he saw in play, and never more than the log has opened."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from eventlog.entry import Entry, LogEntry, Statement
from joker_lan.engine import EVERYONE, Face, Seat, Slot, includes
from joker_lan.games import games
from joker_lan.games.classic.happenings import CardPlayed
from joker_lan.games.classic.state import HANDS
from protocol.effects import Given
from protocol.match import LogFault
from protocol.position import Position
from protocol.replay import ALL, Moment, ReplayError, Seeing, moments, revealed_seeds
from protocol.statements import OfDeck
from tests.support.lan import Lan
from tests.support.puppets import Puppets

SEATS = 3
DEALS = 2
Faces = Mapping[Slot, Face]


class WatchedLan(Lan):
    """A table that notes, after everything a device is told, which faces its seat knows then."""

    seen: dict[Seat, dict[int, Faces]]

    def tell(self, number: int, given: Given) -> None:
        super().tell(number, given)
        session = self.devices[number].running
        for seat in session.vault.seats:
            self.seen.setdefault(seat, {})[session.match.last.n] = dict(session.view(seat).table.faces)


@cache
def played() -> tuple[tuple[LogEntry, ...], Mapping[Seat, Mapping[int, Faces]]]:
    """A game of three devices: its log, and what each seat saw after each entry while it was played."""
    lan = WatchedLan(devices=SEATS, seed=5, options=replace(games()["classic"].presets["wiki"], deals=DEALS))
    lan.seen = {}
    lan.start_all()
    lan.run()
    assert lan.devices[0].running.match.last.is_over
    return (lan.genesis, *lan.devices[1].log), lan.seen


def replayed(seeing: Seeing, *, length: int | None = None) -> list[Moment]:
    log, _ = played()
    return list(moments(log[:length], seeing, test_rounds=True))


def faces(moment: Moment) -> Faces:
    return dict(moment.state.table.faces)


def hands(state: Any) -> list[Slot]:
    return [slot for seat in state.order for slot in state.table.pile(HANDS[seat])]


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_seat_sees_what_it_saw_in_play(seat: Seat) -> None:
    log, seen = played()
    shown = {moment.entry: faces(moment) for moment in replayed(seat)}
    noted = {n: known for n, known in seen[seat].items() if n > 0}
    assert len(noted) > len(log) - 10
    for n, known in noted.items():
        assert shown[n] == known, n


def test_nobody_sees_another_hand() -> None:
    """Every face shown to somebody lies where he may look."""
    for seeing in (None, *range(SEATS)):
        for moment in replayed(seeing):
            audience = moment.state.table.audience
            for slot in moment.state.table.faces:
                assert includes(audience.get(slot), seeing)


def test_the_public_sees_what_everybody_sees() -> None:
    public = replayed(None)
    for one, other, third in zip(*(replayed(seat) for seat in range(SEATS)), strict=True):
        shared = faces(one).items() & faces(other).items() & faces(third).items()
        assert shared == faces(public[one.entry]).items()


def test_all_hands_are_open_from_the_first_card() -> None:
    public = {moment.entry: moment for moment in replayed(None)}
    closed_cards = 0
    for moment in replayed(ALL):
        if moment.state.to_act:
            dealt = hands(moment.state)
            assert all(slot in faces(moment) for slot in dealt)
            closed_cards += sum(slot not in faces(public[moment.entry]) for slot in dealt)
    assert closed_cards > 0


def test_all_hands_know_what_each_seat_knows() -> None:
    for seat in range(SEATS):
        for one, everything in zip(replayed(seat), replayed(ALL), strict=True):
            assert faces(one).items() <= faces(everything).items()


def test_a_running_deal_shows_no_more_than_the_public_saw() -> None:
    """Before the seeds are in the log nobody's closed cards can be shown, neither his own nor all."""
    log, _ = played()
    first_reveal = next(n for n, entry in enumerate(log) if kind(entry) == "reveal")
    for seeing in (ALL, *range(SEATS)):
        for one, public in zip(replayed(seeing, length=first_reveal), replayed(None, length=first_reveal), strict=True):
            assert faces(one) == faces(public)


def kind(entry: LogEntry) -> str:
    return entry.statement.kind if isinstance(entry, Entry) and isinstance(entry.statement, Statement) else ""


def test_the_second_deal_running_does_not_close_the_first() -> None:
    log, _ = played()
    reveals = [n for n, entry in enumerate(log) if kind(entry) == "reveal"]
    cut = replayed(ALL, length=reveals[SEATS])
    whole = replayed(ALL)
    assert [faces(moment) for moment in cut if moment.deal == 1] == [
        faces(moment) for moment in whole if moment.deal == 1
    ]
    running = [moment for moment in cut if moment.deal == 2]
    assert any(hands(moment.state) for moment in running)
    public = replayed(None, length=reveals[SEATS])
    assert [faces(moment) for moment in running] == [faces(moment) for moment in public if moment.deal == 2]


def test_each_entry_has_one_moment_and_its_place() -> None:
    log, _ = played()
    film = replayed(None)
    assert [moment.entry for moment in film] == list(range(len(log)))
    deals = [moment.deal for moment in film]
    assert deals == sorted(deals)
    assert set(deals) == {1, 2}
    plays: dict[tuple[int, int], list[Seat]] = {}
    for moment in film:
        for each in moment.happenings:
            if isinstance(each, CardPlayed):
                plays.setdefault((moment.deal, moment.trick), []).append(each.seat)
    assert set(plays) == {(1, 1), (2, 1), (2, 2)}
    assert all(sorted(seats) == list(range(SEATS)) for seats in plays.values())


def test_the_same_things_happen_in_every_view() -> None:
    """A looker sees other faces, but no other game."""
    public = [moment.happenings for moment in replayed(None)]
    for seeing in (ALL, *range(SEATS)):
        for entry, happened in enumerate(moment.happenings for moment in replayed(seeing)):
            assert [each for each in happened if each in public[entry]] == list(public[entry])


# ---- logs that do not hold ------------------------------------------------------------------------------------------


def stopped(log: tuple[LogEntry, ...], seeing: Seeing = None) -> tuple[int, ReplayError]:
    """How many moments were shown, and what stopped it."""
    film, shown = moments(log, seeing, test_rounds=True), 0
    while True:
        try:
            next(film)
        except ReplayError as error:
            return shown, error
        shown += 1


@pytest.mark.parametrize("n", [1, 7, 40, 80])
def test_what_comes_before_a_bad_entry_is_shown(n: int) -> None:
    log, _ = played()
    shown, error = stopped((*log[:n], *log[n + 1 :]))
    assert (shown, error.entry, error.code) == (n, n, "number")


def test_a_bad_signature() -> None:
    log, _ = played()
    bad = log[9]
    assert isinstance(bad, Entry)
    shown, error = stopped((*log[:9], replace(bad, signature=bytes(64)), *log[10:]), ALL)
    assert (shown, error.entry, error.code) == (9, 9, "signature")


def test_what_does_not_begin() -> None:
    log, _ = played()
    for without in ((), log[1:]):
        assert stopped(without)[1].code == "no-start"
    with pytest.raises(ReplayError) as caught:  # two rounds of a proof are good enough for a test only
        list(moments(log, None))
    assert (caught.value.code, caught.value.entry) == ("rounds", 0)


def test_a_seed_that_was_never_committed_opens_nothing_and_stops_the_film() -> None:
    def twist(position: Position, call: object, said: Any) -> Any:
        del position, call
        is_reveal = isinstance(said, OfDeck) and said.message.kind == "reveal"
        return replace(said, message=replace(said.message, seed=bytes(32))) if is_reveal else said

    puppets = Puppets(deals=1, twist=twist)
    with pytest.raises(LogFault):
        puppets.play()
    log = tuple(puppets.entries)
    assert set(revealed_seeds(log).values()) == {bytes(32)}
    for seeing in (ALL, 0, 1, None):
        shown, error = stopped(log, seeing)
        assert (shown, error.entry, error.code) == (len(log) - 1, len(log) - 1, "offence")
        public = [faces(moment) for moment in moments(log[:-1], None)]
        assert [faces(moment) for moment in moments(log[:-1], seeing)] == public


def test_who_may_look() -> None:
    """The cards of the stock are nobody's: even with all hands they stay closed until the deal is closed."""
    for moment in replayed(ALL):
        for slot, audience in moment.state.table.audience.items():
            if audience is EVERYONE and moment.state.to_act:
                assert slot in faces(moment)
        if moment.state.to_act:
            assert not faces(moment).keys() & set(moment.state.table.pile("stock"))
