"""Bidding and play (A13–A26). Each function answers one legal action; that it is legal is checked before."""

from dataclasses import replace

from joker_lan.engine.errors import WrongInput
from joker_lan.engine.game import Step
from joker_lan.engine.inputs import Reveal
from joker_lan.engine.table import EVERYONE, Seat, Slot, Table
from joker_lan.games.classic.actions import Bid, Play
from joker_lan.games.classic.happenings import BidMade, CardPlayed, TrickTaken
from joker_lan.games.classic.legality import Laid, lead_of, shows_void, winner
from joker_lan.games.classic.state import HANDS, TRICK, WON, ClassicState, Phase, Played, Trick


def bid(state: ClassicState, seat: Seat, action: Bid) -> Step[ClassicState]:
    """Write down a bid; after the dealer's the first bidder leads (A13, A15)."""
    bids = {**state.bids, seat: action.tricks}
    if len(bids) < len(state.order):
        state = replace(state, bids=bids, to_act=frozenset({state.order[len(bids)]}))
    else:
        first = state.order[0]
        state = replace(state, bids=bids, phase=Phase.PLAYING, leader=first, to_act=frozenset({first}))
    return Step(state, (BidMade(seat, action.tricks),))


def laid(state: ClassicState, played: Played) -> Laid:
    """Return what lies there: the face, which all know by now, with its call."""
    return Laid(state.table.faces[played.slot], played.call)


def play(state: ClassicState, seat: Seat, action: Play) -> Step[ClassicState]:
    """Lay a card into the trick, and give a full trick to its winner.

    Raises:
        WrongInput: the face of the card was not opened before.
    """
    slot, call = action.slot, action.call
    faces = state.table.faces
    face = faces.get(slot)
    if face is None:
        raise WrongInput(action)
    trick = (*state.trick, Played(seat, slot, call))
    happened = CardPlayed(seat, slot, face, call)
    shown_void = state.shown_void
    if state.trick and seat not in shown_void:
        lead = lead_of(state.options, laid(state, trick[0]))
        if shows_void(state.options, Laid(face, call), lead, state.trump):
            shown_void |= {seat}

    full = len(trick) == len(state.order)
    cards = tuple(Laid(faces[each.slot], each.call) for each in trick) if full else ()
    taker = trick[winner(state.options, cards, state.trump)].seat if full else None
    table = _with_card_laid(state.table, seat, slot, taker)
    if taker is None:
        follower = state.order[(state.order.index(seat) + 1) % len(state.order)]
        state = replace(state, table=table, trick=trick, shown_void=shown_void, to_act=frozenset({follower}))
        return Step(state, (happened,))

    history = (*state.history, Trick(trick, taker))
    taken = tuple(tricks + (owner == taker) for owner, tricks in enumerate(state.taken))
    done = len(history) == state.cards_each
    state = replace(
        state,
        table=table,
        trick=(),
        shown_void=shown_void,
        taken=taken,
        leader=taker,
        history=history,
        phase=Phase.REVEALING if done else Phase.PLAYING,
        to_act=frozenset() if done else frozenset({taker}),
        wants=Reveal((state.deck,)) if done else None,
    )
    return Step(state, (happened, TrickTaken(taker, taken[taker])))


def _with_card_laid(table: Table, seat: Seat, slot: Slot, taker: Seat | None) -> Table:
    """Lay a card open into the trick; if that fills it, turn the trick over to its taker in the same move."""
    hand = tuple(other for other in table.piles[HANDS[seat]] if other != slot)
    trick = (*table.piles[TRICK], slot)
    if taker is None:
        piles = {**table.piles, HANDS[seat]: hand, TRICK: trick}
    else:
        piles = {**table.piles, HANDS[seat]: hand, TRICK: (), WON[taker]: table.piles[WON[taker]] + trick}
    return Table(piles, table.faces, {**table.audience, slot: EVERYONE})
