"""Which deals are played (A6, A7), who deals first (A8), how bids may go (A13, A14) and trump be chosen (A12).

Small pure functions; knows no state.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from joker_lan.engine.cards import Card, Face, Pack, Rank, Suit
from joker_lan.engine.table import Seat
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.pack import is_joker

_LARGEST: Final = {2: 18, 3: 12, 4: 9}
"""Players -> cards each in a full deal (A6, A7)."""

SEEN_BEFORE_TRUMP: Final = 3
"""Cards that everybody sees of his own before trump is named (A12)."""


@dataclass(frozen=True, slots=True)
class PlannedDeal:
    """A deal of the schedule: its stage 1…4, cards each, whether it is a full deal, and whether it ends its stage."""

    stage: int
    cards: int
    full: bool
    ends_stage: bool


def stages(options: Options, players: int) -> tuple[tuple[int, ...], ...]:
    """Return the cards each of every deal, stage by stage, for the whole game (A6, A7)."""
    full = _LARGEST[players]
    rising = tuple(range(1, full))
    deals = 4 if options.full_deals == "fixed4" else players
    return (rising, (full,) * deals, rising[::-1], (full,) * deals)


@lru_cache(maxsize=64)
def schedule(options: Options, players: int) -> tuple[PlannedDeal, ...]:
    """Return the deals that will be played, in order; `deals` may have shortened them."""
    planned = tuple(
        PlannedDeal(number, cards, number % 2 == 0, index == len(stage) - 1)
        for number, stage in enumerate(stages(options, players), start=1)
        for index, cards in enumerate(stage)
    )
    return planned if options.deals == "all" else planned[: options.deals]


@dataclass(frozen=True, slots=True)
class AceDeal:
    """How the first dealer was found: the card put in the centre, and who got which card, the ace last."""

    dealer: Seat
    centre: Face | None
    shown: tuple[tuple[Seat, Face], ...]


def ace_deal(cards: Sequence[Face], first_receiver: Seat, players: int, centre: Face | None = None) -> AceDeal:
    """Deal open cards one at a time, clockwise, until somebody gets an ace: that player deals first (A8).

    Args:
        cards: in dealing order, without the card in the centre.
        first_receiver: who gets the first card.
        players: number of seats.
        centre: a card that was put in the middle before; it never counts.

    Raises:
        ValueError: there is no ace among the cards.
    """
    shown: list[tuple[Seat, Face]] = []
    for index, face in enumerate(cards):
        seat = (first_receiver + index) % players
        shown.append((seat, face))
        if type(face) is Card and face.rank is Rank.ACE:
            return AceDeal(seat, centre, tuple(shown))
    raise ValueError(cards)


def first_dealer(options: Options, pack: Pack, order: Sequence[int], provisional: Seat, players: int) -> AceDeal:
    """Find the first dealer from a shuffled pack (A8).

    With `ace_topcard` the first card goes to the centre; with `ace_in_centre` an ace is searched out for it before the
    others are shuffled; it is the first of the pack, so that the order of the others stays a fair one; with `lot` the
    centre stays empty.

    Args:
        options: the house rules.
        pack: the cards.
        order: card ids in the order of the shuffled pack.
        provisional: who deals these open cards; his left neighbour gets the first.
        players: number of seats.
    """
    faces = [pack.faces[card] for card in order]
    receiver = (provisional + 1) % players
    match options.first_dealer:
        case "ace_topcard":
            return ace_deal(faces[1:], receiver, players, faces[0])
        case "ace_in_centre":
            centre = next(face for face in pack.faces if type(face) is Card and face.rank is Rank.ACE)
            return ace_deal([face for face in faces if face != centre], receiver, players, centre)
        case "lot":
            return ace_deal(faces, receiver, players)


def trump_choices(options: Options, first_three: Sequence[Face]) -> tuple[Suit | None, ...]:
    """Return what the chooser may name after his first three cards; None is no trump (A12).

    Args:
        options: the house rules.
        first_three: the faces that are known of them; while one is not, every suit may be among them.
    """
    suits = tuple(Suit)
    if options.trump_from_3 == "held" and len(first_three) == 3:
        held = {face.suit for face in first_three if type(face) is Card and not is_joker(options, face)}
        suits = tuple(suit for suit in Suit if suit in held)
    return (*suits, None) if options.allow_no_trump_choice else suits


def closed_bid(options: Options, cards: int, others: Sequence[int]) -> int | None:
    """Return the bid that is closed to the dealer, who bids last, or None (A14).

    Args:
        options: the house rules.
        cards: cards each.
        others: the bids of all the others.
    """
    rest = cards - sum(others)
    return rest if options.dealer_restriction and rest >= 0 else None


class Mood(StrEnum):
    """What the sum of the bids makes of a deal (A14)."""

    PUSHED = "pihalovka"
    FOUGHT = "otnimalovka"
    EVEN = "even"


def bid_mood(cards: int, bids: Sequence[int]) -> Mood:
    """Tell whether fewer tricks were bid than there are, more, or as many."""
    total = sum(bids)
    if total < cards:
        return Mood.PUSHED
    return Mood.FOUGHT if total > cards else Mood.EVEN
