"""What an honest player computes, held against the formulas of `docs/protocol/shuffle.md` on plain integers."""

from hashlib import sha256

from protocol.deck import proving
from protocol.deck.context import Secrets
from protocol.deck.group import card_points
from protocol.deck.slicing import finish
from tests.protocol.deck.reference import H, l, little, mul

CTX, TH, LOCK_TH, X = (sha256(word.encode()).digest() for word in ("ctx", "th", "th'", "x"))
SEED = sha256(b"seed").digest()
SECRETS = Secrets(SEED, CTX, 1)
BASE = (9).to_bytes(32, "little")
CARDS = card_points(b"proving", 4)
MANY = card_points(b"proving", 17)


def over(scalar: int, divisor: int) -> int:
    return scalar * pow(divisor, -1, l) % l


def test_commit_fixes_seed_and_coin() -> None:
    made = proving.commit(SECRETS)
    assert made.on == CTX
    assert made.seed == H("seed", CTX, b"\1", SEED)
    assert made.coin == H("coin", CTX, b"\1", SECRETS.coin())


def test_shuffle_multiplies_every_card_by_one_secret_and_sorts() -> None:
    k = SECRETS.shuffle(TH)
    made = finish(proving.shuffle(SECRETS, TH, CARDS))
    assert (made.on, made.key) == (TH, mul(k, BASE))
    assert list(made.deck) == sorted(mul(k, card) for card in CARDS)


def test_shuffles_of_two_decks_have_two_secrets() -> None:
    assert finish(proving.shuffle(SECRETS, TH, CARDS)).key != finish(proving.shuffle(SECRETS, X, CARDS)).key


def test_each_shadow_is_the_hash_of_another_shuffle() -> None:
    made = finish(proving.shadow(SECRETS, TH, CARDS, 2, X))
    assert made.on == X
    for number, shadow in enumerate(made.shadows):
        s = SECRETS.shadow(TH, number)
        deck = sorted(mul(s, card) for card in CARDS)
        assert shadow == H("shadow", TH, bytes([1, number]), mul(s, BASE), deck)
    assert len(set(made.shadows)) == 2
    assert finish(proving.shadow(SECRETS, TH, CARDS, 0, X)).shadows == ()


def test_coin_is_the_committed_one() -> None:
    made = proving.coin(SECRETS, X)
    assert made.on == X
    assert H("coin", CTX, b"\1", made.coin) == proving.commit(SECRETS).coin


def test_answer_leads_from_before_or_behind_the_shuffle_to_the_shadow() -> None:
    """Bit 0: s from the old deck; bit 1: s / k from the shuffled one. Never both of one round, which would tell k."""
    k = SECRETS.shuffle(TH)
    s = [SECRETS.shadow(TH, number) for number in range(2)]
    assert proving.answer(SECRETS, TH, (0, 1), X).answers == (little(s[0]), little(over(s[1], k)))
    assert proving.answer(SECRETS, TH, (1, 0), X).answers == (little(over(s[0], k)), little(s[1]))
    assert proving.answer(SECRETS, TH, (), X).on == X


def test_locked_takes_the_common_secret_off_and_puts_one_key_on_each_card() -> None:
    """In the order that it was given: whoever knows the key of a place opens this card and no other."""
    k = SECRETS.shuffle(TH)
    keys, deck = finish(proving.locked(SECRETS, TH, LOCK_TH, CARDS))
    secret = [SECRETS.lock(LOCK_TH, index) for index in range(4)]
    assert keys == tuple(mul(one, BASE) for one in secret)
    assert deck == tuple(mul(over(one, k), card) for one, card in zip(secret, CARDS, strict=True))
    assert len(set(keys)) == 4


def test_lock_is_the_locked_deck_with_a_proof_for_each_card() -> None:
    """z = n + c·(l/k): so z times a point is n times it, and c times its lock: checked here with the secrets known."""
    k = SECRETS.shuffle(TH)
    key = mul(k, BASE)
    made = finish(proving.lock(SECRETS, TH, key, LOCK_TH, CARDS))
    assert (made.on, (made.keys, made.deck)) == (LOCK_TH, finish(proving.locked(SECRETS, TH, LOCK_TH, CARDS)))
    nonces = [SECRETS.nonce(LOCK_TH, index) for index in range(4)]
    assert made.a == tuple(mul(nonce, key) for nonce in nonces)
    assert made.b == tuple(mul(nonce, card) for nonce, card in zip(nonces, CARDS, strict=True))
    digest = H("dleq", LOCK_TH, b"\1", key, made.keys, made.deck, made.a, made.b)
    c = int.from_bytes(digest[:16], "little") | 1
    exponents = [over(SECRETS.lock(LOCK_TH, index), k) for index in range(4)]
    assert made.responses == tuple(little(nonce + c * m) for nonce, m in zip(nonces, exponents, strict=True))


def test_a_lock_of_many_cards_comes_in_slices() -> None:
    """17 cards, 8 in a slice: two pauses in which a table can do something else."""
    assert sum(1 for _ in proving.locked(SECRETS, TH, LOCK_TH, MANY)) == 2
    assert sum(1 for _ in proving.lock(SECRETS, TH, BASE, LOCK_TH, MANY)) == 2
