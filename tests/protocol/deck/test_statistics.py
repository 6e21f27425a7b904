"""Dealt cards are evenly spread, as far as a few hundred decks from fixed seeds can tell."""

from collections import Counter
from dataclasses import replace

from protocol.deck import finish, make
from tests.protocol.deck.playing import cards, opened

RUNS, N = 500, 4


def test_every_card_lies_everywhere_alike() -> None:
    """Chi square of 4 cards at 4 places over 500 decks of two players (9 degrees of freedom, 99.9 % point 27.9)."""
    seen: Counter[tuple[int | None, int]] = Counter()
    orders = set()
    for run in range(RUNS):
        deck, secrets = opened(2, N, 1, f"statistics {run}")
        for kind in ("commit", "shuffle", "shadow", "coin", "answer", "lock"):
            for one in secrets:
                message = finish(make(kind, deck, one))
                deck = deck.fold(one.player, message)
        order = cards(replace(deck, cut=0), secrets)
        orders.add(tuple(order))
        seen.update((card, place) for place, card in enumerate(order))
    expected = RUNS / N
    chi_square = sum((seen[card, place] - expected) ** 2 / expected for card in range(N) for place in range(N))
    assert chi_square < 27.9
    assert len(orders) == 24
