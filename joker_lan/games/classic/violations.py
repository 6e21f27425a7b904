"""Which actions a state allows a seat, judged with the faces that this copy knows, and which are worth trying."""

from collections.abc import Iterator
from typing import assert_never

from joker_lan.engine.cards import Face, Suit
from joker_lan.engine.errors import Violation
from joker_lan.engine.table import EVERYONE, Seat, Slot, Table
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, LookAtFourth, Play
from joker_lan.games.classic.legality import Laid, Refusal, call_refusal, calls, lead_of, refusal
from joker_lan.games.classic.pack import is_joker
from joker_lan.games.classic.play import laid
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.schedule import SEEN_BEFORE_TRUMP, closed_bid, trump_choices
from joker_lan.games.classic.state import HANDS, ClassicState, Phase


def violation(state: ClassicState, seat: Seat, action: Action, *, openly: bool = False) -> Violation | None:
    """Say which rule an action would break, as far as the known faces show; None if it is legal.

    Args:
        state: the state.
        seat: who acts.
        action: the action.
        openly: only what everybody can see counts, whatever this copy knows of the hand.
    """
    match action:
        case Play():
            if state.phase is not Phase.PLAYING or seat not in state.to_act:
                return Violation(Rule.A15, seat, {"cause": "turn"})
            refused = _play_refusal(state, seat, action, openly=openly)
            return None if refused is None else Violation(refused.rule, seat, refused.about)
        case Bid(tricks):
            if state.phase is not Phase.BIDDING or seat not in state.to_act:
                return Violation(Rule.A13, seat, {"cause": "turn"})
            return _bid_violation(state, seat, tricks)
        case ChooseTrump(suit):
            if state.phase is not Phase.CHOOSING or seat not in state.to_act:
                return Violation(Rule.A12, seat, {"cause": "turn"})
            return _trump_violation(state, seat, suit, openly=openly)
        case LookAtFourth():
            if state.phase is not Phase.CHOOSING or seat not in state.to_act:
                return Violation(Rule.A12, seat, {"cause": "turn"})
            return None
        case _:
            assert_never(action)


def _bid_violation(state: ClassicState, seat: Seat, tricks: int) -> Violation | None:
    if not 0 <= tricks <= state.cards_each:
        return Violation(Rule.A13, seat, {"cause": "range", "most": state.cards_each})
    if len(state.bids) == len(state.order) - 1:
        closed = closed_bid(state.options, state.cards_each, tuple(state.bids.values()))
        if tricks == closed:
            return Violation(Rule.A14, seat, {"cause": "closed", "bid": tricks, "cards": state.cards_each})
    return None


def _faces(table: Table, slots: tuple[Slot, ...], *, openly: bool) -> list[Face]:
    """Return the faces of a hand that this copy knows, or those of them that everybody knows."""
    faces, audience = table.faces, table.audience
    return [faces[slot] for slot in slots if slot in faces and (not openly or audience.get(slot) is EVERYONE)]


def _trump_violation(state: ClassicState, seat: Seat, suit: Suit | None, *, openly: bool) -> Violation | None:
    seen = _faces(state.table, state.table.piles[HANDS[seat]][:SEEN_BEFORE_TRUMP], openly=openly)
    if suit in trump_choices(state.options, seen):
        return None
    if suit is None:
        return Violation(Rule.A12, seat, {"cause": "no_trump"})
    return Violation(Rule.A12, seat, {"cause": "not_held", "suit": suit.value})


def _play_refusal(state: ClassicState, seat: Seat, action: Play, *, openly: bool) -> Refusal | None:
    table = state.table
    hand = table.piles[HANDS[seat]]
    if action.slot not in hand:
        return Refusal(Rule.A15, {"cause": "not_in_hand"})
    shown_void = seat in state.shown_void
    face = table.faces.get(action.slot)
    if face is None:
        if action.call is None:
            return None
        return call_refusal(
            state.options, action.call, leading=not state.trick, trump=state.trump, shown_void=shown_void
        )
    # Who leads is bound by his hand under the strict rule only; most leads need not look at it.
    bound = state.trick or state.options.strict
    known = _faces(table, hand, openly=openly) if bound else []
    if openly or not bound:
        known.append(face)  # the action itself lays it open
    lead = lead_of(state.options, laid(state, state.trick[0])) if state.trick else None
    return refusal(state.options, known, Laid(face, action.call), lead, state.trump, shown_void=shown_void)


def candidates(state: ClassicState, seat: Seat) -> Iterator[Action]:
    """Run through a finite list of actions that holds every legal one of a seat."""
    if seat not in state.to_act:
        return
    match state.phase:
        case Phase.CHOOSING:
            yield from (ChooseTrump(suit) for suit in (*Suit, None))
            yield LookAtFourth()
        case Phase.BIDDING:
            yield from (Bid(tricks) for tricks in range(state.cards_each + 1))
        case Phase.PLAYING:
            joker_calls = calls(state.options, not state.trick)
            for slot in state.table.piles[HANDS[seat]]:
                face = state.table.faces.get(slot)
                joker = face is not None and is_joker(state.options, face)
                if not joker:
                    yield Play(slot)
                if joker or face is None:
                    yield from (Play(slot, call) for call in joker_calls)
        case _:
            return
