"""A playout as text that a person can read and check by hand: hands, every decision with all that was legal, events.

Knows no game by name: actions, happenings and lines of a sheet are written from their fields.
"""

import dataclasses
import textwrap
from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from joker_lan.engine import Acted, AnyGame, Card, PrintedJoker, Shuffled, Slot, face_code, to_plain
from tests.support.laws import legal_actions
from tests.support.playout import Moment

WIDTH = 118


def transcript(game: AnyGame, moments: Iterable[Moment], *, detail: Container[int], title: str) -> str:
    """Return a game as text.

    Args:
        game: the game's answers.
        moments: the playout.
        detail: deals that are shown decision by decision; of the others only their end is.
        title: the first line.
    """
    lines = [title, ""]
    for moment in moments:
        shown = moment.before.deal in detail or moment.before.deal == 0
        faces = moment.after.table.faces
        happened = [written(each, faces, names=True) for each in moment.happenings]
        for given in moment.inputs:
            if isinstance(given, Acted):
                if not shown:
                    happened.clear()
                else:
                    lines += _decision(game, moment, given, happened.pop(0) if happened else "")
            elif isinstance(given, Shuffled):
                lines += ["", f"== deck {given.slots[0].deck}, deal {moment.after.deal}"]
                if moment.after.deal in detail:
                    lines += _piles(moment)
        for text in happened:
            lines += _wrapped("* ", text)
        if moment.after.wants != moment.before.wants and moment.after.wants is not None:
            lines.append(f"  wants {type(moment.after.wants).__name__.lower()}")
        if moment.after.result is not None:
            lines += ["", "== the end", *_wrapped("* ", written(moment.after.result, faces, names=True))]
    return "\n".join(lines) + "\n"


def _decision(game: AnyGame, moment: Moment, given: Acted[Any], happened: str) -> Iterator[str]:
    before, faces = moment.before, moment.after.table.faces
    legal = [written(action, faces) for action in legal_actions(game, before, given.seat)]
    chosen = written(given.action, faces)
    mark = "" if chosen in legal else "   (against the rules, unseen)"
    yield f"{f'seat {given.seat}: {chosen}{mark}':40} * {happened}"
    yield from _wrapped("        of ", " | ".join(legal))


def _piles(moment: Moment) -> Iterator[str]:
    for name, slots in sorted(moment.after.table.piles.items()):
        if slots:
            yield from _wrapped(f"  {name + ':':8} ", " ".join(_code(slot, moment.after.table.faces) for slot in slots))


def _wrapped(start: str, text: str) -> Iterator[str]:
    yield from textwrap.wrap(
        text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_long_words=False
    )


def _code(slot: Slot, faces: Mapping[Slot, Any]) -> str:
    return face_code(faces[slot]) if slot in faces else f"#{slot.place}"


def written(value: Any, faces: Mapping[Slot, Any], *, names: bool = False) -> str:
    """Return a value as short text: cards by their codes, dataclasses by their fields, what is absent left out."""
    if isinstance(value, Slot):
        return _code(value, faces)
    if isinstance(value, Card | PrintedJoker):
        return face_code(value)
    if isinstance(value, Enum):
        return str(value.value)
    if dataclasses.is_dataclass(value):
        parts = [
            f"{field.name}={written(part, faces, names=names)}" if names else written(part, faces)
            for field in dataclasses.fields(value)
            if (part := getattr(value, field.name)) is not None
        ]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, frozenset):
        return "{" + " ".join(str(each) for each in to_plain(value)) + "}"
    if isinstance(value, tuple):
        return "(" + " ".join(written(each, faces) for each in value) + ")"
    return "-" if value is None else str(value)
