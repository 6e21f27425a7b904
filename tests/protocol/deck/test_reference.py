"""The second implementation makes the same bytes and comes to the same verdicts."""

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.deck import Deck, Fault, card_points, finish
from tests.protocol.deck import reference
from tests.protocol.deck.cheating import LOW_ORDER, on_twist, with_torsion
from tests.protocol.deck.playing import KINDS, cards, go_on, opened, played

N, T, P = 3, 3, 2
ALLOWED = frozenset({0, 2})


@lru_cache
def honest() -> dict[tuple[str, int], tuple[Any, ...]]:
    """The body of every message, made by the second implementation."""
    deck, secrets = opened(P, N, T)
    table = reference.Table(deck.ctx, deck.deck_id, N, T, P)
    players = [reference.Player(deck.ctx, one.seed, one.player) for one in secrets]
    for kind in KINDS:
        for player in players[:1] if kind == "cut" else players:
            value = 2 if kind == "cut" else sorted(ALLOWED)
            table.take(player.j, kind, table.make(kind, player, value))
    return table.said


@lru_cache
def before(kind: str, player: int) -> tuple[Deck, reference.Table]:
    """Both copies of the honest deck before a message."""
    deck, _ = opened(P, N, T)
    table = reference.Table(deck.ctx, deck.deck_id, N, T, P)
    for (earlier, author), body in honest().items():
        if (earlier, author) == (kind, player):
            break
        message = deck.read(author, earlier, body)
        assert not isinstance(message, Fault)
        assert deck.judge(author, message, ALLOWED) is None
        deck = deck.fold(author, message)
        table.take(author, earlier, body)
    return deck, table


def our_verdict(deck: Deck, player: int, kind: str, body: Any) -> bool:
    """The whole verdict of the program, its costly part included."""
    message = deck.read(player, kind, body)
    if isinstance(message, Fault) or deck.judge(player, message, ALLOWED) is not None:
        return False
    folded = deck.fold(player, message)
    if kind == "answer":
        return finish(folded.verify_answer(player)) is None
    if kind == "lock":
        return finish(folded.verify_lock(player)) is None
    return True


def test_both_know_the_same_card_points() -> None:
    assert list(card_points(b"test-20", 20)) == [reference.card(b"test-20", card) for card in range(20)]


def test_both_make_the_same_messages() -> None:
    deck, secrets = played("share", P, N, T, cut=2)
    for one in (deck.commits, deck.shuffles, deck.shadows, deck.coins, deck.answers, deck.locks):
        for player, message in enumerate(one):
            assert message is not None
            assert message.body() == honest()[message.kind, player]
    assert (deck.ready_value,) == honest()["ready", 0]
    _, table = before("reveal", 0)
    keys = [dict(honest()["share", player][1]) for player in range(P)]
    opened_cards = {place: table.open(place, [key[place] for key in keys]) for place in ALLOWED}
    assert opened_cards == {place: cards(deck, secrets)[place] for place in ALLOWED}


@pytest.mark.parametrize(
    ("kind", "player"), [(kind, player) for kind in KINDS for player in range(P) if (kind, player) != ("cut", 1)]
)
def test_both_accept_every_honest_message(kind: str, player: int) -> None:
    deck, table = before(kind, player)
    body = honest()[kind, player]
    assert our_verdict(deck, player, kind, body)
    assert table.accepts(player, kind, body, ALLOWED)


STRINGS = st.one_of(
    st.sampled_from([*LOW_ORDER, on_twist(), with_torsion(reference.B), reference.B]),
    st.sampled_from(
        [reference.little(-8), reference.little(8), reference.little(3), reference.l.to_bytes(32, "little")]
    ),
    st.sampled_from([bytes(31), bytes(33), b"\xff" * 32, (reference.p + 9).to_bytes(32, "little")]),
    st.binary(min_size=32, max_size=32),
)
OTHERS = st.none() | st.booleans() | st.integers(-1, 4) | st.just("") | st.just(())


@st.composite
def mutations(draw: st.DrawFn) -> tuple[str, int, Any]:
    """An honest message, and a body that differs from its own in one value or is somebody else's."""
    kind, player = draw(st.sampled_from(sorted(honest())))
    body = list(honest()[kind, player])
    position = draw(st.integers(0, len(body) - 1))
    value = body[position]
    match draw(st.integers(0, 5)):
        case 0:
            other = draw(st.sampled_from(sorted(honest())))
            return kind, player, honest()[other]
        case 1:
            body[position] = draw(STRINGS | OTHERS)
        case 2 if isinstance(value, tuple):
            at = draw(st.integers(0, len(value) - 1))
            body[position] = (*value[:at], draw(STRINGS | OTHERS), *value[at + 1 :])
        case 3 if isinstance(value, tuple):
            body[position] = tuple(draw(st.permutations(value)))
        case 4 if isinstance(value, tuple) and isinstance(value[0], bytes):
            # The negative of a scalar is as good as the scalar; of a point it is another string.
            body[position] = (reference.little(-int.from_bytes(value[0], "little")), *value[1:])
        case 4 if isinstance(value, tuple):
            (place, key), *rest = value
            body[position] = ((place, reference.little(-int.from_bytes(key, "little"))), *rest)
        case 5 if isinstance(value, tuple):
            body[position] = draw(
                st.sampled_from([value[:-1], value[1:], (*value, value[0]), (value[0],) * len(value)])
            )
        case _ if isinstance(value, bytes):
            bit = 1 << draw(st.integers(0, 255))
            body[position] = (int.from_bytes(value, "big") ^ bit).to_bytes(32, "big")
        case _:
            body.append(value)
    return kind, player, tuple(body)


@settings(max_examples=500)
@given(mutations())
def test_both_come_to_the_same_verdict(mutation: tuple[str, int, Any]) -> None:
    kind, player, body = mutation
    deck, table = before(kind, player)
    assert our_verdict(deck, player, kind, body) == table.accepts(player, kind, body, ALLOWED)


@given(st.sampled_from(KINDS), st.sampled_from(KINDS), st.integers(0, P - 1), st.integers(0, P - 1))
def test_both_have_the_same_order(now: str, kind: str, position: int, player: int) -> None:
    """Any honest message at any point: due or not."""
    deck, table = before(now, 0 if now == "cut" else position)
    expected = table.is_due(player, kind)
    assert (deck.may_say(player, kind) and not deck.has_said(player, kind)) == expected
    if kind not in {"share", "reveal"}:
        assert (kind in deck.due(player)) == expected


def test_both_lead_through_a_deal_of_three() -> None:
    deck, secrets = opened(3, 2, 1)
    table = reference.Table(deck.ctx, deck.deck_id, 2, 1, 3)
    players = [reference.Player(deck.ctx, one.seed, one.player) for one in secrets]
    for kind in KINDS[: KINDS.index("cut")]:
        deck = go_on(deck, secrets, KINDS[KINDS.index(kind) + 1])
        for player in players:
            body = table.make(kind, player)
            assert table.accepts(player.j, kind, body)
            table.take(player.j, kind, body)
    assert table.R() == deck.ready_value
