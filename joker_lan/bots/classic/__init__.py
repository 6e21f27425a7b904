"""A simple player of classic Joker: counts cards, bids what its hand is worth, plays to take exactly that.

A pure function of view, seat and random source. It looks one card ahead: each legal action is judged by how likely it
takes the trick and what the rest of the hand is then worth in points, so that the house rules' own score table makes
it duck when its bid is met and fight when it is not. It takes actions from the game's choices only.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from joker_lan.bots.classic.chances import chances, points, spread, worth
from joker_lan.bots.classic.knowledge import Knowledge, counted
from joker_lan.bots.classic.playing import best_play
from joker_lan.engine import Card, Choices, Rank, Seat, Suit
from joker_lan.games.classic import GAME
from joker_lan.games.classic.actions import Action, Bid, ChooseTrump, LookAtFourth, Play
from joker_lan.games.classic.pack import is_joker
from joker_lan.games.classic.state import ClassicState

__all__ = ["choose"]

_TRUMP_VALUE = {Rank.ACE: 3.0, Rank.KING: 2.0, Rank.QUEEN: 1.4, Rank.JACK: 1.0, Rank.TEN: 0.8}

T = TypeVar("T")


def choose(view: ClassicState, seat: Seat, random: Random) -> Action:
    """Return the action of a seat that is to act.

    Raises:
        ValueError: the seat has nothing to do.
    """
    legal: Choices[Action] = Choices(GAME, view, seat)
    actions = tuple(legal)
    if not actions:
        raise ValueError(seat)
    known = counted(view, seat)
    bids = [action for action in actions if isinstance(action, Bid)]
    if bids:
        return _best_bid(known, bids, random)
    plays = [action for action in actions if isinstance(action, Play)]
    if plays:
        return best_play(known, plays, random)
    trumps = [action for action in actions if isinstance(action, ChooseTrump)]
    return _best(trumps, _trump_worth(known), random) if trumps else LookAtFourth()


def _best(actions: Sequence[T], value: Callable[[T], float], random: Random) -> T:
    values = [value(action) for action in actions]
    top = max(values)
    return random.choice([action for action, each in zip(actions, values, strict=True) if each > top - 1e-6])


def _best_bid(known: Knowledge, bids: Sequence[Bid], random: Random) -> Bid:
    """Return the bid that promises most points, among those near to what the hand is likely to take."""
    state = known.state
    jokers = sum(is_joker(state.options, face) for _, face in known.hand)
    each = chances(known, _ordinary(known))
    expected = sum(each) + jokers
    likely = spread(each)
    full = state.stage in (2, 4)

    def value(bid: Bid) -> float:
        return worth(points(state.options, state.cards_each, bid.tricks, full), 0, jokers, likely)

    return _best(sorted(bids, key=lambda bid: abs(bid.tricks - expected))[:5], value, random)


def _trump_worth(known: Knowledge) -> Callable[[ChooseTrump], float]:
    ordinary = tuple(_ordinary(known))
    strong = sum(card.rank is Rank.ACE for card in ordinary) + len(known.hand) - len(ordinary)

    def value(choice: ChooseTrump) -> float:
        if choice.suit is None:
            return 4.2 if strong >= 2 else 0.0
        return _length(ordinary, choice.suit)

    return value


def _length(cards: Iterable[Card], suit: Suit) -> float:
    return sum(1.0 + _TRUMP_VALUE.get(card.rank, 0.5) for card in cards if card.suit is suit)


def _ordinary(known: Knowledge) -> tuple[Card, ...]:
    options = known.state.options
    return tuple(face for _, face in known.hand if isinstance(face, Card) and not is_joker(options, face))
