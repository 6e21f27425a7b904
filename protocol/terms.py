"""The terms of one game: what entry 0 settles for good, checked once, and the names that follow from it."""

from dataclasses import dataclass
from typing import Any

from eventlog.chain import Chain, ChainFault
from eventlog.entry import Genesis
from eventlog.keys import is_identity
from joker_lan.engine import AnyGame, Seat
from joker_lan.engine.options import OptionError, from_pairs
from joker_lan.games import games
from protocol.codes import rules_code, table_tag
from protocol.seat import Kind
from protocol.statements import LOG_FORMAT, ROUNDS_IN_PLAY, Start, Unreadable, read_start

START_CODES = frozenset({"shape", "format", "keys", "signatures", "game", "rules", "seats", "options", "rounds"})


class BadTerms(Exception):  # noqa: N818 - a verdict word
    """Entry 0 cannot begin a game here.

    `code` is one of `START_CODES`: `shape`, `format` (newer log format), `game` (unknown), `rules` (other version),
    `options`, `rounds`, `seats`, `keys`, `signatures`.
    """

    def __init__(self, code: str) -> None:
        assert code in START_CODES, "every code has a sentence"
        super().__init__(code)
        self.code = code

    @property
    def is_newer(self) -> bool:
        """Whether a newer program might read it."""
        return self.code in ("format", "game", "rules")


@dataclass(frozen=True, slots=True)
class Terms:
    """What is settled for the whole game.

    Attributes:
        start: entry 0's body.
        game_id: head of entry 0, 32 bytes.
        game: the rules.
        options: the house rules as the game's options value.
        authors: seat keys in seat order.
    """

    start: Start
    game_id: bytes
    game: AnyGame
    options: Any

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All chairs."""
        return tuple(range(len(self.start.seats)))

    def seat_key(self, seat: Seat) -> bytes:
        """Return the public key of a seat."""
        return self.start.seats[seat].key

    def device_of(self, seat: Seat) -> int:
        """Return the device through which a seat speaks."""
        return self.start.seats[seat].device

    @property
    def tag(self) -> str:
        """The public name of the table, six letters."""
        return table_tag(self.start.table)

    @property
    def rules_code(self) -> str:
        """`R-` and four letters; equal rules have equal codes."""
        return rules_code(self.game, self.options)


def read_terms(genesis: Genesis, *, test_rounds: bool = False) -> Terms:
    """Check entry 0 with its signatures and return the terms.

    `test_rounds` admits proofs of fewer rounds than play allows, for tests.

    Raises:
        BadTerms: it cannot begin a game here.
    """
    try:
        start = read_start(genesis.body)
    except Unreadable:
        # A newer format may have another shape: its number comes first so that it can still be named.
        newer = bool(genesis.body) and type(genesis.body[0]) is int and genesis.body[0] > LOG_FORMAT
        raise BadTerms("format" if newer else "shape") from None
    if start.format != LOG_FORMAT:
        raise BadTerms("format" if start.format > LOG_FORMAT else "shape")
    # Signatures come before everything that a newer program might know: who only alters a log must not make it look
    # as if it were made by one.
    keys = [seat.key for seat in start.seats] + list(start.devices)
    if len(set(keys)) != len(keys) or not all(map(is_identity, keys)):
        raise BadTerms("keys")
    if isinstance(Chain.begin(genesis, keys), ChainFault):
        raise BadTerms("signatures")
    game = games().get(start.game)
    if game is None:
        raise BadTerms("game")
    if start.rules_version != game.version:
        raise BadTerms("rules")
    _check_people(start, game)
    try:
        options = from_pairs(game.options, start.options)
        game.begin(options, len(start.seats))
    except OptionError:
        raise BadTerms("options") from None
    if start.rounds not in ROUNDS_IN_PLAY and not (test_rounds and start.rounds > 0):
        raise BadTerms("rounds")
    return Terms(start, genesis.game, game, options)


def _check_people(start: Start, game: AnyGame) -> None:
    if len(start.seats) not in game.seats or len(start.table) != 8 or len(start.program) > 64:
        raise BadTerms("seats")
    devices = {seat.device for seat in start.seats}
    if devices != set(range(len(start.devices))) or any(seat.kind not in tuple(Kind) for seat in start.seats):
        raise BadTerms("seats")
