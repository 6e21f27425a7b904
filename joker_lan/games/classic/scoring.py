"""Points: of a deal (A29–A31), of a stage (A32–A35), and who wins (A36). Small pure functions; knows no state.

Points are made as a list of terms, so that the sum and its explanation can never disagree.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from joker_lan.engine.table import Seat
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.sheet import ChargeLine, DealLine, Line, StageLine

_UK_KHISHT = -20


class Reason(StrEnum):
    """What a term of a cell's arithmetic stands for."""

    PASSED = "passed"
    EXACT = "exact"
    EXACT_TRICKS = "exact_tricks"
    ALL_TRICKS = "all_tricks"
    KHISHT = "khisht"
    MISSED = "missed"
    SHORT = "short"
    OVER = "over"
    DEALS = "deals"
    BONUS = "bonus"
    LOSS = "loss"
    CHARGE = "charge"


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a cell: `count` times `each` points, and why."""

    reason: Reason
    each: int
    count: int = 1

    @property
    def points(self) -> int:
        """The points of this term."""
        return self.each * self.count


def khisht(options: Options, bids: Mapping[Seat, int], taken: Mapping[Seat, int]) -> frozenset[Seat]:
    """Return the seats whose line is a khisht: tricks announced and none taken (A29), or as `khishtRule` says.

    Under `worstFailed` (not in `uk`) it is who failed with the fewest tricks, all that are level.
    """
    if options.khisht_rule == "zeroTricks" or options.scoring == "uk":
        return frozenset(seat for seat in bids if bids[seat] > 0 and taken[seat] == 0)
    failed = [seat for seat in bids if bids[seat] != taken[seat]]
    fewest = min((taken[seat] for seat in failed), default=0)
    return frozenset(seat for seat in failed if taken[seat] == fewest)


def deal_terms(options: Options, cards: int, bid: int, taken: int, *, full: bool, struck: bool) -> tuple[Term, ...]:
    """Return the arithmetic of one player's score in one deal (A29–A31).

    Args:
        options: the house rules.
        cards: cards each.
        bid: tricks announced.
        taken: tricks taken.
        full: it is a deal of stage 2 or 4.
        struck: the bid counts as a khisht, see `khisht`.
    """
    match options.scoring:
        case "ru":
            return _ru_terms(options, cards, bid, taken, full=full, struck=struck)
        case "uk":
            return _uk_terms(options, bid, taken, struck=struck)
        case "minus":
            return _minus_terms(options, cards, bid, taken, full=full, struck=struck)


def _ru_exact(options: Options, cards: int, bid: int, *, full: bool) -> tuple[Term, ...]:
    if bid == cards and (full or options.full_hand == "everyDeal"):
        return (Term(Reason.ALL_TRICKS, 100, bid),)
    return (Term(Reason.EXACT, 50), Term(Reason.EXACT_TRICKS, 50, bid))


def _ru_terms(options: Options, cards: int, bid: int, taken: int, *, full: bool, struck: bool) -> tuple[Term, ...]:
    if bid == taken:
        return (Term(Reason.PASSED, 50),) if bid == 0 else _ru_exact(options, cards, bid, full=full)
    if struck:
        return (Term(Reason.KHISHT, options.khisht),)
    return (Term(Reason.MISSED, 10 if options.miss == "tenPerTrick" else 0, taken),)


def _uk_terms(options: Options, bid: int, taken: int, *, struck: bool) -> tuple[Term, ...]:
    if bid == taken:
        return (Term(Reason.PASSED, 5),) if bid == 0 else (Term(Reason.EXACT_TRICKS, 10, bid),)
    if taken > bid:
        return (Term(Reason.OVER, 1, taken if options.uk_over == "allTricks" else taken - bid),)
    short = (Term(Reason.SHORT, -10, bid - taken),)
    if not struck:
        return short
    extra = (Term(Reason.KHISHT, _UK_KHISHT),)
    return (*short, *extra) if options.uk_khisht == "add" else extra


def _minus_terms(options: Options, cards: int, bid: int, taken: int, *, full: bool, struck: bool) -> tuple[Term, ...]:
    if bid == taken:
        if bid == 0:
            return (Term(Reason.PASSED, options.minus_pass),)
        if options.minus_exact == "ru":
            return _ru_exact(options, cards, bid, full=full)
        return (Term(Reason.EXACT_TRICKS, 100, bid),)
    if taken > bid:
        terms = (Term(Reason.OVER, 10 if options.minus_over == "tenPerTrick" else 0, taken),)
    else:
        terms = (Term(Reason.SHORT, -100, bid - taken),)
    return (*terms, Term(Reason.KHISHT, options.khisht)) if struck and options.minus_khisht == "add" else terms


def deal_points(
    options: Options, cards: int, bids: Mapping[Seat, int], taken: Mapping[Seat, int], *, full: bool
) -> Mapping[Seat, int]:
    """Return everybody's points of one deal (A29–A31); arguments as in `deal_terms`, by seat."""
    struck = khisht(options, bids, taken)
    return {
        seat: sum(
            term.points
            for term in deal_terms(options, cards, bids[seat], taken[seat], full=full, struck=seat in struck)
        )
        for seat in bids
    }


@dataclass(frozen=True, slots=True)
class Premium:
    """What the premium of a stage gives and takes, by seat (0 or more), and who earned it."""

    bonus: tuple[int, ...]
    loss: tuple[int, ...]
    earned: frozenset[Seat]


def premium(
    options: Options,
    points: Sequence[Sequence[int]],
    exact: Collection[Seat],
    counting: Collection[Seat],
) -> Premium:
    """Return the premium of a finished stage (A32–A35).

    Args:
        options: the house rules.
        points: deal by deal, points by seat.
        exact: seats that took what they announced in every deal of the stage.
        counting: seats that took part in every deal of the stage; the others neither win nor lose by it (A41), and
            under `nextPlayer` they are passed over.
    """
    players = len(points[0])
    earned = frozenset() if options.premium == "off" else frozenset(exact) & frozenset(counting)
    bonus = [0] * players
    for seat in earned:
        bonus[seat] = _best(points, seat, whole=options.bonus_from == "wholePulka")
    loss = [0] * players
    for seat in _losers(options, earned, counting, players):
        loss[seat] = max(0, _best(points, seat, whole=options.loss_from == "wholePulka"))
    return Premium(tuple(bonus), tuple(loss), earned)


def _best(points: Sequence[Sequence[int]], seat: Seat, *, whole: bool) -> int:
    return max((deal[seat] for deal in (points if whole else points[:-1])), default=0)


def _losers(options: Options, earned: frozenset[Seat], counting: Collection[Seat], players: int) -> frozenset[Seat]:
    if options.premium == "allOthers":
        return frozenset(counting) - earned if len(earned) == 1 else frozenset()
    neighbours = set()
    for seat in earned:
        others = (other % players for other in range(seat + 1, seat + players))
        neighbours.add(next((other for other in others if other in counting), seat))
    return frozenset(neighbours) - earned


def winners(options: Options, totals: Sequence[int]) -> frozenset[Seat]:
    """Return who has most points (A36); equal totals share, or the first on the sheet wins alone (`tieAtEnd`)."""
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return frozenset(best if options.tie_at_end == "shared" else best[:1])


def explain(options: Options, line: Line, seat: Seat) -> tuple[Term, ...]:
    """Return the arithmetic of a cell of the score sheet; the points of its terms sum up to the cell."""
    match line:
        case DealLine():
            bid, taken = line.bids[seat], line.taken[seat]
            if bid is None or taken is None:
                return ()
            return deal_terms(options, line.cards, bid, taken, full=line.stage in (2, 4), struck=seat in line.khisht)
        case ChargeLine():
            return (Term(Reason.CHARGE, line.points),) if seat == line.seat else ()
        case StageLine():
            terms = [Term(Reason.DEALS, line.subtotal[seat])]
            if line.bonus[seat]:
                terms.append(Term(Reason.BONUS, line.bonus[seat]))
            if line.loss[seat]:
                terms.append(Term(Reason.LOSS, -line.loss[seat]))
            return tuple(terms)
