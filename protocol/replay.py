"""A log, moment by moment: the same fold as in play, seen by one seat, by the public, or with all hands open.

Hands are open where the log has revealed them: in closed deals. In a running deal nobody's closed cards are in the log,
so nothing more can be shown than the public saw.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from eventlog.entry import Entry, Genesis, LogEntry, Statement
from joker_lan.engine import Seat, State, seen_by
from protocol.deck.context import Secrets
from protocol.folding import Folded
from protocol.match import LogFault, Match
from protocol.position import Position
from protocol.terms import BadTerms
from protocol.view import View


class All(Enum):
    """All hands at once."""

    ALL = "all"


ALL: Final = All.ALL
Seeing: TypeAlias = Seat | All | None


class ReplayError(Exception):
    """The log cannot be replayed from `entry` on; `code` says why. What came before was shown rightly."""

    def __init__(self, code: str, entry: int) -> None:
        super().__init__(code, entry)
        self.code = code
        self.entry = entry


@dataclass(frozen=True, slots=True)
class Moment:
    """What one entry did.

    Attributes:
        entry: its number.
        deal: deal of the schedule in which it happened; what comes before the first deal belongs to it.
        trick: number of the trick in which it happened, from 1.
        happenings: what happened.
        state: the state after it, as it is looked at.
    """

    entry: int
    deal: int
    trick: int
    happenings: tuple[object, ...]
    state: State


def moments(entries: Iterable[LogEntry], seeing: Seeing, *, test_rounds: bool = False) -> Iterator[Moment]:
    """Run through the moments of a log.

    Args:
        entries: from entry 0 on.
        seeing: a seat, None for the public, or `ALL`.
        test_rounds: admit proofs of fewer rounds than play allows.

    Raises:
        ReplayError: an entry does not hold; the moments before it have been given.
    """
    log = tuple(entries)
    if not log or not isinstance(log[0], Genesis):
        raise ReplayError("no-start", 0)
    try:
        match = Match.begin(log[0], test_rounds=test_rounds)
    except BadTerms as error:
        raise ReplayError(error.code, 0) from None
    seats = match.terms.seats if seeing is ALL else () if seeing is None else (seeing,)
    view = View.begin(match.last, *seats)
    lens = _Lens(revealed_seeds(log), seats)
    yield _moment(match.last, match.last, view, seeing, ())
    for entry in log[1:]:
        try:
            grown, folded = match.append(entry)
        except LogFault as fault:
            raise ReplayError(fault.why, fault.n) from None
        view, happenings = view.follow(folded, lens.secrets(folded))
        yield _moment(match.last, grown.last, view, seeing, happenings)
        match = grown


def _moment(before: Position, after: Position, view: View, seeing: Seeing, happenings: tuple[object, ...]) -> Moment:
    state = view.state if seeing is ALL else seen_by(view.state, seeing)
    tricks_taken = after.terms.game.tricks_taken
    # The card that takes a trick belongs to it, and the seed that closes a deal to that deal; a new deal has no tricks.
    trick = min(tricks_taken(before.state), tricks_taken(after.state)) + 1
    return Moment(after.n, max(1, before.state.deal), trick, happenings, state)


def revealed_seeds(log: Iterable[LogEntry]) -> dict[tuple[bytes, Seat], bytes]:
    """Return the seeds that a log reveals, by (context, seat); whether they are the committed ones is not checked."""
    seeds: dict[tuple[bytes, Seat], bytes] = {}
    for entry in log:
        if isinstance(entry, Entry) and isinstance(entry.statement, Statement) and entry.statement.kind == "reveal":
            match entry.statement.body:
                case (int(), bytes(ctx), bytes(seed)) if len(ctx) == len(seed) == 32:
                    seeds[ctx, entry.statement.seat] = seed
    return seeds


class _Lens:
    """The secrets with which some seats' cards can be seen, made when their deck is on the table."""

    def __init__(self, seeds: Mapping[tuple[bytes, Seat], bytes], seats: tuple[Seat, ...]) -> None:
        self._seeds = seeds
        self._seats = seats
        self._secrets: dict[tuple[bytes, Seat], Secrets] = {}

    def secrets(self, folded: Folded) -> Mapping[tuple[bytes, Seat], Secrets]:
        playing = folded.position.playing
        if playing is not None:
            for seat in self._seats:
                key = playing.deck.ctx, seat
                if key not in self._secrets and key in self._seeds:
                    self._secrets[key] = Secrets(self._seeds[key], playing.deck.ctx, playing.player(seat))
        return self._secrets
