"""Bidding and play (A13–A26). Each function answers one legal action; that it is legal is checked before."""

from dataclasses import replace

from joker_lan.engine.errors import WrongInput
from joker_lan.engine.game import Step
from joker_lan.engine.inputs import Reveal
from joker_lan.engine.table import EVERYONE, Seat
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
    face = state.table.faces.get(action.slot)
    if face is None:
        raise WrongInput(action)
    table = state.table.moved((action.slot,), HANDS[seat], TRICK).shown((action.slot,), EVERYONE)
    played = Played(seat, action.slot, action.call)
    trick = (*state.trick, played)
    happened = CardPlayed(seat, action.slot, face, action.call)
    shown_void = state.shown_void
    if state.trick and seat not in shown_void:
        lead = lead_of(state.options, laid(state, trick[0]))
        if shows_void(state.options, Laid(face, action.call), lead, state.trump):
            shown_void |= {seat}
    if len(trick) < len(state.order):
        follower = state.order[(state.order.index(seat) + 1) % len(state.order)]
        state = replace(state, table=table, trick=trick, shown_void=shown_void, to_act=frozenset({follower}))
        return Step(state, (happened,))

    cards = tuple(Laid(table.faces[each.slot], each.call) for each in trick)
    taker = trick[winner(state.options, cards, state.trump)].seat
    taken = tuple(tricks + (owner == taker) for owner, tricks in enumerate(state.taken))
    state = replace(
        state,
        table=table.moved(tuple(each.slot for each in trick), TRICK, WON[taker]),
        trick=(),
        shown_void=shown_void,
        taken=taken,
        leader=taker,
        history=(*state.history, Trick(trick, taker)),
        to_act=frozenset({taker}),
    )
    if len(state.history) == state.cards_each:
        state = replace(state, phase=Phase.REVEALING, to_act=frozenset(), wants=Reveal((state.deck,)))
    return Step(state, (happened, TrickTaken(taker, taken[taker])))
