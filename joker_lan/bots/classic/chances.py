"""How likely a card takes a trick, and what a hand is worth: estimates of one seat, from counted cards.

The numbers without a derivation are habits of play, tuned in bench/bots.py.
"""

from collections.abc import Sequence
from functools import lru_cache

from joker_lan.bots.classic.knowledge import Knowledge
from joker_lan.engine import Card, Seat, Suit
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.scoring import deal_points

JOKER_TAKES = 0.96
"""How sure a joker is to take a trick when its owner wants it."""

JOKER_IN_THE_WAY = 0.3
"""How often an unseen joker in another hand falls on a trick that one would take."""

FEWER_OTHERS = {1: 1.4, 2: 1.15, 3: 1.0}
"""How much more often a card takes a trick with fewer other players: low cards too, when nobody can follow."""

STEERED = 0.4
"""How much of being one trick off a player can still mend by playing for it."""


def voided(known: Knowledge, seat: Seat, suit: Suit, gone: int = 0) -> float:
    """Return how likely a seat has no ordinary card of a suit; `gone` more of them will have been played."""
    if suit in known.voids[seat]:
        return 1.0
    unseen = max(0, len(known.unseen[suit]) - gone)
    return float((1.0 - unseen / known.hidden) ** known.held[seat]) if known.hidden else 1.0


def ruffed(known: Knowledge, seats: Sequence[Seat], suit: Suit, gone: int = 0) -> float:
    """Return how likely one of these seats trumps a card of a suit."""
    trump = known.state.trump
    if trump is None or trump is suit:
        return 0.0
    safe = 1.0
    for seat in seats:
        lacks = voided(known, seat, suit, gone)
        if lacks > 0.0:
            safe *= 1.0 - lacks * (1.0 - voided(known, seat, trump))
    return 1.0 - safe


def beaten_by_joker(known: Knowledge, seats: Sequence[Seat]) -> float:
    """Return how likely one of these seats lays an unseen joker on a trick."""
    if not known.hidden:
        return 0.0
    share = sum(known.held[seat] for seat in seats) / known.hidden
    return float(1.0 - (1.0 - JOKER_IN_THE_WAY * share) ** known.jokers)


def chances(known: Knowledge, ordinary: Sequence[Card]) -> tuple[float, ...]:
    """Return for each own ordinary card how likely it takes a trick some time in the rest of the deal."""
    own = {suit: sorted((card.rank for card in ordinary if card.suit is suit), reverse=True) for suit in Suit}
    trump = known.state.trump
    shortest = min(len(own[suit]) for suit in Suit if suit is not trump)
    hit = (1.0 - 0.6 * known.density / max(1, len(known.hand))) ** known.jokers
    result = []
    for card in ordinary:
        ranks = own[card.suit]
        place = ranks.index(card.rank)
        if card.suit is trump:
            chance = max(_tops(known, card, place, len(ranks)), _late_trump(known, card.suit, place, shortest))
        else:
            chance = _plain_chance(known, card, place, len(ranks))
        result.append(1.0 - (1.0 - chance * hit) ** FEWER_OTHERS[len(known.held)])
    return tuple(result)


def _tops(known: Knowledge, card: Card, place: int, length: int) -> float:
    """Return how likely no higher card of the suit stands in the way: none is dealt, or lower cards sit it out."""
    higher = known.higher(card)
    none_dealt = float((1.0 - known.density) ** higher)
    sits_out = (0.5 if length - 1 - place >= higher else 0.12) ** higher
    return none_dealt + (1.0 - none_dealt) * sits_out


def _late_trump(known: Knowledge, trump: Suit, place: int, shortest: int) -> float:
    """Return how likely a trump takes a trick for another reason than its rank: trumps have run out, or it ruffs."""
    cards = len(known.hand)
    against = len(known.unseen[trump]) * known.density / max(1, len(known.held))
    if place >= against + 0.5:
        return 0.8
    if cards >= 3 and shortest == 0:
        return 0.55
    return 0.4 if cards >= 4 and shortest == 1 else 0.0


def _plain_chance(known: Knowledge, card: Card, place: int, length: int) -> float:
    others = tuple(known.held)
    chance = _tops(known, card, place, length)
    chance *= 1.0 - ruffed(known, others, card.suit, place * len(others))
    if known.state.trump is None and place >= 3 and len(known.unseen[card.suit]) * known.density <= place:
        chance = max(chance, 0.6)
    leads = known.state.leader == known.seat and not known.state.trick
    return float(chance if leads else chance * (1.0 - 0.75 ** len(known.hand)))


def spread(each: Sequence[float]) -> tuple[float, ...]:
    """Return how likely 0, 1, 2, … of independent events happen."""
    result = [1.0]
    for chance in each:
        longer = [*result, 0.0]
        for count in range(len(result), 0, -1):
            longer[count] = longer[count] * (1.0 - chance) + result[count - 1] * chance
        longer[0] *= 1.0 - chance
        result = longer
    return tuple(result)


def without(likely: Sequence[float], chance: float) -> tuple[float, ...]:
    """Return the spread of the other events when one of them has this chance; the opposite of adding it."""
    size = len(likely) - 1
    result = [0.0] * size
    if chance < 0.5:
        before = 0.0
        for count in range(size):
            before = (likely[count] - before * chance) / (1.0 - chance)
            result[count] = before
    else:
        after = 0.0
        for count in range(size, 0, -1):
            after = (likely[count] - after * (1.0 - chance)) / chance
            result[count - 1] = after
    return tuple(result)


@lru_cache(maxsize=4096)
def points(options: Options, cards: int, bid: int, full: bool) -> tuple[int, ...]:
    """Return a seat's points of a deal for 0, 1, … `cards` tricks taken, as far as they depend on nobody else."""
    return tuple(deal_points(options, cards, {0: bid}, {0: taken}, full=full)[0] for taken in range(cards + 1))


def worth(scores: Sequence[int], taken: int, jokers: int, likely: Sequence[float]) -> float:
    """Return the points to expect from the rest of a deal.

    Args:
        scores: points for 0, 1, … tricks in the whole deal.
        taken: tricks taken already.
        jokers: own jokers that are left; each takes a trick or does not, as its owner wants.
        likely: how likely the own ordinary cards take 0, 1, 2, … tricks.
    """
    last = len(scores) - 1
    total = 0.0
    for count, chance in enumerate(likely):
        low = min(last, taken + count)
        high = min(last, low + jokers)
        best = max(scores[low : high + 1])
        near = max(best, scores[max(taken, low - 1)], scores[min(last, high + 1)])
        total += chance * (best + STEERED * (near - best))
    return total
