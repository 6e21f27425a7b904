"""Order of the messages of one deck, and what follows from them."""

import pytest

from protocol.deck import Deck, card_points, context, finish, make
from protocol.deck.context import Secrets
from tests.protocol.deck.playing import KINDS, cards, go_on, opened, played, said, speak


def _due(deck: Deck) -> list[tuple[str, ...]]:
    return [deck.due(player) for player in range(deck.players)]


def test_an_opened_deck_waits_for_commitments() -> None:
    deck, _ = opened(3)
    assert _due(deck) == [("commit",)] * 3


def test_shuffles_come_in_turn_after_all_commitments() -> None:
    deck, secrets = opened(3)
    deck = speak(speak(deck, secrets[2], "commit"), secrets[0], "commit")
    assert _due(deck) == [(), ("commit",), ()]
    deck = speak(deck, secrets[1], "commit")
    assert _due(deck) == [("shuffle",), (), ()]


def test_shadows_may_come_between_later_shuffles() -> None:
    deck, secrets = played("shuffle", 3)
    deck = speak(deck, secrets[0], "shuffle")
    assert _due(deck) == [("shadow",), ("shuffle",), ()]
    deck = speak(deck, secrets[1], "shuffle")
    assert _due(deck) == [("shadow",), ("shadow",), ("shuffle",)]
    deck = speak(speak(deck, secrets[1], "shadow"), secrets[2], "shuffle")
    assert _due(deck) == [("shadow",), (), ("shadow",)]


def test_coins_wait_for_the_last_shadow() -> None:
    deck, secrets = played("shadow", 3)
    deck = speak(speak(deck, secrets[0], "shadow"), secrets[2], "shadow")
    assert _due(deck) == [(), ("shadow",), ()]
    assert deck.shadow_set is None
    deck = speak(deck, secrets[1], "shadow")
    assert _due(deck) == [("coin",)] * 3
    assert deck.shadow_set is not None


def test_answers_wait_for_the_last_coin() -> None:
    deck, secrets = played("coin", 3)
    deck = speak(speak(deck, secrets[0], "coin"), secrets[1], "coin")
    assert _due(deck) == [(), (), ("coin",)]
    deck = speak(deck, secrets[2], "coin")
    assert _due(deck) == [("answer",)] * 3


def test_locks_come_in_turn_after_all_answers() -> None:
    deck, secrets = played("answer", 3)
    deck = speak(speak(deck, secrets[2], "answer"), secrets[1], "answer")
    assert _due(deck) == [("answer",), (), ()]
    deck = speak(deck, secrets[0], "answer")
    assert _due(deck) == [("lock",), (), ()]
    deck = speak(deck, secrets[0], "lock")
    assert _due(deck) == [(), ("lock",), ()]


def test_the_cut_waits_for_everybody() -> None:
    deck, secrets = played("ready", 3)
    assert _due(deck) == [("ready",)] * 3
    deck = speak(speak(deck, secrets[1], "ready"), secrets[2], "ready")
    assert _due(deck) == [("ready",), (), ()]
    deck = speak(deck, secrets[0], "ready")
    assert _due(deck) == [("cut",)] * 3
    assert not deck.is_cut
    deck = speak(deck, secrets[1], "cut", 3)
    assert _due(deck) == [()] * 3
    assert deck.is_cut


def test_nobody_speaks_after_his_reveal() -> None:
    deck, secrets = played("coin", 2)
    deck = speak(deck, secrets[1], "reveal")
    assert _due(deck) == [("coin",), ()]


def test_a_message_leaves_the_deck_before_as_it_was() -> None:
    deck, secrets = played("lock", 2)
    before = deck.due(0), deck.locks, deck.lock_transcripts
    after = speak(deck, secrets[0], "lock")
    assert (deck.due(0), deck.locks, deck.lock_transcripts) == before
    assert after.shuffles is deck.shuffles
    assert len(after.locks) == 1


def test_equal_messages_give_equal_decks() -> None:
    assert played("cut", 3)[0] == go_on(*opened(3), until="cut")
    assert played("cut", 3)[0] != played("cut", 3, label="other")[0]


@pytest.mark.parametrize("cut", range(5))
def test_the_cut_moves_the_dealing_order(cut: int) -> None:
    uncut = cards(*played("share", 2, 5, 2))
    deck, secrets = played("share", 2, 5, 2, cut=cut)
    assert [deck.index(place) for place in range(5)] == [(place + cut) % 5 for place in range(5)]
    assert cards(deck, secrets) == uncut[cut:] + uncut[:cut]


def test_there_is_no_place_before_the_cut() -> None:
    deck, _ = played("cut")
    with pytest.raises(ValueError, match="not cut"):
        deck.index(0)


def test_keys_known_already_stay() -> None:
    deck, secrets = played("share")
    deck = speak(deck, secrets[0], "share")
    first = deck.shares[2][0]
    assert deck.with_keys(0, {2: b"\x05" * 32}).shares[2][0] == first
    assert deck.with_keys(1, {2: b"\x05" * 32}).shares[2] == {0: first, 1: b"\x05" * 32}
    assert set(deck.shares) == set(range(4))


def test_every_basis_appears_in_time() -> None:
    deck, secrets = opened(2)
    known = {}
    for kind in KINDS:
        if kind not in {"share", "reveal"}:
            known[kind] = deck.basis(0, kind)
        deck = go_on(deck, secrets, KINDS[KINDS.index(kind) + 1]) if kind != "reveal" else deck
    assert None not in known.values()
    assert known["commit"] == deck.ctx
    assert known["coin"] == known["answer"] == deck.shadow_set
    assert known["ready"] == known["cut"] == deck.ready_value
    fresh, _ = opened(2)
    assert [fresh.basis(0, kind) for kind in KINDS if fresh.basis(0, kind)] == [fresh.ctx, fresh.ctx]


@pytest.mark.parametrize(
    ("players", "n", "rounds"), [(1, 4, 4), (7, 4, 4), (2, 0, 4), (2, 161, 4), (2, 4, 0), (2, 4, 129)]
)
def test_sizes_out_of_range_are_refused(players: int, n: int, rounds: int) -> None:
    with pytest.raises(ValueError, match="no such deck"):
        Deck.opened(1, bytes(32), b"d", n, rounds, players, card_points(b"d", n))


def test_equal_points_are_refused() -> None:
    with pytest.raises(ValueError, match="different points"):
        Deck.opened(1, bytes(32), b"d", 2, 4, 2, card_points(b"d", 1) * 2)


def test_a_sub_deal_shuffles_its_own_cards_and_is_not_cut() -> None:
    parent, _ = played("share", 2, 6, 2)
    ids = (1, 3, 4)
    keys = [bytes([player]) * 32 for player in range(2)]
    ctx = context(
        table=bytes(32), anchor=bytes(32), number=2, deck_id=b"test-6", n=3, rounds=2, keys=keys,
        parent=parent.ctx, cards=ids,
    )  # fmt: skip
    points = [card_points(b"test-6", 6)[card] for card in ids]
    deck = Deck.opened(2, ctx, b"test-6", 3, 2, 2, points, cards=ids)
    secrets = tuple(Secrets(bytes([player]) * 32, ctx, player) for player in range(2))
    deck = go_on(deck, secrets, "cut")
    assert deck.is_cut
    assert _due(deck) == [(), ()]
    opened_cards = cards(deck, secrets)
    assert sorted(card for card in opened_cards if card is not None) == [1, 3, 4]
    share = finish(make("share", deck, secrets[0], places=[2]))
    assert said(deck, 0, share).shares[2].keys() == {0}
