"""The open draw: who says what, and that its orders are fair. Its bytes are held by `tests/vectors/draw-*.vec`."""

import random
from collections import Counter

import pytest

from joker_lan.engine import Draw
from protocol.codes import letters
from protocol.deck.transcript import coin_commitment
from protocol.draw import OpenDraw

CTX = b"c" * 32
WANT = Draw((("cards", 36), ("seats", 4)))


def drawn(seed: int, want: Draw = WANT, players: int = 3) -> OpenDraw:
    source = random.Random(seed)
    return OpenDraw(1, CTX, want, tuple(range(players)), coins={seat: source.randbytes(32) for seat in range(players)})


def test_first_everybody_commits_then_everybody_opens() -> None:
    draw = OpenDraw(1, CTX, WANT, (0, 2))
    assert [draw.due(seat) for seat in range(3)] == ["lot", None, "lot"]
    draw = draw.committed(2, coin_commitment(CTX, 1, b"2" * 32))
    assert [draw.due(seat) for seat in range(3)] == ["lot", None, None]
    draw = draw.committed(0, coin_commitment(CTX, 0, b"0" * 32))
    assert [draw.due(seat) for seat in range(3)] == ["lot_open", None, "lot_open"]
    draw = draw.opened(0, b"0" * 32)
    assert [draw.due(seat) for seat in range(3)] == [None, None, "lot_open"]
    assert not draw.is_complete
    assert draw.opened(2, b"2" * 32).is_complete


def test_a_coin_is_the_committed_one_of_this_player_in_this_draw() -> None:
    draw = OpenDraw(1, CTX, WANT, (0, 2)).committed(2, coin_commitment(CTX, 1, b"2" * 32))
    assert draw.is_committed(2, b"2" * 32)
    assert not draw.is_committed(2, b"3" * 32)
    assert not draw.is_committed(0, b"2" * 32)
    copied = draw.committed(0, draw.lots[2])  # a commitment copied from another seat opens to nothing
    assert not copied.is_committed(0, b"2" * 32)
    elsewhere = OpenDraw(2, b"d" * 32, WANT, (0, 2), lots=draw.lots)
    assert not elsewhere.is_committed(2, b"2" * 32)


@pytest.mark.parametrize("seed", range(20))
def test_every_order_is_a_permutation(seed: int) -> None:
    cards, seats = drawn(seed).orders()
    assert sorted(cards) == list(range(36))
    assert sorted(seats) == list(range(4))


def test_orders_are_even() -> None:
    """Each place of each list, over some hundred draws; the bound is passed by chance once in some million runs."""
    draws = 400
    firsts: Counter[tuple[int, int]] = Counter()
    for seed in range(draws):
        (seats,) = drawn(seed, Draw((("seats", 4),))).orders()
        firsts.update(enumerate(seats))
    assert len(firsts) == 16
    chi_squared = sum((count - draws / 4) ** 2 / (draws / 4) for count in firsts.values())
    assert chi_squared < 48  # nine degrees of freedom


def test_lists_are_drawn_apart() -> None:
    """Two lists of one size in one draw have nothing to do with each other."""
    want = Draw((("one", 12), ("two", 12)))
    pairs = [drawn(seed, want).orders() for seed in range(20)]
    assert all(one != two for one, two in pairs)


@pytest.mark.parametrize("player", range(3))
def test_each_coin_alone_changes_everything(player: int) -> None:
    draw = drawn(1)
    other = draw.opened(player, bytes(32))
    assert all(before != after for before, after in zip(draw.orders(), other.orders(), strict=True))
    assert draw.check_letters(b"g" * 32) != other.check_letters(b"g" * 32)


def test_the_order_of_saying_does_not_matter() -> None:
    draw = drawn(1)
    backwards = OpenDraw(1, CTX, WANT, draw.seats, coins=dict(reversed(list(draw.coins.items()))))
    assert backwards.orders() == draw.orders()


def test_check_letters_are_of_the_game() -> None:
    draw = drawn(1)
    assert len(draw.check_letters(b"g" * 32)) == 4
    assert draw.check_letters(b"g" * 32) != draw.check_letters(b"h" * 32)


def test_letters_take_the_first_bits() -> None:
    assert letters(b"\xff\xff\xf0", 4) == "ZZZZ"
    assert letters(b"\x00\x00\x1f", 4) == "0001"
    assert letters(b"\x00\x00\x0f", 4) == "0000"
    assert letters(bytes.fromhex("08864298"), 6) == "123456"
