"""Following a `seat` port to an end that may come from either side."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from protocol.seat import Change, SeatPort

__all__ = ["following"]


@asynccontextmanager
async def following(port: SeatPort, after: int) -> AsyncIterator[AsyncIterator[Change]]:
    """Give the changes of a port; whoever leaves before the last of them leaves nothing running behind."""
    changes = port.changes(after)
    try:
        yield changes
    finally:
        close = getattr(changes, "aclose", None)  # the contract asks for an iterator, and a generator needs closing
        if close is not None:
            await close()
