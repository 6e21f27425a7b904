"""How a game begins: entry 0 from the keys and terms of all, signed by every seat and every device.

Nobody needs the keys of others: all get the same draft, each signs it apart, and whoever has all signatures puts them
together.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from eventlog.entry import Genesis
from eventlog.keys import SigningKey, verify
from joker_lan.engine import AnyGame, Seat
from joker_lan.engine.options import pairs
from protocol.statements import LOG_FORMAT, SeatKey, Start, start_body


class Unsigned(Exception):  # noqa: N818 - a verdict word
    """A key of the draft has not signed it, or falsely. `key` is the public key."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.key = key


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


def signers(start: Start) -> Iterator[bytes]:
    """Run through the public keys that must sign a draft, in the order of their signatures: seats, then devices."""
    return chain((seat.key for seat in start.seats), start.devices)


def signature_of(start: Start, key: SigningKey) -> bytes:
    """Return a key's signature under a draft, 64 bytes."""
    return key.sign(Genesis(start_body(start), ()).game)


def assembled(start: Start, signatures: Mapping[bytes, bytes]) -> Genesis:
    """Return entry 0 from a draft and the signatures of all, by public key.

    Raises:
        Unsigned: a signature is missing or wrong.
    """
    unsigned = Genesis(start_body(start), ())
    for key in signers(start):
        if not verify(key, signatures.get(key, b""), unsigned.game):
            raise Unsigned(key)
    return Genesis(unsigned.body, tuple(signatures[key] for key in signers(start)))


def genesis(start: Start, seats: Mapping[Seat, SigningKey], devices: Sequence[SigningKey]) -> Genesis:
    """Return entry 0 signed by all, where all keys are here, as for a game on one device.

    Raises:
        Unsigned: they are not the keys of the draft.
    """
    keys = (*seats.values(), *devices)
    return assembled(start, {key.public: signature_of(start, key) for key in keys})
