"""Verdicts on messages: in the order time, shape, basis, arithmetic, and always about their author."""

from dataclasses import replace
from hashlib import sha256

import pytest

from eventlog.hashing import tagged_hash
from protocol.deck import Code, Deck, Fault, Secrets, card_points, context, finish, make, own_lock, proving, shares_for
from protocol.deck.group import FIELD, ORDER, write_scalar
from protocol.deck.messages import Answer, Coin, Commit, Cut, Lock, Message, Ready, Reveal, Shadow, Share, Shuffle
from tests.protocol.deck.cheating import LOW_ORDER, on_twist, with_torsion
from tests.protocol.deck.playing import KINDS, altered, cards, go_on, opened, played, said, speak

X = b"x" * 32


def honest(kind: str, player: int = 0) -> tuple[Deck, Message]:
    """A deck in which the message of the player is due, and the honest message."""
    deck, secrets = played(kind)
    for one in secrets[:player]:
        deck = speak(deck, one, kind)
    return deck, finish(make(kind, deck, secrets[player], cut=1, places=range(4)))


# ---- time -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "reveal"])
def test_an_honest_message_is_accepted_in_its_time_only(kind: str) -> None:
    deck, message = honest(kind)
    assert deck.judge(0, message, range(4)) is None
    for other_kind in KINDS[: KINDS.index(kind)]:
        earlier, _ = played(other_kind)
        assert earlier.judge(0, message, range(4)) == Fault(Code.UNEXPECTED, kind, 0)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in {"cut", "share"}])
def test_each_kind_is_said_once(kind: str) -> None:
    deck, message = honest(kind)
    deck = deck.fold(0, message)
    assert deck.judge(0, message) == Fault(Code.REPEATED, kind, 0)
    assert deck.judge(0, replace(message, on=X)) == Fault(Code.REPEATED, kind, 0)


def test_there_is_one_cut() -> None:
    deck, cut = honest("cut")
    deck = deck.fold(0, cut)
    assert deck.judge(0, cut) == Fault(Code.UNEXPECTED, "cut", 0)
    assert deck.judge(1, cut) == Fault(Code.UNEXPECTED, "cut", 1)


def test_whoever_has_given_his_coin_accepts_no_other_beginning() -> None:
    """With coins known other shuffles or shadows could be proven falsely: nothing before a coin is said again."""
    deck, secrets = played("coin")
    deck = speak(deck, secrets[0], "coin")
    other = played("lock", label="other")[0]
    for player in range(2):
        commit, shadow = other.commits[player], other.shadows[player]
        assert commit is not None
        assert shadow is not None
        for message in (commit, other.shuffles[player], shadow):
            assert deck.judge(player, message) == Fault(Code.REPEATED, message.kind, player)


def test_after_his_reveal_a_player_says_nothing() -> None:
    deck, secrets = played("share")
    share = shares_for(deck, secrets[0], range(4))
    deck = speak(deck, secrets[0], "reveal")
    assert deck.judge(0, share, range(4)) == Fault(Code.UNEXPECTED, "share", 0)
    coins, secrets = played("coin")
    coin = finish(make("coin", coins, secrets[0]))
    assert speak(coins, secrets[0], "reveal").judge(0, coin) == Fault(Code.UNEXPECTED, "coin", 0)


def test_there_is_no_reveal_before_a_commitment() -> None:
    deck, secrets = opened()
    assert deck.judge(0, Reveal(deck.ctx, secrets[0].seed)) == Fault(Code.UNEXPECTED, "reveal", 0)


@pytest.mark.parametrize("player", [-1, 2, 99])
def test_who_does_not_take_part_says_nothing(player: int) -> None:
    deck, message = honest("commit")
    assert deck.judge(player, message) == Fault(Code.UNEXPECTED, "commit", player)
    assert deck.due(player) == ()


# ---- shape and basis ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 3, 5])
def test_the_number_of_rounds_and_cards_is_the_tables(size: int) -> None:
    wrong: list[tuple[str, Message]] = [
        ("shuffle", Shuffle(X, X, (X,) * size)),
        ("shadow", Shadow(X, (X,) * size)),
        ("answer", Answer(X, (X,) * size)),
        ("lock", Lock(X, (X,) * 4, (X,) * size, (X,) * 4, (X,) * 4, (X,) * 4)),
    ]
    for kind, message in wrong:
        deck, _ = played(kind)
        assert deck.judge(0, message) == Fault(Code.SHAPE, kind, 0)
        assert deck.read(0, kind, message.body()) == Fault(Code.SHAPE, kind, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_another_basis_is_a_fork_before_it_is_a_failed_check(kind: str) -> None:
    deck, message = honest(kind)
    assert deck.judge(0, replace(message, on=X), range(4)) == Fault(Code.BASIS, kind, 0)


# ---- arithmetic -----------------------------------------------------------------------------------------------------


BAD_POINTS = [
    *LOW_ORDER,
    on_twist(),
    (FIELD + 9).to_bytes(32, "little"),
    (9 | 1 << 255).to_bytes(32, "little"),
    with_torsion((9).to_bytes(32, "little")),
]


@pytest.mark.parametrize("point", BAD_POINTS)
def test_points_of_a_shuffle_are_checked_on_arrival(point: bytes) -> None:
    deck, message = honest("shuffle")
    assert isinstance(message, Shuffle)
    bad = replace(message, deck=tuple(sorted((point, *message.deck[1:]))))
    assert deck.judge(0, bad) == Fault(Code.POINT, "shuffle", 0, ("deck", bad.deck.index(point)))
    assert deck.judge(0, bad, points=False) is None
    assert deck.judge(0, replace(message, key=point)) == Fault(Code.POINT, "shuffle", 0, ("key", 0))


def test_a_shuffled_deck_is_strictly_increasing() -> None:
    deck, message = honest("shuffle")
    assert isinstance(message, Shuffle)
    one, two, three, four = message.deck
    assert deck.judge(0, replace(message, deck=(one, three, two, four))) == Fault(Code.ORDER, "shuffle", 0, (2,))
    assert deck.judge(0, replace(message, deck=(one, two, three, three))) == Fault(Code.ORDER, "shuffle", 0, (3,))
    assert deck.judge(0, replace(message, deck=(one, one, three, four)), points=False) is not None


def test_a_coin_is_the_committed_one() -> None:
    deck, secrets = played("coin")
    basis = deck.shadow_set
    assert basis is not None
    assert deck.judge(0, Coin(basis, X)) == Fault(Code.COMMITMENT, "coin", 0)
    assert deck.judge(0, Coin(basis, secrets[1].coin())) == Fault(Code.COMMITMENT, "coin", 0)


def test_a_seed_is_the_committed_one() -> None:
    deck, secrets = played("reveal")
    assert deck.judge(0, Reveal(deck.ctx, secrets[1].seed)) == Fault(Code.COMMITMENT, "reveal", 0)


EXCESS = ORDER - 2**252
BAD_SCALARS = [
    bytes(32),
    ORDER.to_bytes(32, "little"),
    b"\xff" * 32,
    (8).to_bytes(32, "little"),
    (ORDER - 8).to_bytes(32, "little"),
    (8 * EXCESS).to_bytes(32, "little"),
]


@pytest.mark.parametrize("scalar", BAD_SCALARS)
def test_scalars_without_meaning_are_invalid_everywhere(scalar: bytes) -> None:
    deck, message = honest("answer")
    assert isinstance(message, Answer)
    answer = replace(message, answers=(*message.answers[:2], scalar, message.answers[3]))
    assert deck.judge(0, answer) == Fault(Code.SCALAR, "answer", 0, ("answers", 2))
    deck, message = honest("lock")
    assert isinstance(message, Lock)
    lock = replace(message, responses=(*message.responses[:3], scalar))
    assert deck.judge(0, lock) == Fault(Code.SCALAR, "lock", 0, ("responses", 3))
    deck, message = honest("share")
    assert isinstance(message, Share)
    share = replace(message, shares=((1, scalar),))
    assert deck.judge(0, share, range(4)) == Fault(Code.SCALAR, "share", 0, ("shares", 1))


def test_lock_keys_and_locked_cards_do_not_repeat() -> None:
    deck, message = honest("lock")
    assert isinstance(message, Lock)
    repeated = replace(message, keys=(message.keys[0], *message.keys[:3]))
    assert deck.judge(0, repeated) == Fault(Code.DUPLICATE, "lock", 0, ("keys",))
    repeated = replace(message, deck=(*message.deck[:3], message.deck[0]))
    assert deck.judge(0, repeated) == Fault(Code.DUPLICATE, "lock", 0, ("deck",))


@pytest.mark.parametrize("field", ["keys", "deck", "a", "b"])
@pytest.mark.parametrize("encoding", [(FIELD + 9).to_bytes(32, "little"), (9 | 1 << 255).to_bytes(32, "little")])
def test_points_of_a_lock_are_canonical(field: str, encoding: bytes) -> None:
    deck, message = honest("lock")
    points = getattr(message, field)
    bad = altered(message, field, (*points[:2], encoding, points[3]))
    assert deck.judge(0, bad) == Fault(Code.POINT, "lock", 0, (field, 2))


@pytest.mark.parametrize("cut", [-1, 4, 2**40])
def test_a_cut_is_below_the_number_of_cards(cut: int) -> None:
    deck, _ = played("cut")
    basis = deck.ready_value
    assert basis is not None
    assert deck.judge(1, Cut(basis, cut)) == Fault(Code.CUT, "cut", 1, (cut,))
    assert deck.judge(1, Cut(basis, 3)) is None


def test_only_allowed_places_are_shared() -> None:
    deck, secrets = played("share")
    share = shares_for(deck, secrets[0], [0, 2])
    assert deck.judge(0, share, {0, 1, 2}) is None
    assert deck.judge(0, share, {0, 1}) == Fault(Code.PLACE, "share", 0, (2,))
    assert deck.judge(0, share) == Fault(Code.PLACE, "share", 0, (0,))


def test_a_place_that_does_not_exist_is_not_shared() -> None:
    deck, secrets = played("share")
    share = replace(shares_for(deck, secrets[0], [0]), shares=((99, X),))
    assert deck.judge(0, share, range(4)) == Fault(Code.PLACE, "share", 0, (99,))
    assert deck.judge_key(0, 99, X) == Fault(Code.SHAPE, "share", 0)
    assert deck.judge_key(0, 0, b"") == Fault(Code.SHAPE, "share", 0)


def test_a_share_is_the_key_of_its_place() -> None:
    deck, secrets = played("share")
    key = own_lock(deck, secrets[0], 1)
    other = int.from_bytes(key, "little") + 2
    assert deck.judge_key(0, 1, key) is None
    assert deck.judge_key(0, 1, write_scalar(other)) == Fault(Code.KEY, "share", 0, (1,))
    assert deck.judge_key(0, 2, key) == Fault(Code.KEY, "share", 0, (2,))
    assert deck.judge_key(1, 1, key) == Fault(Code.KEY, "share", 1, (1,))


def test_a_share_of_another_deal_with_the_same_seed_is_refused() -> None:
    deck, secrets = played("share")
    other, _ = played("share", label="other")
    replayed = Secrets(secrets[0].seed, other.ctx, 0).lock(deck.lock_transcripts[0], 1)
    assert deck.judge_key(0, 1, write_scalar(replayed)) == Fault(Code.KEY, "share", 0, (1,))


def test_a_negated_share_opens_the_same_card() -> None:
    """Signs have no meaning."""
    deck, secrets = played("share")
    keys = {one.player: own_lock(deck, one, 1) for one in secrets}
    negated = write_scalar(-int.from_bytes(keys[0], "little"))
    assert deck.judge_key(0, 1, negated) is None
    assert deck.open_place(1, {**keys, 0: negated}) == deck.open_place(1, keys) is not None


# ---- opening --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "n"), [(2, 1), (2, 5), (3, 4), (6, 3)])
def test_a_deck_holds_every_card_once(players: int, n: int) -> None:
    opened_cards = cards(*played("share", players, n, 2))
    assert sorted(card for card in opened_cards if card is not None) == list(range(n))


def test_a_place_needs_the_keys_of_all() -> None:
    deck, secrets = played("share")
    with pytest.raises(ValueError, match="all players"):
        deck.open_place(0, {0: own_lock(deck, secrets[0], 0)})


def test_a_key_of_another_place_opens_no_card() -> None:
    deck, secrets = played("share")
    assert deck.open_place(0, {0: own_lock(deck, secrets[0], 0), 1: own_lock(deck, secrets[1], 2)}) is None


def test_keys_whose_product_has_no_representative_open_no_card() -> None:
    """Only all players together can arrange that; it is a verdict all the same."""
    deck, _ = played("share")
    inverse = pow(8, -1, ORDER)
    assert deck.open_place(0, {0: write_scalar(inverse * 3), 1: write_scalar(pow(3, -1, ORDER))}) is None


def test_a_low_order_point_in_a_false_lock_opens_no_card() -> None:
    deck, _ = played("share")
    last = replace(deck.locks[1], deck=(LOW_ORDER[2], *deck.locks[1].deck[1:]))
    broken = replace(deck, locks=(deck.locks[0], last))
    assert broken.open_place(0, {0: write_scalar(3), 1: write_scalar(5)}) is None


# ---- costly verdicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_honest_proofs_hold(players: int) -> None:
    deck, secrets = played("ready", players)
    for player in range(players):
        assert finish(deck.verify_answer(player)) is None
        assert finish(deck.verify_lock(player)) is None
        for proofs in (False, True):
            assert finish(deck.reexecute(player, secrets[player].seed, proofs=proofs)) is None


def test_there_is_nothing_to_verify_before_it_is_said() -> None:
    deck, _ = played("answer")
    with pytest.raises(ValueError, match="not answered"):
        deck.verify_answer(0)
    with pytest.raises(ValueError, match="not locked"):
        deck.verify_lock(0)
    with pytest.raises(ValueError, match="all coins"):
        played("coin")[0].challenge(0)


def test_every_wrong_answer_is_found() -> None:
    deck, message = honest("answer")
    assert isinstance(message, Answer)
    for number in range(4):
        wrong = list(message.answers)
        wrong[number] = write_scalar(int.from_bytes(wrong[number], "little") + 2)
        answered = said(deck, 0, replace(message, answers=tuple(wrong)))
        assert finish(answered.verify_answer(0)) == Fault(Code.ANSWER, "answer", 0, (number,))


def test_a_negated_answer_is_an_answer() -> None:
    deck, message = honest("answer")
    assert isinstance(message, Answer)
    negated = tuple(write_scalar(-int.from_bytes(one, "little")) for one in message.answers)
    assert finish(said(deck, 0, replace(message, answers=negated)).verify_answer(0)) is None


@pytest.mark.parametrize("field", ["a", "b", "responses"])
def test_every_wrong_part_of_a_lock_proof_is_found(field: str) -> None:
    deck, message = honest("lock", 1)
    values = getattr(message, field)
    swapped = said(deck, 1, altered(message, field, (values[1], values[0], *values[2:])))
    assert finish(swapped.verify_lock(1)) == Fault(Code.PROOF, "lock", 1, (0,))


@pytest.mark.parametrize("field", ["keys", "deck"])
@pytest.mark.parametrize("point", [*LOW_ORDER, on_twist(), with_torsion((9).to_bytes(32, "little"))])
def test_points_of_a_lock_are_projected_with_its_proof(field: str, point: bytes) -> None:
    deck, message = honest("lock")
    points = getattr(message, field)
    locked = said(deck, 0, altered(message, field, (*points[:3], point)))
    fault = finish(locked.verify_lock(0))
    assert fault is not None
    # The challenge hashes all points, so a proof that was made for others fails at the first card already; what counts
    # is that it never stops the program and that its author is named.
    assert (fault.kind, fault.player) == ("lock", 0)
    assert fault.code in {Code.PROOF, Code.POINT}


def test_who_locks_points_of_low_order_names_himself() -> None:
    """Nobody can work with them; that stops no program, whichever of two accomplices is looked at first."""
    deck, secrets = played("lock")
    lock = finish(make("lock", deck, secrets[0]))
    assert isinstance(lock, Lock)
    first = said(deck, 0, replace(lock, deck=(LOW_ORDER[2], *lock.deck[1:])))
    second = Secrets(secrets[1].seed, deck.ctx, 1)
    transcript, basis = first.transcripts[1], first.lock_transcripts[1]
    # The accomplice proves his lock of the honest deck, as far as that goes, in the transcript of the false one.
    key = first.shuffles[1].key
    deck = said(first, 1, finish(proving.lock(second, transcript, key, basis, lock.deck)))
    blamed = Fault(Code.POINT, "lock", 0, ("deck", 0))
    assert finish(deck.verify_lock(1)) == blamed
    assert finish(deck.reexecute(1, secrets[1].seed, proofs=False)) == blamed
    assert finish(deck.reexecute(1, secrets[1].seed, proofs=True)) == blamed


# ---- the audit ------------------------------------------------------------------------------------------------------


def _false(deck: Deck, kind: str) -> tuple[Deck, str]:
    """The deck as if player 0 had said something else of that kind, and the field that differs."""
    match kind:
        case "commit":
            commit = Commit(deck.ctx, deck.commits[0].seed if deck.commits[0] else X, X)
            return replace(deck, commits=(commit, *deck.commits[1:])), "coin"
        case "shuffle":
            shuffle = replace(deck.shuffles[0], deck=(*deck.shuffles[0].deck[:3], deck.shuffles[1].deck[3]))
            return replace(deck, shuffles=(shuffle, *deck.shuffles[1:])), "deck"
        case "shadow":
            shadow = Shadow(deck.transcripts[1], (X,) * 4)
            return replace(deck, shadows=(shadow, *deck.shadows[1:])), "shadows"
        case "coin":
            coin = Coin(deck.shadow_set or X, X)
            return replace(deck, coins=(coin, *deck.coins[1:])), "coin"
        case "answer":
            answer = Answer(deck.shadow_set or X, (X,) * 4)
            return replace(deck, answers=(answer, *deck.answers[1:])), "answers"
        case "lock":
            lock = replace(deck.locks[0], keys=deck.locks[1].keys)
            return replace(deck, locks=(lock, *deck.locks[1:])), "keys"
        case _:
            lock = replace(deck.locks[0], a=deck.locks[0].b)
            return replace(deck, locks=(lock, *deck.locks[1:])), "a"


@pytest.mark.parametrize(
    ("what", "kind", "proofs"),
    [
        ("commit", "commit", False),
        ("shuffle", "shuffle", False),
        ("coin", "coin", False),
        ("lock", "lock", False),
        ("commit", "commit", True),
        ("shuffle", "shuffle", True),
        ("shadow", "shadow", True),
        ("coin", "coin", True),
        ("answer", "answer", True),
        ("lock", "lock", True),
        ("proof of the lock", "lock", True),
    ],
)
def test_the_audit_names_the_first_message_that_differs(what: str, kind: str, proofs: bool) -> None:
    deck, secrets = played("reveal")
    other, field = _false(deck, what)
    assert finish(other.reexecute(0, secrets[0].seed, proofs=proofs)) == Fault(Code.EXECUTION, kind, 0, (field,))


@pytest.mark.parametrize("until", KINDS[:7])
def test_a_dropped_deck_is_audited_as_far_as_it_got(until: str) -> None:
    deck, secrets = played(until)
    for proofs in (False, True):
        assert finish(deck.reexecute(0, secrets[0].seed, proofs=proofs)) is None
    if until != "commit":
        fault = finish(deck.reexecute(0, secrets[1].seed, proofs=False))
        assert fault == Fault(Code.EXECUTION, "commit", 0, ("seed",))


def test_a_false_shuffle_is_found_though_the_deck_was_dropped_before_the_coins() -> None:
    """An accomplice who withholds his coin does not cover it."""
    deck, secrets = played("shuffle")
    other = Secrets(X, deck.ctx, 0)
    deck = said(deck, 0, finish(make("shuffle", deck, other)))
    deck = go_on(deck, secrets, "coin")
    for secret in secrets:
        deck = speak(deck, secret, "reveal")
    assert finish(deck.reexecute(0, secrets[0].seed, proofs=False)) == Fault(Code.EXECUTION, "shuffle", 0, ("key",))
    assert finish(deck.reexecute(1, secrets[1].seed, proofs=True)) is None


# ---- the golden deal ------------------------------------------------------------------------------------------------


def _golden() -> tuple[Deck, tuple[Secrets, ...]]:
    keys = [tagged_hash("test-key", bytes([player])) for player in range(3)]
    ctx = context(
        table=tagged_hash("test-table"), anchor=tagged_hash("test-anchor"), number=7, deck_id=b"test-9", n=9,
        rounds=12, keys=keys,
    )  # fmt: skip
    deck = Deck.opened(7, ctx, b"test-9", 9, 12, 3, card_points(b"test-9", 9))
    secrets = tuple(Secrets(tagged_hash("test-seed", bytes([player])), ctx, player) for player in range(3))
    return go_on(deck, secrets, "share"), secrets


def test_golden_deal() -> None:
    """The vector of docs/protocol/shuffle.md: every encoding in three values."""
    deck, secrets = _golden()
    assert cards(deck, secrets) == [6, 0, 7, 1, 4, 2, 8, 3, 5]
    assert deck.ctx.hex() == "554be62f5b132d795ff0c77f281d28fc8a729d9c760a8aea1fb6d86783d3fc6b"
    assert deck.ready_value == bytes.fromhex("abe7470bec015467b6aa440228e2d12a9e2896540b5e0279a623741c0ced0c3a")
    strings: list[bytes] = []
    for player, lock in enumerate(deck.locks):
        bodies = (deck.commits[player], deck.shuffles[player], deck.shadows[player], deck.coins[player])
        for message in (*bodies, deck.answers[player], lock):
            assert message is not None
            for value in message.body()[1:]:
                strings += [value] if isinstance(value, bytes) else value  # type: ignore[arg-type]
        strings += [own_lock(deck, secrets[player], place) for place in range(9)]
    everything = b"".join(strings)
    assert sha256(everything).hexdigest() == "18b374ad65abce9ae8c45bea37d5ff00c3b1a3ab728f404a14614a761e643589"


def test_ready_says_nothing_but_its_basis() -> None:
    deck, message = honest("ready")
    assert message == Ready(deck.ready_value or b"")
