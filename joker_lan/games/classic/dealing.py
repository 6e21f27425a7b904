"""Before play: the first dealer, the cards, trump, and who takes part (A8–A12, A41).

Each function answers one input; it is the caller who has made sure that the state takes it.
"""

from collections.abc import Mapping
from dataclasses import replace

from joker_lan.engine.cards import Face
from joker_lan.engine.errors import WrongInput
from joker_lan.engine.game import Step
from joker_lan.engine.inputs import Deck, Draw, Reveal
from joker_lan.engine.table import EVERYONE, Audience, Seat, Slot, Table
from joker_lan.engine.tricks import clockwise, right_of
from joker_lan.games.classic.actions import ChooseTrump, LookAtFourth
from joker_lan.games.classic.happenings import (
    DealAnnulled,
    DealBegan,
    FirstDealerDrawn,
    PresenceChanged,
    TrumpChosen,
    TrumpTurned,
)
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import pack, trump_of
from joker_lan.games.classic.schedule import SEEN_BEFORE_TRUMP, first_dealer, schedule
from joker_lan.games.classic.state import HANDS, STOCK, TRICK, TURNED, WON, ClassicState, Phase


def draw_of(options: Options, players: int) -> Draw:
    """Return the open draw that finds the first dealer: cards and seats together (A8)."""
    return Draw((("cards", len(pack(options))), ("seats", players)))


def drawn(state: ClassicState, orders: tuple[tuple[int, ...], ...]) -> Step[ClassicState]:
    """Deal open cards until an ace comes; the first seat of the drawn seats deals them."""
    sizes = (len(pack(state.options)), state.players)
    if len(orders) != len(sizes) or any(
        sorted(order) != list(range(size)) for order, size in zip(orders, sizes, strict=True)
    ):
        raise WrongInput(orders)
    cards, seats = orders
    found = first_dealer(state.options, pack(state.options), cards, seats[0], state.players)
    dealer = found.dealer if found.dealer in state.present else _next(state, found.dealer)
    return Step(
        with_deal(state, 1, dealer),
        (FirstDealerDrawn(found.dealer, found.centre, found.shown),),
    )


def _next(state: ClassicState, seat: Seat) -> Seat:
    return clockwise(seat, state.players, state.present)[0]


def with_deal(state: ClassicState, deal: int, dealer: Seat) -> ClassicState:
    """Return the state that wants the cards of a deal."""
    planned = schedule(state.options, state.players)[deal - 1]
    cutter = right_of(dealer, state.players, state.present)
    return replace(
        state,
        deal=deal,
        dealer=dealer,
        stage=planned.stage,
        cards_each=planned.cards,
        phase=Phase.DEALING,
        to_act=frozenset(),
        wants=Deck(pack(state.options), cutter, STOCK),
        void=False,
    )


def with_next_deal(state: ClassicState) -> ClassicState:
    """Return the state that wants the cards of the deal after this one, dealt by the next seat clockwise (A9)."""
    return with_deal(state, state.deal + 1, _next(state, state.dealer))


def with_same_deal(state: ClassicState) -> ClassicState:
    """Return the state that wants new cards for this deal, from the same dealer or the next that is present."""
    return with_deal(state, state.deal, state.dealer if state.dealer in state.present else _next(state, state.dealer))


def shuffled(state: ClassicState, pile: str, slots: tuple[Slot, ...]) -> Step[ClassicState]:
    """Deal the cards one at a time from the dealer's left, then the card that is turned (A10, A11)."""
    if pile != STOCK or len(slots) != len(pack(state.options)) or len(set(slots)) != len(slots):
        raise WrongInput(pile, slots)
    planned = schedule(state.options, state.players)[state.deal - 1]
    order = clockwise(state.dealer, state.players, state.present)
    dealt = len(order) * planned.cards
    hands = {seat: slots[index : dealt : len(order)] for index, seat in enumerate(order)}
    chosen = planned.full and state.options.trump_9 == "chooser"
    last_of_dealer = planned.full and state.options.trump_9 == "dealerLastCard"
    turned = None if chosen else slots[dealt - 1] if last_of_dealer else slots[dealt]
    rest = slots[dealt:] if chosen or last_of_dealer else slots[dealt + 1 :]

    seats = range(state.players)
    piles = {STOCK: rest, TRICK: (), TURNED: () if turned is None or last_of_dealer else (turned,)}
    piles |= {HANDS[seat]: hands.get(seat, ()) for seat in seats} | {WON[seat]: () for seat in seats}
    audience: dict[Slot, Audience] = {
        slot: frozenset({seat})
        for seat, hand in hands.items()
        for slot in (hand[:SEEN_BEFORE_TRUMP] if chosen else hand)
    }
    if turned is not None:
        audience[turned] = EVERYONE
    return Step(
        replace(
            state,
            table=Table(piles, {}, audience),
            wants=None,
            order=order,
            phase=Phase.CHOOSING if chosen else Phase.DEALING,
            to_act=frozenset({order[0]}) if chosen else frozenset(),
            trump=None,
            trump_named=False,
            turned=turned,
            deck=slots[0].deck,
            bids={},
            taken=(0,) * state.players,
            trick=(),
            leader=order[0],
            history=(),
            shown_void=frozenset(),
        ),
        (DealBegan(state.deal, planned.stage, planned.cards, state.dealer),),
    )


def opened(state: ClassicState, faces: Mapping[Slot, Face]) -> Step[ClassicState]:
    """Learn faces; with the face of the turned card trump is settled and bidding begins."""
    try:
        table = state.table.opened(faces)
    except ValueError as error:
        raise WrongInput(*error.args) from error
    if state.phase is not Phase.DEALING or state.turned not in table.faces or state.wants is not None:
        return Step(replace(state, table=table))
    assert state.turned is not None  # what is no slot has no face
    face = table.faces[state.turned]
    trump = trump_of(state.options, face)
    return Step(_bidding(replace(state, table=table, trump=trump)), (TrumpTurned(face, trump),))


def _bidding(state: ClassicState) -> ClassicState:
    return replace(state, trump_named=True, phase=Phase.BIDDING, to_act=frozenset({state.order[0]}))


def chosen(state: ClassicState, seat: Seat, action: ChooseTrump | LookAtFourth) -> Step[ClassicState]:
    """Settle trump as the chooser named it; now everybody sees the rest of his cards (A12)."""
    looked = isinstance(action, LookAtFourth)
    trump = None if isinstance(action, LookAtFourth) else action.suit
    table = state.table
    for owner in state.order:
        table = table.shown(table.pile(HANDS[owner])[SEEN_BEFORE_TRUMP:], frozenset({owner}))
    return Step(_bidding(replace(state, table=table, trump=trump)), (TrumpChosen(seat, trump, looked),))


def present(state: ClassicState, seats: frozenset[Seat]) -> Step[ClassicState]:
    """Let only these seats take part from now on (A41).

    A running deal that loses a seat is void, its cards are opened, and it is dealt again. Who comes back plays from
    the next deal. With fewer than two the game is broken off until there are two again.
    """
    if not seats <= frozenset(range(state.players)):
        raise WrongInput(seats)
    changed = replace(state, present=seats)
    happenings = (PresenceChanged(seats),)
    if state.phase is Phase.OVER:
        return Step(changed, happenings)
    running = state.deck > 0 and state.phase is not Phase.BROKEN_OFF and not isinstance(state.wants, Deck)
    lost = running and not state.void and not frozenset(state.order) <= seats
    if lost:
        changed = replace(changed, void=True)
    annulled = (*happenings, *((DealAnnulled(state.deal, None, None, None),) if lost else ()))
    if len(seats) < 2:
        if running:  # its cards are opened if the game goes on after all
            changed = replace(changed, void=True)
        return Step(replace(changed, phase=Phase.BROKEN_OFF, to_act=frozenset(), wants=None), annulled)
    if changed.void:
        reveal = Reveal((state.deck,))
        return Step(replace(changed, phase=Phase.REVEALING, to_act=frozenset(), wants=reveal), annulled)
    if state.deal == 0:
        wants = draw_of(state.options, state.players)
        return Step(replace(changed, phase=Phase.DRAWING, wants=wants), happenings)
    if isinstance(state.wants, Deck) or state.phase is Phase.BROKEN_OFF:
        return Step(with_same_deal(changed), happenings)
    return Step(changed, happenings)
