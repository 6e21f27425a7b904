"""What an audit says, as data: verdict, counts, findings. Sentences and the JSON document are made elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from joker_lan.engine import Seat, State
from protocol.seat import Person


class Verdict(StrEnum):
    """What is said of a log as a whole."""

    VALID = "VALID"
    """Whole, from the start to the last agreement, and every check passed."""
    VALID_TRUSTED = "VALID-TRUSTED"
    """The same, but somebody's cards could be seen by a device that was not his own."""
    INCOMPLETE = "INCOMPLETE"
    """Right as far as it goes."""
    UNSUPPORTED = "UNSUPPORTED"
    """A newer format, or rules that this program does not know."""
    INVALID = "INVALID"
    """Anything else."""


class Severity(StrEnum):
    """How a finding bears on the verdict: the first two decide it."""

    INVALID = "invalid"
    INCOMPLETE = "incomplete"
    OFFENCE = "offence"
    """Somebody broke the rules or cheated, and the log shows that it was dealt with."""
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to know about a log.

    Attributes:
        entry: number of the entry, where there is one.
        deal, seat, rule: the deal of the schedule, the seat and the rule it is about.
        code: what it is; `about` holds what its sentence needs.
    """

    entry: int | None
    deal: int | None
    seat: Seat | None
    rule: str | None
    code: str
    severity: Severity
    about: Mapping[str, int | str] = field(default_factory=dict)


CHECKS = (
    "encoding",
    "chain",
    "signatures",
    "order",
    "decks",
    "cards",
    "moves",
    "bids",
    "claims",
    "votes",
    "scores",
    "agreements",
)
"""Every check, in the order told. `claims` and `votes` belong to rules that no game has yet: they are made 0 times."""


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of check: how many times it was made and how many times it passed."""

    id: str
    passed: int
    total: int


@dataclass(frozen=True, slots=True)
class Report:
    """The result of an audit; what could not be read is None or empty.

    Attributes:
        deals: how many deals were closed and agreed to.
        trust: devices that held several seats, with these seats.
        state: the public state at the end of what could be read.
    """

    verdict: Verdict
    game: str | None
    game_id: bytes | None
    tag: str
    title: str
    rules_code: str
    preset: str | None
    options: tuple[tuple[str, bool | int | str], ...]
    entries: int
    final_hash: bytes | None
    people: tuple[Person, ...]
    devices: tuple[bytes, ...]
    scores: tuple[int, ...] | None
    winners: frozenset[Seat] | None
    trust: tuple[tuple[int, tuple[Seat, ...]], ...]
    checks: tuple[Check, ...]
    findings: tuple[Finding, ...]
    deals: int
    state: State | None

    @classmethod
    def empty(
        cls,
        verdict: Verdict,
        findings: tuple[Finding, ...],
        *,
        game_id: bytes | None = None,
        checks: tuple[Check, ...] = (),
    ) -> "Report":
        """Return the report on what holds no game that could be read."""
        return cls(
            verdict=verdict,
            game=None,
            game_id=game_id,
            tag="",
            title="",
            rules_code="",
            preset=None,
            options=(),
            entries=0,
            final_hash=None,
            people=(),
            devices=(),
            scores=None,
            winners=None,
            trust=(),
            checks=checks,
            findings=findings,
            deals=0,
            state=None,
        )
