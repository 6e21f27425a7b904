"""The one fold: live play, resume, replay, audit and bots all read a log with `Match`.

A match remembers the positions that a statement may still name as seen, so that everything said is judged by what its
author knew. It trusts nobody: signatures, order, and what is said are checked for every entry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from eventlog.chain import Chain, ChainFault, ChainReason
from eventlog.entry import Genesis, LogEntry, Statement
from eventlog.keys import verify
from protocol.accusing import convicted
from protocol.folding import Folded, fold
from protocol.judging import Allowed, is_lapsed, judge
from protocol.offences import Guilt, Offence, Wrong
from protocol.position import Position
from protocol.statements import ACCUSE_KIND, Accuse
from protocol.terms import Terms, read_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from joker_lan.engine import Seat


class Faulty(StrEnum):
    """Why an entry cannot follow a log."""

    NUMBER = "number"
    EPOCH = "epoch"
    AUTHOR = "author"
    SIGNATURE = "signature"
    ORDER = "order"
    SEQUENCE = "sequence"
    SEEN = "seen"
    FORK = "fork"
    STUB = "stub"
    OFFENCE = "offence"


CHAIN_FAULTS = {
    ChainReason.NUMBER: Faulty.NUMBER,
    ChainReason.EPOCH: Faulty.EPOCH,
    ChainReason.AUTHOR_SIGNATURE: Faulty.SIGNATURE,
    ChainReason.ORDER_SIGNATURE: Faulty.ORDER,
}


class LogFault(Exception):  # noqa: N818 - a verdict word
    """An entry does not belong into this log.

    Attributes:
        n: number of the entry.
        why: the reason.
        seat: author of its statement, if that is known.
        offence: what the author is guilty of, where the statement itself is wrong.
    """

    def __init__(self, n: int, why: Faulty, seat: Seat | None = None, offence: Offence | None = None) -> None:
        super().__init__(n, why, seat, offence)
        self.n = n
        self.why = why
        self.seat = seat
        self.offence = offence


@dataclass(frozen=True, slots=True)
class Match:
    """The log so far.

    Attributes:
        terms: what entry 0 settles.
        positions: consecutive positions, the last is the newest; older ones than any author may name are forgotten.
    """

    terms: Terms
    positions: tuple[Position, ...]

    @classmethod
    def begin(cls, genesis: Genesis, *, test_rounds: bool = False) -> Match:
        """Return the match after entry 0.

        Raises:
            BadTerms: it cannot begin a game here.
        """
        terms = read_terms(genesis, test_rounds=test_rounds)
        count = len(terms.seats)
        position = Position(
            terms=terms,
            chain=Chain.rooted(genesis),
            said=(0,) * count,
            seen=(0,) * count,
            names=("",) * count,
            title="",
            state=terms.game.begin(terms.options, count),
        )
        return cls(terms, (position,))

    @classmethod
    def of(cls, entries: Iterable[LogEntry], *, test_rounds: bool = False) -> Match:
        """Fold a whole log.

        Raises:
            BadTerms: entry 0 cannot begin a game here, or is missing.
            LogFault: an entry does not follow.
        """
        match: Match | None = None
        for entry in entries:
            if isinstance(entry, Genesis):
                if match is not None:
                    raise LogFault(match.last.n + 1, Faulty.NUMBER)
                match = cls.begin(entry, test_rounds=test_rounds)
            elif match is None:
                raise LogFault(0, Faulty.NUMBER)
            else:
                match, _ = match.append(entry)
        if match is None:
            raise LogFault(0, Faulty.NUMBER)
        return match

    @property
    def last(self) -> Position:
        """The newest position."""
        return self.positions[-1]

    def at(self, n: int) -> Position | None:
        """Return the position after entry n, None if it is not there or no longer remembered."""
        index = n - self.positions[0].n
        return self.positions[index] if 0 <= index < len(self.positions) else None

    def weigh(self, statement: Statement) -> Allowed | Offence | None:
        """Judge a statement whose signature holds; None if this log cannot: it names a position that is not here."""
        return self._weigh(statement, points=True)

    def _weigh(self, statement: Statement, *, points: bool) -> Allowed | Offence | None:
        seat, seen, last = statement.seat, self.at(statement.seen), self.last
        if statement.seq < last.said[seat]:
            # It was said long ago, or instead of what is in the log. An old accusation is left as it was judged then:
            # what it was judged by may be forgotten.
            if statement.kind == ACCUSE_KIND:
                return None
        elif statement.seen < last.seen[seat]:
            return Offence(seat, Wrong.SEEN, statement.kind)  # also where that position is forgotten
        if seen is None or seen.chain.head != statement.seen_head:
            return None
        return judge(
            statement, seen, last, convict=lambda said: convicted(said, self.upto(statement.seen)), points=points
        )

    def renewed(self, judged: Allowed | Offence, statement: Statement) -> Allowed | Offence | None:
        """Return what `weigh` said of a statement earlier as it would say it now: it can only have lapsed since."""
        seen = self.at(statement.seen)
        if seen is None:
            return None
        if isinstance(judged, Offence):
            return judged
        return replace(judged, lapsed=is_lapsed(judged.said, statement.seat, seen, self.last))

    def append(
        self, entry: LogEntry, *, judged: Allowed | Offence | None = None, points: bool = True
    ) -> tuple[Match, Folded]:
        """Check an entry in full and fold it.

        `judged` is what `weigh` has said of its statement here, if it was asked already.
        `points` is whether the points of a shuffle are projected; the audit leaves it out where seeds are re-executed.

        Raises:
            LogFault: the entry does not follow.
        """
        last, terms = self.last, self.terms
        n = last.n + 1
        if isinstance(entry, Genesis):
            raise LogFault(n, Faulty.NUMBER)
        statement = entry.statement
        if not isinstance(statement, Statement):
            raise LogFault(n, Faulty.STUB)
        seat = statement.seat
        if seat >= len(terms.seats):
            raise LogFault(n, Faulty.AUTHOR)
        if entry.epoch != 0:
            raise LogFault(n, Faulty.EPOCH)  # a change of orderer needs votes, which this version does not have
        orderer = terms.start.devices[last.orderer(entry.epoch)]
        chain = last.chain.append(entry, authors=(terms.seat_key(seat),), orderer=orderer)
        if isinstance(chain, ChainFault):
            raise LogFault(n, CHAIN_FAULTS[chain.reason], seat)
        if statement.seq != last.said[seat]:
            raise LogFault(n, Faulty.SEQUENCE, seat)
        judged = judged or self._weigh(statement, points=points)
        if judged is None:
            raise LogFault(n, Faulty.SEEN if self.at(statement.seen) is None else Faulty.FORK, seat)
        if isinstance(judged, Offence):
            raise LogFault(n, Faulty.OFFENCE, seat, judged)
        folded = fold(last, chain, statement, judged, self._guilt(judged, statement.seen))
        return self._grown(folded.position), folded

    def upto(self, n: int) -> Match:
        """Return the match as it was after entry n, which is still remembered."""
        count = n - self.positions[0].n + 1
        assert count > 0
        return replace(self, positions=self.positions[:count])

    def _guilt(self, judged: Allowed, seen: int) -> Guilt | None:
        is_new = isinstance(judged.said, Accuse) and not judged.lapsed
        return convicted(judged.said, self.upto(seen)) if is_new and isinstance(judged.said, Accuse) else None

    def _grown(self, position: Position) -> Match:
        """Forget what nobody can name any more: a new statement names nothing older than its author's last, and the
        statement that an accusation speaks of nothing older than what its author's last had named then."""
        first = self.positions[0].n
        index = min(position.seen) - first
        drop = max(0, min(self.positions[index].seen) - first) if index >= 0 else 0
        return Match(self.terms, (*self.positions[drop:], position))

    def is_signed(self, statement: Statement, signature: bytes) -> bool:
        """Tell whether its seat has signed a statement of this game."""
        if statement.seat >= len(self.terms.seats):
            return False
        return verify(self.terms.seat_key(statement.seat), signature, statement.digest(self.terms.game_id))
