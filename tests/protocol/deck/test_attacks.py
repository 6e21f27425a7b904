"""Known attacks on a shuffle without a dealer: each is caught before a key of a card leaves, and its author is named.

The first part plays false messages against the checks; the second shows attacks that work against laxer rules, each
with the rule that stops it. ``docs/protocol/shuffle.md``, section 10, says why there are no others.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product

import pytest

from protocol.deck import Code, Deck, Fault, Secrets, checking, finish, make, own_lock, proving
from protocol.deck.group import (
    BASE,
    ORDER,
    card_points,
    is_point,
    multiply,
    multiply_base,
    sum_or_difference,
    write_scalar,
)
from protocol.deck.messages import Answer, Coin, Lock, Shadow, Shuffle
from protocol.deck.transcript import challenge_bits, lock_challenge, shadow_set
from tests.protocol.deck.cheating import LOW_ORDER, ORDER_8, marked, two_faced, with_torsion
from tests.protocol.deck.playing import go_on, played, said, speak

T = 8


def numbers(label: str, count: int) -> list[int]:
    """Repeatable scalars."""
    return [int.from_bytes(sha256(f"{label} {one}".encode()).digest() * 2, "big") % ORDER for one in range(count)]


def with_false_shuffle(shuffle: Shuffle, deck: Deck, secrets: tuple[Secrets, ...], bits: Sequence[int]) -> Deck:
    """Player 0 proves a false shuffle as well as he can: for every bit that he expects the right shadow and answer."""
    transcript = deck.transcripts[0]
    deck = said(deck, 0, shuffle)
    for one in secrets[1:]:
        deck = speak(deck, one, "shuffle")
    faces = two_faced(secrets[0], transcript, deck.start, shuffle, deck.rounds)
    shadow = Shadow(deck.transcripts[1], tuple(face[bit] for face, bit in zip(faces, bits, strict=True)))
    deck = go_on(said(deck, 0, shadow), secrets, "answer")
    answers = (write_scalar(secrets[0].shadow(transcript, number)) for number in range(deck.rounds))
    return go_on(said(deck, 0, Answer(deck.shadow_set or b"", tuple(answers))), secrets, "lock")


# ---- the marked joker -----------------------------------------------------------------------------------------------


def test_plain_steal() -> None:
    """Without proofs: one card is twice another, so both are found again after all shuffles, and pass 2 moves them."""
    deck, secrets = played("shuffle", 3, 8, 1)
    shuffle = marked(secrets[0].shuffle(deck.transcripts[0]), deck.transcripts[0], deck.start)
    deck = go_on(said(deck, 0, shuffle), secrets, "coin")
    final = deck.deck_before(3)
    joker = next(point for point in final if multiply(2, point) in final)
    truth = joker
    for one in secrets:
        truth = multiply(pow(one.shuffle(deck.transcripts[one.player]), -1, ORDER), truth)
    assert truth == deck.start[0], "the cheat knows where his joker is"
    blamed = finish(deck.reexecute(0, secrets[0].seed, proofs=False))
    assert blamed == Fault(Code.EXECUTION, "shuffle", 0, ("deck",)), "the audit alone comes after the deal"


def test_marked_joker_against_the_proof() -> None:
    """With the proof: caught before anybody locks, by every other player; nobody else is blamed."""
    deck, secrets = played("shuffle", 3, 6, T)
    shuffle = marked(secrets[0].shuffle(deck.transcripts[0]), deck.transcripts[0], deck.start)
    deck = with_false_shuffle(shuffle, deck, secrets, (0,) * T)
    assert deck.due(0) == ("lock",), "no lock, no key, no share so far"
    fault = finish(deck.verify_answer(0))
    assert fault == Fault(Code.ANSWER, "answer", 0, (deck.challenge(0).index(1),))
    assert finish(deck.verify_answer(1)) is None
    assert finish(deck.verify_answer(2)) is None


def test_a_false_deck_passes_one_challenge_of_all() -> None:
    """Rate 2^-t exactly: of the 16 challenges at t = 4, each guess passes the one that it expects."""
    deck, (cheat, _) = played("shuffle", 2, 4, 4)
    transcript = deck.transcripts[0]
    shuffle = marked(cheat.shuffle(transcript), transcript, deck.start)
    faces = two_faced(cheat, transcript, deck.start, shuffle, 4)
    answer = Answer(transcript, tuple(write_scalar(cheat.shadow(transcript, number)) for number in range(4)))
    for guess, bits in product(product((0, 1), repeat=4), repeat=2):
        verdict = checking.verify_answer(
            player=0,
            transcript=transcript,
            before=deck.start,
            shuffle=shuffle,
            shadows=[face[bit] for face, bit in zip(faces, guess, strict=True)],
            bits=bits,
            answer=answer,
        )
        assert (finish(verdict) is None) == (guess == bits)


# ---- false messages -------------------------------------------------------------------------------------------------


def locked_with(deck: Deck, secret: Secrets, source: Sequence[bytes]) -> Lock:
    """The lock and the proof that a player makes for another deck than the one he has to lock."""
    player = secret.player
    transcript, key = deck.transcripts[player], deck.shuffles[player].key
    return finish(proving.lock(secret, transcript, key, deck.lock_transcripts[player], source))


def proven(deck: Deck, secret: Secrets, lock: Lock, exponents: Sequence[int]) -> Lock:
    """The lock with responses for the challenge that its points lead to."""
    transcript = deck.lock_transcripts[secret.player]
    key = deck.shuffles[secret.player].key
    challenge = lock_challenge(transcript, secret.player, key, (lock.keys, lock.deck, lock.a, lock.b))
    responses = (
        write_scalar(secret.nonce(transcript, index) + challenge * exponent) for index, exponent in enumerate(exponents)
    )
    return replace(lock, responses=tuple(responses))


def exponents_of(deck: Deck, secret: Secrets) -> list[int]:
    inverse = pow(secret.shuffle(deck.transcripts[secret.player]), -1, ORDER)
    return [secret.lock(deck.lock_transcripts[secret.player], index) * inverse % ORDER for index in range(deck.n)]


def second_locker() -> tuple[Deck, Secrets]:
    deck, secrets = played("lock", 3, 6, 2)
    return speak(deck, secrets[0], "lock"), secrets[1]


def test_two_cards_swapped_in_the_locked_deck() -> None:
    deck, cheat = second_locker()
    lock = locked_with(deck, cheat, deck.locked_before(1))
    one, two, *rest = lock.deck
    deck = said(deck, 1, proven(deck, cheat, replace(lock, deck=(two, one, *rest)), exponents_of(deck, cheat)))
    assert finish(deck.verify_lock(1)) == Fault(Code.PROOF, "lock", 1, (0,))


def test_swapped_input_with_its_own_proof() -> None:
    deck, cheat = second_locker()
    one, two, *rest = deck.locked_before(1)
    deck = said(deck, 1, locked_with(deck, cheat, (two, one, *rest)))
    assert finish(deck.verify_lock(1)) == Fault(Code.PROOF, "lock", 1, (0,))


def test_duplicated_card_with_its_own_proof() -> None:
    deck, cheat = second_locker()
    source = list(deck.locked_before(1))
    source[3] = source[2]
    deck = said(deck, 1, locked_with(deck, cheat, source))
    assert finish(deck.verify_lock(1)) == Fault(Code.PROOF, "lock", 1, (3,))


def test_other_lock_key_than_announced() -> None:
    deck, cheat = second_locker()
    lock = locked_with(deck, cheat, deck.locked_before(1))
    keys = (*lock.keys[:3], multiply_base(12345678901234567890123456789), *lock.keys[4:])
    deck = said(deck, 1, proven(deck, cheat, replace(lock, keys=keys), exponents_of(deck, cheat)))
    assert finish(deck.verify_lock(1)) == Fault(Code.PROOF, "lock", 1, (3,))


def test_proof_replayed_in_another_transcript_or_by_another_player() -> None:
    deck, cheat = second_locker()
    lock = locked_with(deck, cheat, deck.locked_before(1))
    for player, transcript in ((1, b"x" * 32), (2, deck.lock_transcripts[1])):
        verdict = checking.verify_lock(
            player=player,
            lock_transcript=transcript,
            key=deck.shuffles[1].key,
            before=deck.locked_before(1),
            lock=lock,
        )
        assert finish(verdict) == Fault(Code.PROOF, "lock", player, (0,))


class OneKey(Secrets):
    """One lock key for all places: the first share would open them all."""

    def lock(self, transcript: bytes, index: int) -> int:
        return Secrets.lock(self, transcript, 0)


def test_one_lock_key_for_all_places() -> None:
    deck, honest = second_locker()
    lock = locked_with(deck, OneKey(honest.seed, honest.ctx, 1), deck.locked_before(1))
    assert deck.judge(1, lock) == Fault(Code.DUPLICATE, "lock", 1, ("keys",))


def test_negated_lock_key_repeats_too() -> None:
    """x(l·B) = x(-l·B): a repeated key hides behind no sign."""

    class OneKeyNegated(Secrets):
        def lock(self, transcript: bytes, index: int) -> int:
            scalar = Secrets.lock(self, transcript, 0)
            return ORDER - scalar if index % 2 else scalar

    deck, honest = second_locker()
    lock = locked_with(deck, OneKeyNegated(honest.seed, honest.ctx, 1), deck.locked_before(1))
    assert deck.judge(1, lock) == Fault(Code.DUPLICATE, "lock", 1, ("keys",))


def test_torsion_in_a_locked_card_passes_the_equations_and_not_the_projection() -> None:
    deck, cheat = second_locker()
    lock = locked_with(deck, cheat, deck.locked_before(1))
    cards_out = (*lock.deck[:2], with_torsion(lock.deck[2]), *lock.deck[3:])
    lock = proven(deck, cheat, replace(lock, deck=cards_out), exponents_of(deck, cheat))
    challenge = lock_challenge(
        deck.lock_transcripts[1], 1, deck.shuffles[1].key, (lock.keys, lock.deck, lock.a, lock.b)
    )
    response = int.from_bytes(lock.responses[2], "little")
    by_response = multiply(response, deck.locked_before(1)[2])
    assert sum_or_difference(lock.b[2], by_response, multiply(challenge, lock.deck[2]))
    deck = said(deck, 1, lock)
    assert finish(deck.verify_lock(1)) == Fault(Code.POINT, "lock", 1, ("deck", 2))


def test_torsion_in_a_shuffled_deck_passes_the_proof_and_not_the_arrival() -> None:
    deck, secrets = played("shuffle", 2, 6, T)
    shuffle = finish(make("shuffle", deck, secrets[0]))
    assert isinstance(shuffle, Shuffle)
    bad = replace(shuffle, deck=tuple(sorted((with_torsion(shuffle.deck[0]), *shuffle.deck[1:]))))
    at = bad.deck.index(with_torsion(shuffle.deck[0]))
    assert deck.judge(0, bad) == Fault(Code.POINT, "shuffle", 0, ("deck", at))
    transcript = deck.transcripts[0]
    shadow = finish(proving.shadow(secrets[0], transcript, deck.start, T, transcript))
    bits = challenge_bits(transcript, 0, bad, shadow, [one.coin() for one in secrets])
    verdict = checking.verify_answer(
        player=0,
        transcript=transcript,
        before=deck.start,
        shuffle=bad,
        shadows=shadow.shadows,
        bits=bits,
        answer=proving.answer(secrets[0], transcript, bits, transcript),
    )
    assert finish(verdict) is None, "whatever is checked by multiplying is checked up to torsion only"


@pytest.mark.parametrize("point", LOW_ORDER[:3])
def test_low_order_points_that_would_stop_the_next_shuffler(point: bytes) -> None:
    deck, secrets = played("shuffle", 2, 6, 2)
    shuffle = finish(make("shuffle", deck, secrets[0]))
    assert isinstance(shuffle, Shuffle)
    bad = replace(shuffle, deck=tuple(sorted((point, *shuffle.deck[1:]))))
    with pytest.raises(ValueError, match=r"."):
        finish(proving.shuffle(secrets[1], b"x" * 32, bad.deck))
    assert deck.judge(0, bad) == Fault(Code.POINT, "shuffle", 0, ("deck", bad.deck.index(point)))


def test_a_proof_without_rounds() -> None:
    """It would hold for any deck; the number of rounds is the table's."""
    deck, secrets = played("shuffle", 2, 6, 2)
    shuffle = marked(secrets[0].shuffle(deck.transcripts[0]), deck.transcripts[0], deck.start)
    deck = said(deck, 0, shuffle)
    for count in (0, 1, 3):
        assert deck.judge(0, Shadow(deck.transcripts[1], (b"x" * 32,) * count)) == Fault(Code.SHAPE, "shadow", 0)


def test_a_lock_key_without_representative() -> None:
    """Key 8 can be locked with, by hand; as a share it is invalid, and no exception."""
    deck, cheat = second_locker()
    lock = locked_with(deck, cheat, deck.locked_before(1))
    inverse = pow(cheat.shuffle(deck.transcripts[1]), -1, ORDER)
    exponents = exponents_of(deck, cheat)
    exponents[4] = 8 * inverse % ORDER
    helper = 3  # 8·B has no direct way through the library
    eight = multiply(helper, multiply_base(8 * pow(helper, -1, ORDER)))
    lock = replace(
        lock,
        keys=(*lock.keys[:4], eight, *lock.keys[5:]),
        deck=(*lock.deck[:4], multiply(exponents[4], deck.locked_before(1)[4]), *lock.deck[5:]),
    )
    deck = said(deck, 1, proven(deck, cheat, lock, exponents))
    assert finish(deck.verify_lock(1)) is None
    cut = replace(deck, cut=0)
    assert cut.judge_key(1, 4, write_scalar(8)) == Fault(Code.SCALAR, "share", 1, ("shares", 4))


def test_shares_of_another_key_place_or_player() -> None:
    deck, secrets = played("share", 3, 6, 2)
    key = own_lock(deck, secrets[1], 5)
    assert deck.judge_key(1, 5, write_scalar(int.from_bytes(key, "little") + 1)) == Fault(Code.KEY, "share", 1, (5,))
    assert deck.judge_key(1, 4, key) == Fault(Code.KEY, "share", 1, (4,))
    assert deck.judge_key(2, 5, key) == Fault(Code.KEY, "share", 2, (5,))


def test_playing_a_card_that_one_does_not_hold() -> None:
    """Impossible: the card is computed from the player's own key, and there is one key for a place."""
    deck, secrets = played("share", 2, 4, 2)
    keys = {one.player: own_lock(deck, one, 1) for one in secrets}
    card = deck.open_place(1, keys)
    for place in (0, 2, 3):
        other = own_lock(deck, secrets[0], place)
        assert deck.judge_key(0, 1, other) is not None
        assert deck.open_place(1, {**keys, 0: other}) not in {card, *range(4)}


# ---- attacks on laxer rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("run", range(4))
def test_signs(run: int) -> None:
    """A false proof of equal multipliers with free signs: at most 8 of l challenges, and no other, can be answered."""
    point = card_points(b"signs", 1)[0]
    k, first, second, a, b = numbers(f"signs {run}", 5)
    key = multiply_base(k)
    lock_key, card, by_key, by_card = (
        multiply(first, key), multiply(second, point), multiply(a, key), multiply(b, point),
    )  # fmt: skip

    def holds(challenge: int, response: int) -> bool:
        left = sum_or_difference(by_key, multiply(response, key), multiply(challenge, lock_key))
        return left and sum_or_difference(by_card, multiply(response, point), multiply(challenge, card))

    answerable = {}
    for one, two, three, four in product((1, -1), repeat=4):
        challenge = (one * a - three * b) * pow(two * first - four * second, -1, ORDER) % ORDER
        answerable[challenge] = (one * a - two * challenge * first) % ORDER
    assert len(answerable) <= 8
    assert all(holds(challenge, response) for challenge, response in answerable.items())
    for challenge in numbers(f"challenges {run}", 5):
        for one, two in product((1, -1), repeat=2):
            assert not holds(challenge, (one * a + two * challenge * first) % ORDER)
            assert not holds(challenge, (one * b + two * challenge * first) % ORDER)


def test_chosen_points() -> None:
    """Points of known logarithm trace the next shuffle, and fail before the traced player locks or shares."""
    deck, secrets = played("shuffle", 2, 6, T)
    logarithms = numbers("logarithms", 6)
    key = multiply_base(secrets[0].shuffle(deck.transcripts[0]))
    shuffle = Shuffle(deck.transcripts[0], key, tuple(sorted(map(multiply_base, logarithms))))
    deck = with_false_shuffle(shuffle, deck, secrets, (1, 0) * (T // 2))
    honest = deck.shuffles[1]
    assert all(multiply(one, honest.key) in honest.deck for one in logarithms), "every card is traced"
    fault = finish(deck.verify_answer(0))
    assert fault is not None
    assert (fault.code, fault.player) == (Code.ANSWER, 0)
    assert finish(deck.verify_answer(1)) is None
    assert not deck.locks


def with_known_coins(label: str) -> tuple[Deck, tuple[Secrets, ...], list[tuple[bytes, bytes]], Shadow] | None:
    """A marked deck of player 0 and the shadows that prove it, if one of the 2^t guesses is its own challenge."""
    deck, secrets = played("shuffle", 2, 4, 4, label=label)
    transcript = deck.transcripts[0]
    shuffle = marked(secrets[0].shuffle(transcript), transcript, deck.start)
    faces = two_faced(secrets[0], transcript, deck.start, shuffle, 4)
    coins = [one.coin() for one in secrets]
    deck = said(deck, 0, shuffle)
    for guess in product((0, 1), repeat=4):
        shadow = Shadow(deck.transcripts[1], tuple(face[bit] for face, bit in zip(faces, guess, strict=True)))
        if challenge_bits(transcript, 0, shuffle, shadow, coins) == guess:
            return speak(deck, secrets[1], "shuffle"), secrets, faces, shadow
    return None


def test_known_coins() -> None:
    """With the coins known a false deck is proven by trying, so a coin names the one set that it is given out for."""
    deck, secrets, faces, found = next(filter(None, (with_known_coins(f"coins {run}") for run in range(40))))
    deck = speak(deck, secrets[1], "shadow")
    other = Shadow(found.on, tuple(face[0] for face in faces))
    shadow = deck.shadows[1]
    assert shadow is not None
    coin_for_other = Coin(shadow_set(deck.transcripts[2], [other, shadow]), secrets[1].coin())
    deck = said(deck, 0, found)
    assert deck.judge(1, coin_for_other) == Fault(Code.BASIS, "coin", 1), "a coin for another set is none for this one"
    assert deck.judge(0, other) == Fault(Code.REPEATED, "shadow", 0), "and there is one set in a deck"
    deck = go_on(deck, secrets, "answer")
    answers = tuple(write_scalar(secrets[0].shadow(deck.transcripts[0], number)) for number in range(4))
    deck = said(deck, 0, Answer(deck.shadow_set or b"", answers))
    assert finish(deck.verify_answer(0)) is None, "this is what coins known too early would do"
    assert finish(deck.reexecute(0, secrets[0].seed, proofs=False)) == Fault(Code.EXECUTION, "shuffle", 0, ("deck",))


def test_two_challenges() -> None:
    """Two answers to one set of shadows are the secret of the shuffle; so a challenge has checked coins only."""
    deck, secrets = played("answer", 2, 4, T)
    honest, transcript = secrets[1], deck.transcripts[1]
    shadow = deck.shadows[1]
    assert shadow is not None
    other = challenge_bits(transcript, 1, deck.shuffles[1], shadow, [b"x" * 32, honest.coin()])
    bits = deck.challenge(1)
    number = next(number for number in range(T) if bits[number] != other[number])
    answers = [
        int.from_bytes(proving.answer(honest, transcript, one, b"").answers[number], "little") for one in (bits, other)
    ]
    quotient = answers[0] * pow(answers[1], -1, ORDER) % ORDER
    if bits[number]:
        quotient = pow(quotient, -1, ORDER)
    assert quotient == honest.shuffle(transcript)
    before, _ = played("coin", 2, 4, T)
    assert before.judge(0, Coin(before.shadow_set or b"", b"x" * 32)) == Fault(Code.COMMITMENT, "coin", 0)


def test_forked_predecessor() -> None:
    """Player 0 shows two valid shuffles. The honest player who built on one is not blamed by who holds the other."""
    deck, secrets = played("shuffle", 2, 4, 2)
    one = said(deck, 0, finish(make("shuffle", deck, secrets[0])))
    two = said(deck, 0, finish(make("shuffle", deck, Secrets(b"x" * 32, deck.ctx, 0))))
    honest = finish(make("shuffle", one, secrets[1]))
    assert one.judge(1, honest) is None
    assert two.judge(1, honest) == Fault(Code.BASIS, "shuffle", 1), "a fork to be traced, no failed check"
    first, second = one.shuffles[0], two.shuffles[0]
    assert first != second
    assert first.on == second.on, "both stand on one transcript: with his signatures they convict player 0"


def test_split_cut() -> None:
    """Sharing on sight of two cuts would show closed cards; one copy of the deck has one cut."""
    deck, secrets = played("cut", 2, 6, 2)
    zero = finish(make("cut", deck, secrets[0], cut=0))
    three = finish(make("cut", deck, secrets[0], cut=3))
    one, other = said(deck, 0, zero), said(deck, 0, three)
    assert one.judge(0, three) == Fault(Code.UNEXPECTED, "cut", 0)
    stages = range(3)
    by_zero = {one.index(place) for place in stages}
    by_three = {other.index(place) for place in stages}
    assert by_zero | by_three == set(range(6)), "together the two halves would be the whole deck"


def test_ground_order() -> None:
    """The last shuffler tries keys until a ciphertext of his choice lies at place 0; the card there stays uniform."""
    points = sorted(card_points(b"ground", 3))
    seen = dict.fromkeys(points, 0)
    for run in range(240):
        honest = numbers(f"honest {run}", 1)[0]
        plain = {multiply(honest, point): point for point in points}
        deck = sorted(plain)
        chosen = deck[0]
        for k in numbers(f"ground {run}", 12):
            if min(multiply(k, point) for point in deck) == multiply(k, chosen):
                seen[plain[chosen]] += 1
                break
    hits = sum(seen.values())
    assert hits > 220, "he nearly always succeeds"
    chi_square = sum((count - hits / 3) ** 2 / (hits / 3) for count in seen.values())
    assert chi_square < 13.8, "99.9 % point with 2 degrees of freedom"


def test_the_base_point_and_a_torsion_point_are_what_the_attacks_need() -> None:
    """The tools of the attacks themselves: a point of the curve outside of the subgroup, equal under multiplication."""
    assert is_point(BASE)
    assert not is_point(ORDER_8)
    assert multiply(7, with_torsion(BASE)) == multiply(7, BASE)
