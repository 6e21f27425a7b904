"""A game that its person left in the middle, made fast: its log, and the private file of its device beside it."""

from collections.abc import Callable
from pathlib import Path

from eventlog.store import FileKind, LogFile
from protocol.position import Position
from protocol.vault import key_record, seed_record
from tests.support.puppets import Puppets, file_of

__all__ = ["leave", "write_private"]


def leave(folder: Path, *, until: Callable[[Position], bool], seed: int = 1) -> tuple[Puppets, Path]:
    """Play a game of Seat 0, a person, against Seat 1, a bot of his device, until a condition holds."""
    puppets = Puppets(seats=(0, 0), kinds=("person", "bot"), seed=seed)
    puppets.play(until=until)
    log = folder / "left.jlog"
    log.write_bytes(file_of(puppets.entries))
    write_private(log.with_suffix(".own"), puppets)
    return puppets, log


def write_private(path: Path, puppets: Puppets) -> None:
    """Write the private file of a device with all seats of a game, the bot's secrets before the person's."""
    records = []
    for seat, vault in sorted(puppets.vaults.items(), reverse=True):
        records += [key_record(seat, vault.keys[seat].seed)]
        records += [seed_record(ctx, owner, found) for (ctx, owner), found in vault.seeds.items()]
    with LogFile.create(path, FileKind.OWN) as file:
        file.append(None, records)
