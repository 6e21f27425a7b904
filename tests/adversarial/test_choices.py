"""Choices of the game that are not allowed: the table refuses what it can see, and finds later what a hand hides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from joker_lan.engine import Seat, Slot
from joker_lan.games.classic.actions import Bid, ChooseTrump, LookAtFourth, Play
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import ChargeLine, DealLine
from joker_lan.games.classic.state import HANDS, STOCK, Phase
from protocol.audit import Verdict, audit_entries
from protocol.deck.group import write_scalar
from protocol.judging import judge_act
from protocol.offences import Offence, Wrong
from protocol.speaking import act
from protocol.statements import Act
from tests.protocol.writer import classic
from tests.support.mischief import Cheat, Lie, Outburst, blamed, is_in_log, nobody_blamed, played, said_by, table

Change = Callable[[Cheat, Seat, Act], Act | None]


# ---- what everybody sees ------------------------------------------------------------------------------------------


def bidding_more_tricks_than_cards(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del seat
    return Act(Bid(classic(cheat.position).cards_each + 1), (), ()) if isinstance(said.action, Bid) else None


def bidding_less_than_nothing(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return Act(Bid(-1), (), ()) if isinstance(said.action, Bid) else None


def dealer_bidding_what_is_closed(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    state = classic(cheat.position)
    closed = state.cards_each - sum(state.bids.values())
    return Act(Bid(closed), (), ()) if seat == state.dealer and isinstance(said.action, Bid) and closed >= 0 else None


def playing_instead_of_bidding(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    state = classic(cheat.position)
    slot = state.table.pile(HANDS[seat])[0]
    return Act(Play(slot), (slot,), (cheat.key(seat, slot),)) if isinstance(said.action, Bid) else None


def naming_trump_where_it_was_turned(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return Act(ChooseTrump(None), (), ()) if isinstance(said.action, Bid) else None


def looking_where_trump_was_turned(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return Act(LookAtFourth(), (), ()) if isinstance(said.action, Bid) else None


def playing_a_card_of_another_seat(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    state = classic(cheat.position)
    for other in state.order:
        for slot in state.table.pile(HANDS[other]):
            if other != seat and isinstance(said.action, Play):
                return Act(Play(slot), (slot,), (cheat.key(seat, slot),))
    return None


def playing_a_card_of_the_stock(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    slot = classic(cheat.position).table.pile(STOCK)[0]
    return Act(Play(slot), (slot,), (cheat.key(seat, slot),)) if isinstance(said.action, Play) else None


def playing_a_card_that_does_not_exist(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    slot = Slot(77, 5)
    return Act(Play(slot), (slot,), (bytes(32),)) if isinstance(said.action, Play) else None


def playing_the_turned_card(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del seat
    turned = classic(cheat.position).turned
    return Act(Play(turned), (), ()) if isinstance(said.action, Play) and turned is not None else None


def playing_with_a_wrong_key(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    wrong = write_scalar(int.from_bytes(said.keys[0], "little") + 1) if said.keys else b""
    return replace(said, keys=(wrong,)) if said.keys else None


def playing_with_the_key_of_another_place(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    other = classic(cheat.position).table.pile(STOCK)[0]
    return replace(said, keys=(cheat.key(seat, other),)) if said.keys else None


def playing_with_a_key_of_wrong_size(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return replace(said, keys=(b"key",)) if said.keys else None


def playing_without_a_key(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return replace(said, keys=()) if said.keys else None


def playing_without_laying_open(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    del cheat, seat
    return replace(said, slots=(), keys=()) if said.keys else None


def laying_another_slot_open(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    other = classic(cheat.position).table.pile(STOCK)[0]
    return replace(said, slots=(other,), keys=(cheat.key(seat, other),)) if said.keys else None


@pytest.mark.parametrize(
    ("change", "wrong", "rule"),
    [
        (bidding_more_tricks_than_cards, Wrong.RULE, Rule.A13),
        (bidding_less_than_nothing, Wrong.RULE, Rule.A13),
        (dealer_bidding_what_is_closed, Wrong.RULE, Rule.A14),
        (playing_instead_of_bidding, Wrong.RULE, Rule.A15),
        (naming_trump_where_it_was_turned, Wrong.RULE, Rule.A12),
        (looking_where_trump_was_turned, Wrong.RULE, Rule.A12),
        (playing_a_card_of_another_seat, Wrong.KEYS, None),
        (playing_a_card_of_the_stock, Wrong.KEYS, None),
        (playing_a_card_that_does_not_exist, Wrong.KEYS, None),
        (playing_the_turned_card, Wrong.RULE, Rule.A15),
        (playing_with_a_wrong_key, Wrong.KEYS, None),
        (playing_with_the_key_of_another_place, Wrong.KEYS, None),
        (playing_with_a_key_of_wrong_size, Wrong.KEYS, None),
        (playing_without_a_key, Wrong.KEYS, None),
        (playing_without_laying_open, Wrong.KEYS, None),
        (laying_another_slot_open, Wrong.KEYS, None),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_choice_that_everybody_sees_is_wrong(change: Change, wrong: Wrong, rule: Rule | None) -> None:
    lan = played(lambda: Lie("act", change))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.seat, offence.wrong, offence.kind) == (1, wrong, "act")
    assert (None if offence.violation is None else offence.violation.rule) == rule
    assert is_in_log(lan, culprit=1)


@pytest.mark.parametrize("change", [bidding_more_tricks_than_cards, playing_with_a_wrong_key])
def test_the_orderer_is_caught_like_anybody_else(change: Change) -> None:
    lan = table(Lie("act", change), cheat=0)
    lan.run()
    guilt = blamed(lan, culprit=0)
    assert guilt.offence is not None
    assert guilt.offence.seat == 0
    assert guilt.offence.kind == "act"


# ---- at the wrong moment ------------------------------------------------------------------------------------------


def bidding_out_of_turn(cheat: Cheat, seat: Seat) -> Act | None:
    position = cheat.position
    is_waiting = classic(position).phase is Phase.BIDDING and not position.may_act(seat)
    return Act(Bid(0), (), ()) if is_waiting and seat not in classic(position).bids else None


def bidding_twice(cheat: Cheat, seat: Seat) -> Act | None:
    return Act(Bid(0), (), ()) if seat in classic(cheat.position).bids else None


def bidding_before_the_cards_are_dealt(cheat: Cheat, seat: Seat) -> Act | None:
    del seat
    return Act(Bid(0), (), ()) if cheat.position.preparing is not None else None


def playing_out_of_turn(cheat: Cheat, seat: Seat) -> Act | None:
    state = classic(cheat.position)
    if state.phase is not Phase.PLAYING or seat in state.to_act:
        return None
    for slot in state.table.pile(HANDS[seat]):
        return Act(Play(slot), (slot,), (cheat.key(seat, slot),))
    return None


def bidding_before_all_is_open(cheat: Cheat, seat: Seat) -> Act | None:
    """The rules say it is the seat's turn once the turned card is known; by then every hand must be open too."""
    position = cheat.position
    is_dealing = position.playing is not None and any(map(position.owed_places, position.present))
    return Act(Bid(0), (), ()) if is_dealing and position.owed_places(seat) == () else None


def acting_after_the_deal(cheat: Cheat, seat: Seat) -> Act | None:
    del seat
    return Act(Bid(0), (), ()) if cheat.position.closed is not None else None


@pytest.mark.parametrize(
    "what",
    [
        bidding_out_of_turn,
        bidding_twice,
        bidding_before_the_cards_are_dealt,
        playing_out_of_turn,
        bidding_before_all_is_open,
        acting_after_the_deal,
    ],
)
def test_a_choice_at_the_wrong_moment(what: Callable[[Cheat, Seat], Act | None]) -> None:
    lan = played(lambda: Outburst(what))
    offence = blamed(lan, culprit=1).offence
    assert offence == Offence(1, Wrong.UNCALLED, "act")
    assert is_in_log(lan, culprit=1)


# ---- what only the hand shows -------------------------------------------------------------------------------------


def hidden_offences(cheat: Cheat, seat: Seat) -> Iterator[Act]:
    """Plays that the own hand forbids and that nobody else can see to be wrong."""
    position, view = cheat.position, cheat.view(seat)
    game = position.terms.game
    for slot in view.table.pile(HANDS[seat]):
        play = act(Play(slot), seat, view, position, cheat.vault)
        if game.violation(view, seat, play.action) and not isinstance(judge_act(play, seat, position), Offence):
            yield play


def revoking(cheat: Cheat, seat: Seat, said: Act) -> Act | None:
    return next(hidden_offences(cheat, seat), None) if isinstance(said.action, Play) else None


def test_a_revoke_is_played_found_when_the_hands_are_opened_and_charged() -> None:
    lan = played(lambda: Lie("act", revoking), deals=2)
    nobody_blamed(lan, 1)
    logs = [device.log for device in lan.devices]
    assert logs[0] == logs[1] == logs[2], "it is in the log, and all hold the same"
    state = classic(lan.devices[0].running.match.last)
    assert state.result is not None, "the game goes on to its end"
    report = audit_entries((lan.genesis, *logs[0]), test_rounds=True)
    assert report.verdict is Verdict.VALID
    (charged,) = [finding for finding in report.findings if finding.code == "charged"]
    assert charged.seat == 1
    assert charged.rule in {Rule.A16, Rule.A22, Rule.A19}
    charges = [line for line in state.sheet if isinstance(line, ChargeLine)]
    assert [(line.seat, line.points) for line in charges] == [(1, -200)]
    deals = [line.deal for line in state.sheet if isinstance(line, DealLine)]
    assert deals == [1, 2], "the deal was dealt again"
    decks = {statement.body[0] for statement in said_by(lan.devices[0]) if statement.kind == "cut"}
    assert len(decks) == 3
