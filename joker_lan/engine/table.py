"""The table: places of a shuffled deck in piles, the faces that this copy knows, and who may know each face.

There is no trusted dealer, so no copy of the table is complete: a view is the same value with fewer faces known.
Knows no game.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from joker_lan.engine.cards import Face

Seat: TypeAlias = int
"""A chair, 0…P-1 clockwise."""


class Slot(NamedTuple):
    """A closed place of a joint shuffle: number of the deck in the game, and place in dealing order after the cut."""

    deck: int
    place: int


class Everyone(Enum):
    """The audience of a face that all may see, spectators too."""

    EVERYONE = "everyone"


EVERYONE: Final = Everyone.EVERYONE
Audience: TypeAlias = frozenset[Seat] | Everyone


def includes(audience: Audience | None, seat: Seat | None) -> bool:
    """Tell whether a seat (None: the public) belongs to an audience (None: nobody)."""
    return audience is EVERYONE or (audience is not None and seat in audience)


@dataclass(frozen=True, slots=True)
class Table:
    """Where every slot lies and what this copy knows of it.

    Attributes:
        piles: name of a pile -> its slots in order; every slot is in exactly one pile.
        faces: slot -> face, for the faces that this copy knows.
        audience: slot -> who may know its face; a slot without entry is closed to all.
    """

    piles: Mapping[str, tuple[Slot, ...]] = field(default_factory=dict)
    faces: Mapping[Slot, Face] = field(default_factory=dict)
    audience: Mapping[Slot, Audience] = field(default_factory=dict)

    def seen_by(self, seat: Seat | None) -> "Table":
        """Return the view of a seat, or the public view for None: the same table without the faces it may not know."""
        known = {slot: face for slot, face in self.faces.items() if includes(self.audience.get(slot), seat)}
        return self if len(known) == len(self.faces) else replace(self, faces=known)

    def pile(self, name: str) -> tuple[Slot, ...]:
        """Return the slots of a pile; a pile that does not exist is empty."""
        return self.piles.get(name, ())

    def moved(self, slots: Collection[Slot], source: str, target: str) -> "Table":
        """Move slots from one pile to the end of another, in the order given; every slot must lie in the source."""
        wanted = frozenset(slots)
        left = tuple(slot for slot in self.piles[source] if slot not in wanted)
        if len(left) + len(slots) != len(self.piles[source]):
            raise KeyError(slots)
        return replace(self, piles={**self.piles, source: left, target: self.pile(target) + tuple(slots)})

    def shown(self, slots: Iterable[Slot], audience: Audience) -> "Table":
        """Widen the audience of slots: who could see a face before still can."""
        wider = dict(self.audience)
        for slot in slots:
            before = wider.get(slot)
            if before is EVERYONE or audience is EVERYONE:
                wider[slot] = EVERYONE
            else:
                wider[slot] = audience if before is None else before | audience
        return replace(self, audience=wider)

    def opened(self, faces: Mapping[Slot, Face]) -> "Table":
        """Learn faces. A face once known cannot change.

        Raises:
            ValueError: a slot is not on the table or was known with another face.
        """
        if all(self.faces.get(slot) == face for slot, face in faces.items()):
            return self
        for slot, face in faces.items():
            if self.faces.get(slot, face) != face or not any(slot in pile for pile in self.piles.values()):
                raise ValueError(slot)
        return replace(self, faces={**self.faces, **faces})
