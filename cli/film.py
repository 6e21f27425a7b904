"""A log as a film: its entries, the people in it, and the moments between which a replay may choose.

Responsible for reading the file and for turning what stops it into a fault or a note. It must not tell anything of
the game in words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from cli.errors import CommandError, Fault
from cli.exits import Exit
from cli.own_hand import own_seeds, reveals_to_come
from cli.store_faults import store_fault
from cli.text import printable
from eventlog.entry import Entry, Genesis, LogEntry, Statement, entry_from_plain
from eventlog.errors import EntryError
from eventlog.store import StoreError, StoreReason, read_log
from joker_lan.games.classic.state import ClassicState
from protocol.replay import Moment, ReplayError, Seeing, moments
from protocol.seat import Kind, Person
from protocol.statements import Name, Unreadable, read_body, read_start

__all__ = ["Film", "Shot", "open_film"]


@dataclass(frozen=True, slots=True)
class Shot:
    """What one entry did: its moment, and how the game stood before and after it, as it is looked at."""

    moment: Moment
    before: ClassicState
    after: ClassicState


@dataclass(frozen=True, slots=True)
class Film:
    """A log that can be shown.

    Attributes:
        file: as it was named.
        entries: all that could be read, the first is entry 0.
        people: who sits where, with the names that the log tells.
        notes: what is wrong with the end of the file, to be told beside the film.
    """

    file: str
    entries: tuple[LogEntry, ...]
    people: tuple[Person, ...]
    notes: tuple[Fault, ...]

    def shots(self, seeing: Seeing, data: Path | None = None) -> Iterator[Shot]:
        """Run through the log as seen by a seat, by everybody (None) or with all hands (`protocol.replay.ALL`).

        Args:
            seeing: whose eyes.
            data: this device's folder of data: in a game that is not over, its person sees the own closed cards
                too; None for nobody.

        Raises:
            CommandError: the log cannot be followed further; what was yielded before is right as far as it goes.
        """
        before: ClassicState | None = None
        ahead = () if data is None else self._ahead(seeing, data)
        try:
            # What is ahead of the log is looked at for its seeds only: the film ends where the log does.
            for moment in islice(moments((*self.entries, *ahead), seeing), len(self.entries)):
                after = moment.state
                assert isinstance(after, ClassicState)  # the only game that this version plays
                yield Shot(moment, before or after, after)
                before = after
        except ReplayError as error:
            about = {"path": self.file, "entry": error.entry, "reason": error.code}
            raise CommandError(Fault("replay-stopped", Exit.INVALID, about)) from error

    def _ahead(self, seeing: Seeing, data: Path) -> tuple[LogEntry, ...]:
        """Return the reveals that are still to come of a person of this device."""
        first = self.entries[0]
        assert isinstance(first, Genesis)
        if not isinstance(seeing, int):
            return ()
        return tuple(reveals_to_come(seeing, own_seeds(Path(self.file), first, seeing, data)))


def open_film(file: str) -> Film:
    """Read a log.

    Raises:
        CommandError: there is no such file, or it holds no game.
    """
    try:
        scan = read_log(file)
    except StoreError as error:
        raise CommandError(store_fault(error)) from error
    entries = []
    notes = []
    try:
        for record in scan.records:
            entries.append(entry_from_plain(record))
    except EntryError as error:
        about = {"path": file, "entry": len(entries), "reason": error.reason.value}
        notes.append(Fault("replay-stopped", Exit.INVALID, about))
    if not entries or not isinstance(entries[0], Genesis):
        if notes:
            raise CommandError(notes[0])
        raise CommandError(Fault(StoreReason.UNFINISHED.value, Exit.INCOMPLETE, {"path": file}))
    if scan.damage is not None:
        notes.append(Fault("film-damaged", Exit.INVALID, {"path": file, "offset": scan.damage.offset}))
    elif scan.torn is not None:
        notes.append(Fault("film-torn", Exit.DONE, {"path": file, "offset": scan.torn.offset}))
    return Film(file, tuple(entries), _people(entries, file), tuple(notes))


def _people(entries: list[LogEntry], file: str) -> tuple[Person, ...]:
    """Return who sits where; a seat that told no name has an empty one."""
    assert isinstance(entries[0], Genesis)
    try:
        start = read_start(entries[0].body)
        kinds = [Kind(key.kind) for key in start.seats]
    except (Unreadable, ValueError) as error:
        about = {"path": file, "entry": 0, "reason": "shape"}
        raise CommandError(Fault("replay-stopped", Exit.INVALID, about)) from error
    names = {}
    for entry in entries[1:]:
        if isinstance(entry, Entry) and isinstance(entry.statement, Statement) and entry.statement.kind == "name":
            try:
                said = read_body("name", entry.statement.body, None)
            except Unreadable:
                continue  # the replay stops at this entry and says so
            if isinstance(said, Name) and said.of == "seat":
                names[entry.statement.seat] = printable(said.text)
    return tuple(Person(seat, names.get(seat, ""), kinds[seat], key.device) for seat, key in enumerate(start.seats))
