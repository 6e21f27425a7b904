"""What the player's side makes, and what it refuses to make."""

from dataclasses import replace

import pytest

from protocol.deck import NotDueError, Secrets, finish, make, own_lock, shares_for
from protocol.deck.messages import Coin
from tests.protocol.deck.playing import KINDS, altered, played, said, speak

X = b"x" * 32


@pytest.mark.parametrize("kind", KINDS)
def test_who_comes_back_says_the_same_bytes(kind: str) -> None:
    """From the seed and the log alone, at every message."""
    deck, secrets = played(kind)
    again = Secrets(secrets[0].seed, secrets[0].ctx, 0)
    messages = [finish(make(kind, deck, one, cut=3, places=[0, 2])) for one in (secrets[0], again)]
    assert messages[0] == messages[1]
    assert messages[0].kind == kind


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "reveal"])
def test_nothing_is_made_before_its_time(kind: str) -> None:
    """Above all no answer before all coins, no coin before all shadows, no share before all are ready."""
    for earlier in KINDS[: KINDS.index(kind)]:
        deck, secrets = played(earlier)
        with pytest.raises(NotDueError) as refused:
            finish(make(kind, deck, secrets[0], cut=0, places=[0]))
        assert (refused.value.kind, refused.value.player) == (kind, 0)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "share"])
def test_nothing_is_made_twice(kind: str) -> None:
    deck, secrets = played(kind)
    deck = speak(deck, secrets[0], kind)
    with pytest.raises(NotDueError):
        finish(make(kind, deck, secrets[0], cut=0, places=[0]))


def test_no_answer_as_long_as_one_coin_is_missing() -> None:
    deck, secrets = played("coin", 3)
    deck = speak(speak(deck, secrets[0], "coin"), secrets[1], "coin")
    with pytest.raises(NotDueError):
        finish(make("answer", deck, secrets[0]))


def test_no_answer_to_a_coin_that_was_not_committed() -> None:
    deck, secrets = played("coin")
    deck = speak(deck, secrets[0], "coin")
    false = Coin(deck.shadow_set or b"", X)
    assert deck.judge(1, false) is not None
    with pytest.raises(NotDueError):
        finish(make("answer", deck, secrets[0]))


def test_no_secret_leaves_after_the_reveal() -> None:
    deck, secrets = played("share")
    deck = speak(deck, secrets[0], "reveal")
    with pytest.raises(NotDueError):
        shares_for(deck, secrets[0], [0])


def test_an_unknown_kind_is_not_due() -> None:
    deck, secrets = played("share")
    with pytest.raises(NotDueError):
        finish(make("deal", deck, secrets[0]))


def test_shares_are_sorted_and_said_once_each() -> None:
    deck, secrets = played("share", cut=3)
    share = shares_for(deck, secrets[1], [2, 0, 2])
    assert share.shares == ((0, own_lock(deck, secrets[1], 0)), (2, own_lock(deck, secrets[1], 2)))
    assert share.on == deck.ready_value
    assert finish(make("share", deck, secrets[1], places=[2, 0])) == share


def test_a_second_stage_is_another_share() -> None:
    deck, secrets = played("share")
    deck = said(deck, 1, shares_for(deck, secrets[1], [0]))
    deck = said(deck, 1, shares_for(deck, secrets[1], [0, 1]))
    assert set(deck.shares) == {0, 1}


def test_no_place_no_share() -> None:
    deck, secrets = played("share")
    with pytest.raises(NotDueError):
        shares_for(deck, secrets[0], [])
    for place in (-1, 4):
        with pytest.raises(ValueError, match="no such place"):
            shares_for(deck, secrets[0], [place])


def test_there_is_no_key_before_the_lock() -> None:
    deck, secrets = played("lock")
    with pytest.raises(NotDueError):
        own_lock(replace(deck, cut=0), secrets[0], 0)


@pytest.mark.parametrize("cut", [None, -1, 4])
def test_a_cut_is_given_and_below_the_number_of_cards(cut: int | None) -> None:
    deck, secrets = played("cut")
    with pytest.raises(ValueError, match="a cut is"):
        finish(make("cut", deck, secrets[0], cut=cut))


def test_secrets_of_another_context_are_refused() -> None:
    deck, _ = played("shuffle")
    _, others = played("shuffle", label="other")
    with pytest.raises(ValueError, match="another context"):
        finish(make("shuffle", deck, others[0]))


def test_a_rewound_player_shows_unrelated_keys() -> None:
    """Shown another input deck after a pretended crash, the same seed gives another key and no common card."""
    deck, secrets = played("shuffle", 2)
    first = speak(deck, secrets[0], "shuffle")
    fork = finish(make("shuffle", deck, Secrets(X, deck.ctx, 0)))
    second = said(deck, 0, fork)
    one, two = (finish(make("shuffle", each, secrets[1])) for each in (first, second))
    assert altered(one, "on", X).key != altered(two, "on", X).key
    assert not set(altered(one, "on", X).deck) & set(altered(two, "on", X).deck)
