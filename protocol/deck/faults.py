"""Verdicts of the deck layer: who broke which rule of ``docs/protocol/shuffle.md``, as data.

Knows codes and numbers only. Sentences for people are made elsewhere.
"""

from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """Why a message is invalid; ``Fault.detail`` holds what stands in brackets."""

    UNEXPECTED = "unexpected"
    """It is not this player's time for this kind."""
    REPEATED = "repeated"
    """The player has said this kind in this deck already."""
    SHAPE = "shape"
    """Not the stated fields with the stated sizes."""
    BASIS = "basis"
    """``on`` is not the value this copy stands on. Without the log this may be a fork, and then is no one's proof."""
    POINT = "point"
    """Not a canonical point of the prime subgroup [name of the field, index]."""
    ORDER = "order"
    """The deck is not strictly increasing [index of the first string that is not above its predecessor]."""
    SCALAR = "scalar"
    """Not in 1 .. l-1, or without a clamped representative [name of the field, index]."""
    DUPLICATE = "duplicate"
    """Two equal lock keys or two equal cards of a locked deck [name of the field]."""
    COMMITMENT = "commitment"
    """The coin or the seed is not the committed one."""
    ANSWER = "answer"
    """The answer of a round does not lead to its shadow [round]."""
    PROOF = "proof"
    """The proof of equal multipliers fails [index of the card]."""
    PLACE = "place"
    """The place does not exist, or nothing allows it to be shared [place]."""
    KEY = "key"
    """The shared key is not the one locked with [place]."""
    CUT = "cut"
    """The cut is not in 0 .. N-1 [cut]."""
    EXECUTION = "execution"
    """Not what the revealed seed leads to [name of the first differing field]."""


@dataclass(frozen=True, slots=True)
class Fault:
    """``player`` is guilty: his statement of ``kind`` breaks the rule named by ``code``.

    ``player`` counts the players of the deck from 0; it is ``None`` only where the statement was read without knowing
    whose it is.
    """

    code: Code
    kind: str
    player: int | None
    detail: tuple[int | str, ...] = ()
