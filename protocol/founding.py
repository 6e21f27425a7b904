"""How a game begins: entry 0 from the keys and terms of all, signed by every seat and every device."""

from collections.abc import Mapping, Sequence
from typing import Any

from eventlog.entry import Genesis
from eventlog.keys import SigningKey
from joker_lan.engine import AnyGame, Seat
from joker_lan.engine.options import pairs
from protocol.statements import LOG_FORMAT, SeatKey, Start, start_body


def draft(
    *,
    table: bytes,
    game: AnyGame,
    options: Any,
    rounds: int,
    devices: Sequence[bytes],
    seats: Sequence[SeatKey],
    program: str,
) -> Start:
    """Return the body of entry 0, which all must sign.

    Args:
        table: 8 random bytes.
        game, options: the rules.
        rounds: rounds of each shuffle proof.
        devices: public keys of the devices; device 0 opens the table.
        seats: the chairs in order.
        program: name and version of the program.
    """
    return Start(
        format=LOG_FORMAT,
        table=table,
        game=game.id,
        rules_version=game.version,
        options=tuple((key, value) for key, value in pairs(options)),
        rounds=rounds,
        devices=tuple(devices),
        seats=tuple(seats),
        program=program,
    )


def genesis(start: Start, seats: Mapping[Seat, SigningKey], devices: Sequence[SigningKey]) -> Genesis:
    """Return entry 0 signed by all; here are all keys, as for a game on one device."""
    unsigned = Genesis(start_body(start), ())
    signers = [seats[seat] for seat in sorted(seats)] + list(devices)
    return Genesis(unsigned.body, tuple(key.sign(unsigned.game) for key in signers))
