"""Seat ports in this process: what a session shows becomes snapshots and changes that a face can wait for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import trio

from joker_lan.engine import Deck as WantDeck
from joker_lan.engine import Reveal, Seat
from protocol.seat import (
    Act,
    Broken,
    Change,
    Done,
    Drawing,
    Kind,
    Leave,
    Over,
    Paused,
    Person,
    Phase,
    Playing,
    Preparing,
    Refused,
    Revealing,
    Snapshot,
    Wish,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from protocol.position import JointDeck
    from protocol.session import Session

KEPT_MAX = 1000
"""How many changes a port keeps for a face that is slow; one that is slower begins anew."""


class LocalPort:
    """The port of one local seat."""

    def __init__(self, session: Session, seat: Seat, act: Callable[[Seat, Any], Awaitable[Done | Refused]]) -> None:
        self._session = session
        self._seat = seat
        self._act = act
        self._changes: deque[Change] = deque(maxlen=KEPT_MAX)
        self._snapshot = snapshot_of(session, seat, 0)
        self._news = trio.Event()
        self._is_closed = False

    def show(self, happenings: tuple[Any, ...]) -> None:
        """Something changed: what happened, and a new snapshot."""
        number = self._snapshot.number + 1
        self._snapshot = snapshot_of(self._session, self._seat, number)
        self._changes.append(Change(number, happenings, self._snapshot))
        self._wake()

    def close(self) -> None:
        """The table closes: whoever waits for changes gets the last ones and then the end."""
        self._is_closed = True
        self._wake()

    def _wake(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def snapshot(self) -> Snapshot:
        """Return the present snapshot."""
        return self._snapshot

    async def changes(self, after: int) -> AsyncIterator[Change]:
        """Run through all changes with a number above `after`; see `SeatPort`."""
        while True:
            waiting = [change for change in self._changes if change.number > after]
            if waiting and waiting[0].number > after + 1:
                waiting = [Change(self._snapshot.number, (), self._snapshot)]
            for change in waiting:
                yield change
                after = change.number
            if not waiting:
                if self._is_closed:
                    return
                await self._news.wait()

    async def send(self, wish: Wish) -> Done | Refused:
        """Send a wish and wait until it is durable here, or refused."""
        match wish:
            case Act(action):
                if self._is_closed:
                    return Refused(code="not-now")
                return await self._act(self._seat, action)
            case Leave():
                return Done()


def snapshot_of(session: Session, seat: Seat, number: int) -> Snapshot:
    """Return what a local seat may know now."""
    position, terms = session.match.last, session.match.terms
    view, may_act = session.view(seat), session.may_act(seat)
    return Snapshot(
        number=number,
        seat=seat,
        game=terms.game.id,
        options=terms.options,
        phase=phase_of(session),
        view=view,
        offers=terms.game.offers(view, seat) if may_act else (),
        may_act=may_act,
        people=people_of(session),
        title=position.title,
        check=position.check,
        rules_code=terms.rules_code,
        entry=position.n,
        final_entry=session.ledger.final,
        proved=position.proved,
    )


def people_of(session: Session) -> tuple[Person, ...]:
    """Return who sits at the table; the name of another device's seat is empty until it is said."""
    position, start, own = session.match.last, session.match.terms.start, session.identity.names
    return tuple(
        Person(number, name or own.get(number, ""), Kind(seat.kind), seat.device)
        for number, (name, seat) in enumerate(zip(position.names, start.seats, strict=True))
    )


def phase_of(session: Session) -> Phase:
    """Return the phase that faces show."""
    position = session.match.last
    if session.guilt is not None:
        return Broken(session.guilt.wrong, session.guilt.seat)
    if position.convictions:
        return Broken(position.convictions[0].code, position.convictions[0].seat)
    if position.is_over and position.state.result is not None and session.ledger.final == position.n:
        return Over(position.state.result)
    if session.missing:
        return Paused(session.missing)
    if not position.check or position.draw is not None:
        return Drawing()
    if isinstance(position.state.wants, Reveal) or position.closed is not None or position.is_over:
        return Revealing()  # the last agreement too is waited for until it is final
    if isinstance(position.state.wants, WantDeck):
        return _preparing(position.preparing, len(position.present))
    return Playing()


def _preparing(joint: JointDeck | None, seats: int) -> Preparing:
    of = 7 * seats
    if joint is None:
        return Preparing(0, of)
    deck = joint.deck
    lists = (deck.commits, deck.shadows, deck.coins, deck.answers)
    said = sum(each is not None for one in lists for each in one)
    return Preparing(said + len(deck.shuffles) + len(deck.locks) + len(deck.readys), of)
