"""The score sheet as data: a line for every deal, every charge and every stage (A28, A38). Computes nothing itself."""

from dataclasses import dataclass
from typing import TypeAlias

from joker_lan.engine.table import Seat
from joker_lan.games.classic.rules import Rule


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal that counts. Everything by seat; a seat that did not take part has None, None and 0 (A41).

    Attributes:
        deal: number of the deal, from 1.
        stage: number of the stage, 1…4.
        dealer: who dealt.
        cards: cards each.
        bids: tricks announced.
        taken: tricks taken.
        points: points of the deal, without premium and charges.
        khisht: seats whose bid is struck through: they announced tricks and took none (or as `khishtRule` says).
    """

    deal: int
    stage: int
    dealer: Seat
    cards: int
    bids: tuple[int | None, ...]
    taken: tuple[int | None, ...]
    points: tuple[int, ...]
    khisht: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class ChargeLine:
    """A penalty on its own line (A37): `points` is negative; the deal was annulled and is dealt again."""

    deal: int
    seat: Seat
    points: int
    rule: Rule


@dataclass(frozen=True, slots=True)
class StageLine:
    """The end of a stage (A28, A32, A33).

    Attributes:
        stage: number of the stage, 1…4.
        subtotal: by seat, sum of the points of its deals.
        bonus: by seat, what the premium gives (0 or more).
        loss: by seat, what the premium of others takes (0 or more).
        premium: seats that were exact in every deal of the stage; empty under `premium=off` and if the game was
            shortened before the stage was finished.
    """

    stage: int
    subtotal: tuple[int, ...]
    bonus: tuple[int, ...]
    loss: tuple[int, ...]
    premium: frozenset[Seat]


Line: TypeAlias = DealLine | ChargeLine | StageLine
