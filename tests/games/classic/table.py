"""A table of classic Joker with the cards laid out as a test wants them, and short words to play on it."""

from collections.abc import Mapping, Sequence
from random import Random

from joker_lan.engine import (
    Acted,
    Choices,
    Deck,
    Draw,
    Drawn,
    Opened,
    Reveal,
    Revealed,
    Shuffled,
    Slot,
    Step,
    Suit,
    face_code,
    face_of_code,
)
from joker_lan.engine.cards import Face
from joker_lan.engine.table import Seat
from joker_lan.engine.tricks import clockwise
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Action, Bid, Demand, JokerCall, Mode, Play
from joker_lan.games.classic.dealing import with_deal
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import pack
from joker_lan.games.classic.state import HANDS, ClassicState

WIKI = Options()
FREE = Options(dealer_restriction=False)
"""The dealer may bid what he likes, so that a test needs not think of it."""

FULL = (
    "7H KH 6C 8H 9H TH JH QH AH",
    "7S 8S 9S TS JS QS KS AS 6S",
    "7D 8D 9D TD JD QD KD AD 6D",
    "7C 8C 9C TC JC QC KC AC 6H",
)
HIGH = JokerCall(Mode.HIGH)
LOW = JokerCall(Mode.LOW)
NOMINAL = JokerCall(Mode.NOMINAL)


def asks(mode: Mode, suit: Suit, demand: Demand) -> JokerCall:
    """Say what a led joker asks for."""
    return JokerCall(mode, suit, demand)


def arranged(state: ClassicState, hands: Sequence[str], turned: str | None = None) -> dict[Slot, Face]:
    """Return the faces of a deck that deals these hands (codes with spaces, by seat), the other cards behind."""
    cards = [hand.split() for hand in hands]
    order = clockwise(state.dealer, state.players, state.present)
    dealt = [cards[seat][row] for row in range(state.cards_each) for seat in order]
    first = [*dealt, *([] if turned is None else [turned])]
    rest = [code for code in map(face_code, pack(state.options).faces) if code not in first]
    deck = state.deck + 1
    return {Slot(deck, place): face_of_code(code) for place, code in enumerate([*first, *rest])}


def dealt(
    hands: Sequence[str],
    turned: str | None = None,
    *,
    options: Options = WIKI,
    deal: int | None = None,
    dealer: Seat | None = None,
) -> ClassicState:
    """Return a state in which these hands were dealt and all faces are known.

    Without a number it is the deal of the first stage with so many cards; without a dealer the last seat deals, so
    that seat 0 bids and leads first.
    """
    players = len(hands)
    number = len(hands[0].split()) if deal is None else deal
    state = with_deal(GAME.begin(options, players), number, players - 1 if dealer is None else dealer)
    return redealt(state, hands, turned)


def redealt(state: ClassicState, hands: Sequence[str], turned: str | None = None) -> ClassicState:
    """Return the state after the deck that it wants was dealt so that these hands came out."""
    faces = arranged(state, hands, turned)
    state = GAME.fold(state, Shuffled("stock", tuple(faces))).state
    return GAME.fold(state, Opened(faces)).state


def bidden(state: ClassicState, *bids: int) -> ClassicState:
    """Return the state after these bids, from the first bidder on."""
    for bid in bids:
        (seat,) = state.to_act
        state = acted(state, Bid(bid))
        assert state.bids[seat] == bid
    return state


def acted(state: ClassicState, action: Action) -> ClassicState:
    """Return the state after the seat whose turn it is did this."""
    (seat,) = state.to_act
    return GAME.fold(state, Acted(seat, action)).state


def slot_of(state: ClassicState, seat: Seat, code: str) -> Slot:
    """Return where a card lies in a hand."""
    return next(slot for slot in state.table.pile(HANDS[seat]) if face_code(state.table.faces[slot]) == code)


def card(state: ClassicState, code: str, call: JokerCall | None = None) -> Play:
    """Return the action that plays a card of the seat whose turn it is."""
    (seat,) = state.to_act
    return Play(slot_of(state, seat, code), call)


def played(state: ClassicState, *cards: str | tuple[str, JokerCall]) -> ClassicState:
    """Return the state after these cards were played, one after the other; a joker comes with its call."""
    for each in cards:
        code, call = (each, None) if isinstance(each, str) else each
        state = acted(state, card(state, code, call))
    return state


def refused(state: ClassicState, action: Action) -> tuple[str, str | int | None]:
    """Return number and cause of the rule that forbids an action to the seat whose turn it is."""
    (seat,) = state.to_act
    violation = GAME.violation(state, seat, action)
    assert violation is not None
    assert violation.seat == seat
    legal: Choices[Action] = Choices(GAME, state, seat)
    assert action not in tuple(legal)
    return str(violation.rule), violation.about.get("cause")


def codes(state: ClassicState) -> Mapping[str, tuple[JokerCall | None, ...]]:
    """Return the cards that the seat whose turn it is may play, each with its calls."""
    (seat,) = state.to_act
    found: dict[str, tuple[JokerCall | None, ...]] = {}
    legal: Choices[Action] = Choices(GAME, state, seat)
    for action in legal:
        assert isinstance(action, Play)
        code = face_code(state.table.faces[action.slot])
        found[code] = (*found.get(code, ()), action.call)
    return found


def cheated(state: ClassicState, action: Action) -> ClassicState:
    """Return the state after a changed program did what only the hand forbids, and what no other can see."""
    (seat,) = state.to_act
    assert GAME.violation(state, seat, action) is not None
    return acted(state, action)


def opened(state: ClassicState, missing: frozenset[Seat] = frozenset()) -> Step[ClassicState]:
    """Return what the opening of the hands makes of a deal that was played."""
    assert isinstance(state.wants, Reveal)
    return GAME.fold(state, Revealed(state.table.faces, missing))


def table(*hands: str, turned: str, options: Options = FREE) -> ClassicState:
    """Return a deal whose bids are made, all of them passes; seat 0 leads."""
    return bidden(dealt(hands, turned, options=options), *([0] * len(hands)))


def answered(state: ClassicState, random: Random) -> ClassicState:
    """Return the state after what it wants was given to it, all faces known, or a random legal action was done."""
    match state.wants:
        case Draw(lists):
            orders = tuple(tuple(random.sample(range(size), size)) for _, size in lists)
            return GAME.fold(state, Drawn(orders)).state
        case Deck(cards, _, pile):
            slots = tuple(Slot(state.deck + 1, place) for place in range(len(cards)))
            faces = dict(zip(slots, random.sample(cards.faces, len(cards)), strict=True))
            return GAME.fold(GAME.fold(state, Shuffled(pile, slots)).state, Opened(faces)).state
        case Reveal():
            return GAME.fold(state, Revealed(state.table.faces, frozenset())).state
        case None:
            (seat,) = state.to_act
            choices: Choices[Action] = Choices(GAME, state, seat)
            return GAME.fold(state, Acted(seat, random.choice(tuple(choices)))).state
