"""One's own closed cards in a game that is not over: the seeds that this device keeps for them.

Responsible for finding the private file of a log and for taking one person's seeds out of it. Nobody else's leave it,
though the keys of all seats of this device lie there: nobody may look into the cards of the bots at his table.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from eventlog.entry import Entry, Genesis, LogEntry, Statement
from eventlog.keys import SIGNATURE_SIZE
from eventlog.store import FileKind, StoreError, read_log
from joker_lan.engine import Seat
from protocol.codes import table_tag
from protocol.seat import Kind
from protocol.statements import Start, Unreadable, read_start
from protocol.vault import BadRecord, Vault

__all__ = ["own_seeds", "reveals_to_come"]


def own_seeds(log: Path, genesis: Genesis, seat: Seat, data: Path) -> Mapping[bytes, bytes]:
    """Return the seeds of a person of this device by the context of the deck; empty for everybody else.

    Args:
        log: the log; its private file lies beside it, or in the data folder when the log was put elsewhere.
        genesis: entry 0, which tells the public keys of the seats.
        seat: whose cards are wanted.
        data: the data folder.
    """
    try:
        start = read_start(genesis.body)
    except Unreadable:
        return {}
    if not 0 <= seat < len(start.seats) or start.seats[seat].kind != Kind.PERSON:
        return {}
    for path in _private_files(log, data, table_tag(start.table)):
        vault = _vault(path)
        if vault is not None and _is_of(vault, start, seat):
            return {ctx: seed for (ctx, owner), seed in vault.seeds.items() if owner == seat}
    return {}


def reveals_to_come(seat: Seat, seeds: Mapping[bytes, bytes]) -> Iterator[LogEntry]:
    """Yield what a seat will reveal when its deals are over, for a replay that looks ahead for seeds.

    These entries have no signatures and no place in the log: nothing may be folded from them.
    """
    for ctx, seed in seeds.items():
        statement = Statement("reveal", seat, 0, 0, bytes(32), (0, ctx, seed))
        yield Entry(1, 0, statement, bytes(SIGNATURE_SIZE), bytes(SIGNATURE_SIZE))


def _private_files(log: Path, data: Path, tag: str) -> Iterator[Path]:
    yield log.with_suffix(".own")
    yield from sorted(data.glob(f"*/*-{tag.lower()}.own"))


def _vault(path: Path) -> Vault | None:
    """Return the secrets in a private file, None if it cannot be read or holds none."""
    vault = Vault()
    try:
        for record in read_log(path, FileKind.OWN).records:
            match record:
                case ("key" | "seed", *_):
                    vault = vault.with_record(record)
                case _:
                    pass
    except (StoreError, BadRecord):
        return None
    return vault


def _is_of(vault: Vault, start: Start, seat: Seat) -> bool:
    """Tell whether secrets belong to this seat of this game."""
    key = vault.keys.get(seat)
    return key is not None and key.public == start.seats[seat].key
