"""Seat ports in this process: what a session shows becomes snapshots and changes that a face can wait for."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

import trio

from protocol.seat import Act, Change, Done, Leave, Refused, Snapshot, Wish
from protocol.snapshot import snapshot_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from joker_lan.engine import Seat
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

    def show(self, happenings: tuple[object, ...]) -> None:
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
