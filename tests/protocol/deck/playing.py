"""Decks played by honest players from fixed seeds, up to any point."""

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, cast

from protocol.deck.context import Secrets, context
from protocol.deck.dealing import make, own_lock
from protocol.deck.deck import Deck
from protocol.deck.group import card_points
from protocol.deck.messages import MESSAGES, Message
from protocol.deck.slicing import finish

KINDS = tuple(MESSAGES)


def opened(players: int = 2, n: int = 4, rounds: int = 4, label: str = "") -> tuple[Deck, tuple[Secrets, ...]]:
    """A deck of which nothing is said, and the secrets of its players; another label gives other seeds and keys."""
    deck_id = b"test-%d" % n
    keys = [sha256(f"key {label} {player}".encode()).digest() for player in range(players)]
    ctx = context(table=bytes(32), anchor=bytes(32), number=1, deck_id=deck_id, n=n, rounds=rounds, keys=keys)
    seeds = [sha256(f"seed {label} {player}".encode()).digest() for player in range(players)]
    secrets = tuple(Secrets(seeds[player], ctx, player) for player in range(players))
    return Deck.opened(1, ctx, deck_id, n, rounds, players, card_points(deck_id, n)), secrets


def said(deck: Deck, player: int, message: Message) -> Deck:
    """The deck after a message that must be accepted."""
    assert deck.judge(player, message, range(deck.n)) is None
    return deck.fold(player, message)


def speak(deck: Deck, secrets: Secrets, kind: str, cut: int = 0) -> Deck:
    """The deck after the honest message of one player."""
    return said(deck, secrets.player, finish(make(kind, deck, secrets, cut=cut, places=range(deck.n))))


def go_on(deck: Deck, secrets: tuple[Secrets, ...], until: str, cut: int = 0) -> Deck:
    """The deck after every honest message of the kinds before ``until``; what is said already is left."""
    for kind in KINDS[: KINDS.index(until)]:
        for one in secrets:
            if kind in deck.due(one.player):
                deck = speak(deck, one, kind, cut)
    return deck


@lru_cache(maxsize=64)
def played(
    until: str, players: int = 2, n: int = 4, rounds: int = 4, *, label: str = "", cut: int = 0
) -> tuple[Deck, tuple[Secrets, ...]]:
    """An honest deck up to the first message of kind ``until``."""
    deck, secrets = opened(players, n, rounds, label)
    return go_on(deck, secrets, until, cut), secrets


def altered(message: Message, field: str, value: object) -> Any:
    """The message with another value in one field."""
    return replace(cast("Any", message), **{field: value})


def cards(deck: Deck, secrets: tuple[Secrets, ...]) -> list[int | None]:
    """All cards in dealing order."""
    return [
        deck.open_place(place, {one.player: own_lock(deck, one, place) for one in secrets}) for place in range(deck.n)
    ]
