"""What a seat answers to a call: from the final position and the seat's secrets to the thing said.

Deterministic but for the secrets and for a salt or a cut, which are drawn anew: what was said and may have left is
taken from the log or the outbox after a crash, and never made a second time.
"""

from typing import Any

from eventlog.codec import Plain
from joker_lan.engine import Seat, laid_open
from protocol.calls import Call, expected_open
from protocol.deck.dealing import make, own_lock
from protocol.deck.messages import MESSAGES
from protocol.deck.slicing import Slices
from protocol.deck.transcript import coin_commitment
from protocol.position import Position
from protocol.statements import Act, Agree, Lot, LotOpen, Name, OfDeck, Said
from protocol.vault import Vault, coin_record, seed_record

COSTLY = frozenset({"shuffle", "shadow", "lock"})
"""Kinds that take longer than a few milliseconds to make."""


def needed_secret(call: Call, seat: Seat, position: Position, vault: Vault, fresh: bytes) -> Plain:
    """Return the record of a secret that must be on disk before the call is answered, None if none is needed.

    `fresh` are 32 random bytes for it; they are used only if the record is returned.
    """
    if call.kind == "commit" and position.preparing is not None:
        ctx = position.preparing.deck.ctx
        return None if (ctx, seat) in vault.seeds else seed_record(ctx, seat, fresh)
    if call.kind == "lot" and position.draw is not None:
        ctx = position.draw.ctx
        return None if (ctx, seat) in vault.coins else coin_record(ctx, seat, fresh)
    return None


def lost_seat(position: Position, vault: Vault) -> Seat | None:
    """Return the lowest local seat that has committed to a secret which is not here, and is still needed; None if all
    are. The private file is an older copy then."""
    return next((seat for seat in vault.seats if _has_lost(seat, position, vault)), None)


def _has_lost(seat: Seat, position: Position, vault: Vault) -> bool:
    draw = position.draw
    if draw is not None and seat in draw.lots and seat not in draw.coins and (draw.ctx, seat) not in vault.coins:
        return True
    for joint in position.decks():
        player, deck = joint.player(seat), joint.deck
        has_promised = deck.commits[player] is not None and deck.reveals[player] is None
        if has_promised and vault.secrets(joint, seat) is None:
            return True
    return False


def lacks_secret(call: Call, seat: Seat, position: Position, vault: Vault) -> bool:
    """Tell whether a call cannot be answered because its secret is not here."""
    if call.kind == "lot_open" and position.draw is not None:
        return (position.draw.ctx, seat) not in vault.coins
    joint = position.deck(call.of) if call.kind in MESSAGES and call.kind != "commit" else None
    return joint is not None and vault.secrets(joint, seat) is None


def speak(call: Call, seat: Seat, position: Position, vault: Vault, *, name: str, fresh: bytes) -> Slices[Said]:
    """Answer a call, in slices.

    Args:
        call: one of `calls(position, seat)`.
        seat: who answers.
        position: the final position.
        vault: holds the needed secrets.
        name: the name to say, for a call to name the seat or the table.
        fresh: 32 random bytes, for a salt or a cut.
    """
    match call.kind:
        case "name":
            return Name("table" if call.of else "seat", name, fresh[:16])
        case "open":
            opening = expected_open(position)
            assert opening is not None
            return opening
        case "agree":
            assert position.closed is not None
            return Agree(position.closed.entry, position.closed.state_hash)
        case "lot" | "lot_open":
            draw = position.draw
            assert draw is not None
            coin = vault.coins[draw.ctx, seat]
            if call.kind == "lot_open":
                return LotOpen(draw.number, coin)
            return Lot(draw.number, coin_commitment(draw.ctx, draw.seats.index(seat), coin))
        case _:
            assert call.kind in MESSAGES
            return (yield from _of_deck(call, seat, position, vault, fresh))


def _of_deck(call: Call, seat: Seat, position: Position, vault: Vault, fresh: bytes) -> Slices[Said]:
    joint = position.deck(call.of)
    assert joint is not None
    secrets = vault.secrets(joint, seat)
    assert secrets is not None
    places = position.owed_places(seat) if call.kind == "share" else ()
    # 256 random bits modulo at most 160 cards are even to 2^-248.
    cut = int.from_bytes(fresh, "big") % joint.deck.n
    message = yield from make(call.kind, joint.deck, secrets, cut=cut, places=places)
    return OfDeck(call.of, message)


def act(action: Any, seat: Seat, state: Any, position: Position, vault: Vault) -> Act:
    """Return the statement of a choice, with the author's own keys of the slots that it lays open."""
    slots = laid_open(state, action)
    playing = position.playing
    if not slots or playing is None:
        return Act(action, slots, ())
    secrets = vault.secrets(playing, seat)
    assert secrets is not None
    return Act(action, slots, tuple(own_lock(playing.deck, secrets, slot.place) for slot in slots))
