"""False messages of the shuffle at a table: whoever says one is named by all, before a key of that deck has left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from joker_lan.engine import Deck as WantDeck
from joker_lan.engine import Seat
from joker_lan.games.classic.state import HANDS, STOCK
from protocol.deck.context import Secrets
from protocol.deck.faults import Code, Fault
from protocol.deck.group import ORDER, multiply, multiply_base, write_scalar
from protocol.deck.messages import Answer, Coin, Cut, Reveal, Shadow, Share, Shuffle
from protocol.deck.proving import lock as honest_lock
from protocol.deck.slicing import finish
from protocol.offences import Offence, Wrong
from protocol.statements import OfDeck, Said
from protocol.vault import Vault
from tests.protocol.deck.cheating import LOW_ORDER, marked, two_faced, with_torsion
from tests.support.mischief import (
    Cheat,
    Lie,
    Mischief,
    Outburst,
    blamed,
    has_shared,
    in_message,
    is_in_log,
    played,
    table,
)

if TYPE_CHECKING:
    from protocol.position import JointDeck

DECK = 2
"""Number of the first deck; the open draw before it is number 1."""

PROVEN = 8
"""Rounds of proof where a test lets the proof decide."""


def sorted_with(points: tuple[bytes, ...], change: Callable[[bytes], bytes]) -> tuple[bytes, ...]:
    """A deck with its first point changed, in order again."""
    return tuple(sorted((change(points[0]), *points[1:])))


def swapped(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (values[1], values[0], *values[2:])


def repeated(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return (values[1], *values[1:])


def shortened(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[:-1]


def other(value: bytes) -> bytes:
    return bytes([value[0] ^ 1]) + value[1:]


def others_first(values: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return (other(values[0]), *values[1:])


# ---- what is seen on arrival --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "name", "value", "code"),
    [
        ("commit", "on", other, Code.BASIS),
        ("shuffle", "on", other, Code.BASIS),
        ("shuffle", "deck", swapped, Code.ORDER),
        ("shuffle", "deck", shortened, Code.SHAPE),
        ("shuffle", "deck", lambda deck: sorted_with(deck, lambda _: LOW_ORDER[0]), Code.POINT),
        ("shuffle", "deck", lambda deck: sorted_with(deck, with_torsion), Code.POINT),
        ("shuffle", "key", with_torsion, Code.POINT),
        ("shadow", "shadows", lambda _: (), Code.SHAPE),
        ("shadow", "on", other, Code.BASIS),
        ("coin", "coin", other, Code.COMMITMENT),
        ("answer", "answers", lambda answers: (write_scalar(8), *answers[1:]), Code.SCALAR),
        ("lock", "keys", repeated, Code.DUPLICATE),
        ("lock", "deck", lambda deck: (b"\xff" * 32, *deck[1:]), Code.POINT),
        ("ready", "on", other, Code.BASIS),
        ("cut", "cut", lambda _: 36, Code.CUT),
        ("reveal", "seed", other, Code.COMMITMENT),
    ],
)
def test_a_message_that_is_false_by_itself(kind: str, name: str, value: Callable[[Any], Any], code: Code) -> None:
    lan = played(lambda: Lie(kind, in_message(name, value)), seeds=range(14 if kind == "cut" else 1, 40))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert offence.fault is not None
    assert (offence.seat, offence.wrong, offence.kind, offence.fault.code) == (1, Wrong.DECK, kind, code)
    assert is_in_log(lan, culprit=1)
    assert has_shared(lan, DECK, culprit=1) == (kind == "reveal"), "no key leaves before the shuffle has been accepted"


# ---- what the proofs show -----------------------------------------------------------------------------------------


@dataclass
class FalseDeck(Mischief):
    """Shuffles falsely, and proves it as well as can be done: for every bit that it expects it has the right answer."""

    false: Callable[[Cheat, Seat, Shuffle], Shuffle]

    def alter(self, cheat: Cheat, seat: Seat, said: Said) -> Said:
        match said:
            case OfDeck(number, Shuffle() as message):
                self.done += 1
                return OfDeck(number, self.false(cheat, seat, message))
            case OfDeck(number, Shadow(on)):
                return OfDeck(number, Shadow(on, tuple(face[0] for face in self._faces(cheat, seat))))
            case OfDeck(number, Answer(on)):
                deck, secrets = cheat.deck(number), cheat.secrets(number, seat)
                transcript = deck.transcripts[secrets.player]
                scalars = (write_scalar(secrets.shadow(transcript, number)) for number in range(deck.rounds))
                return OfDeck(number, Answer(on, tuple(scalars)))
            case _:
                return said

    def _faces(self, cheat: Cheat, seat: Seat) -> list[tuple[bytes, bytes]]:
        deck, secrets = cheat.deck(DECK), cheat.secrets(DECK, seat)
        player = secrets.player
        return two_faced(
            secrets, deck.transcripts[player], deck.deck_before(player), deck.shuffles[player], deck.rounds
        )


def marked_joker(cheat: Cheat, seat: Seat, message: Shuffle) -> Shuffle:
    """One card is twice another, and so both are found again after all later shuffles."""
    deck, secrets = cheat.deck(DECK), cheat.secrets(DECK, seat)
    return marked(secrets.shuffle(message.on), message.on, deck.deck_before(secrets.player))


def points_of_known_logarithm(cheat: Cheat, seat: Seat, message: Shuffle) -> Shuffle:
    """With them every later shuffle can be traced."""
    del cheat, seat
    return replace(message, deck=tuple(sorted(multiply_base(3**power) for power in range(60, 96))))


def another_multiplier_for_one_card(cheat: Cheat, seat: Seat, message: Shuffle) -> Shuffle:
    del cheat, seat
    return replace(message, deck=sorted_with(message.deck, lambda point: multiply(3, point)))


@pytest.mark.parametrize(
    ("false", "cheat"),
    [
        (marked_joker, 0),
        (marked_joker, 1),
        (marked_joker, 2),
        (points_of_known_logarithm, 0),
        (another_multiplier_for_one_card, 1),
    ],
)
def test_a_false_deck(false: Callable[[Cheat, Seat, Shuffle], Shuffle], cheat: int) -> None:
    mischief = FalseDeck(false)
    lan = table(mischief, cheat=cheat, rounds=PROVEN)
    lan.run()
    assert mischief.done == 1
    offence = blamed(lan, culprit=cheat).offence
    assert offence is not None
    assert offence.fault is not None
    assert (offence.seat, offence.wrong, offence.kind) == (cheat, Wrong.PROOF, "answer")
    assert offence.fault.code is Code.ANSWER
    assert is_in_log(lan, culprit=cheat)
    assert not has_shared(lan, DECK, culprit=cheat)


def with_random_answers(cheat: Cheat, seat: Seat, said: Any) -> Said:
    del cheat, seat
    answers = tuple(write_scalar(3**power) for power in range(80, 80 + len(said.message.answers)))
    return OfDeck(said.deck, replace(said.message, answers=answers))


def with_a_false_shadow(cheat: Cheat, seat: Seat, said: Any) -> Said:
    del cheat, seat
    return OfDeck(said.deck, replace(said.message, shadows=others_first(said.message.shadows)))


@pytest.mark.parametrize(("kind", "change"), [("answer", with_random_answers), ("shadow", with_a_false_shadow)])
def test_a_true_deck_with_a_false_proof(kind: str, change: Callable[[Cheat, Seat, Any], Said]) -> None:
    lan = table(Lie(kind, change), rounds=PROVEN)
    lan.run()
    offence = blamed(lan, culprit=1).offence
    assert offence == Offence(1, Wrong.PROOF, "answer", fault=Fault(Code.ANSWER, "answer", 1, (0,)))
    assert not has_shared(lan, DECK, culprit=1)


def with_two_cards_swapped(cheat: Cheat, seat: Seat, said: Any) -> Said:
    """Locks the right cards at wrong places, with the proof that belongs to that."""
    deck, secrets = cheat.deck(said.deck), cheat.secrets(said.deck, seat)
    player = secrets.player
    transcript, on, source = deck.transcripts[player], said.message.on, swapped(deck.locked_before(player))
    return OfDeck(said.deck, finish(honest_lock(secrets, transcript, deck.shuffles[player].key, on, source)))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (with_two_cards_swapped, Code.PROOF),
        (in_message("deck", swapped), Code.PROOF),
        (in_message("keys", lambda keys: (multiply(3, keys[0]), *keys[1:])), Code.PROOF),
        (in_message("responses", lambda all_of: (write_scalar(3**99), *all_of[1:])), Code.PROOF),
        (in_message("deck", lambda deck: (with_torsion(deck[0]), *deck[1:])), Code.POINT),
        (in_message("deck", lambda deck: (LOW_ORDER[0], *deck[1:])), Code.POINT),
        (in_message("keys", lambda keys: (LOW_ORDER[2], *keys[1:])), Code.POINT),
    ],
    ids=["swapped with proof", "swapped", "another key", "another response", "torsion", "low order", "low order key"],
)
def test_a_false_lock(change: Callable[[Cheat, Seat, Any], Said], code: Code) -> None:
    lan = table(Lie("lock", change), seed=2)
    lan.run()
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert offence.fault is not None
    assert (offence.seat, offence.wrong, offence.kind, offence.fault.code) == (1, Wrong.PROOF, "lock", code)
    assert is_in_log(lan, culprit=1)
    assert not has_shared(lan, DECK, culprit=1)


def test_a_low_order_point_in_a_lock_does_not_fall_back_on_who_works_on_it() -> None:
    """The next one to lock cannot even multiply it; neither he nor the accuser is to blame, whoever is next."""
    for cheat in range(3):
        change = in_message("deck", lambda deck: (*deck[:-1], LOW_ORDER[1]))
        lan = table(Lie("lock", change), cheat=cheat)
        lan.run()
        assert blamed(lan, culprit=cheat).seat == cheat


# ---- what the seeds show ------------------------------------------------------------------------------------------


class OtherLocks(Secrets):
    """Lock keys that do not come from the seed."""

    def lock(self, transcript: bytes, index: int) -> int:
        return Secrets.lock(self, transcript, index) % (ORDER - 2) + 1


class OneOtherLock(Secrets):
    """Only one of them."""

    def lock(self, transcript: bytes, index: int) -> int:
        return Secrets.lock(self, transcript, index) % (ORDER - 2) + (index == 0)


class OtherShuffle(Secrets):
    """A multiplier that does not come from the seed."""

    def shuffle(self, transcript: bytes) -> int:
        return Secrets.shuffle(self, transcript) % (ORDER - 2) + 1


class OtherCoin(Secrets):
    """A coin that does not come from the seed."""

    def coin(self) -> bytes:
        return bytes(32)


@dataclass
class OfItsOwnChoice(Mischief):
    """Uses secrets that it did not draw as it must; everything else is consistent with them."""

    secrets: type[Secrets]

    def vault(self, vault: Vault) -> Vault:
        secrets = self.secrets

        class Chosen(Vault):
            def secrets(self, joint: JointDeck, seat: Seat) -> Secrets | None:
                seed = self.seeds.get((joint.deck.ctx, seat))
                return None if seed is None else secrets(seed, joint.deck.ctx, joint.player(seat))

        return Chosen(vault.keys, vault.seeds, vault.coins)


@pytest.mark.parametrize(
    ("secrets", "kind"),
    [(OtherLocks, "lock"), (OneOtherLock, "lock"), (OtherShuffle, "shuffle"), (OtherCoin, "commit")],
)
def test_secrets_that_are_not_from_the_seed(secrets: type[Secrets], kind: str) -> None:
    """Such a deck is whole and fair to play with; that it was drawn otherwise is found when it is executed again."""
    lan = table(OfItsOwnChoice(secrets))
    lan.run()
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert offence.fault is not None
    assert (offence.seat, offence.wrong, offence.fault.kind) == (1, Wrong.PROOF, kind)
    assert offence.fault.code is Code.EXECUTION
    assert is_in_log(lan, culprit=1)
    for device in lan.devices:
        assert device.running.match.last.proved == 0, "nobody has agreed to the deal"
        assert device.running.match.last.state.result is None or device.running.match.last.closed is not None


# ---- keys of places -----------------------------------------------------------------------------------------------


def share_with_a_wrong_key(cheat: Cheat, seat: Seat, said: Any) -> Said:
    del cheat, seat
    (place, key), *rest = said.message.shares
    return OfDeck(said.deck, replace(said.message, shares=((place, other(key)), *rest)))


def share_with_the_key_of_another_place(cheat: Cheat, seat: Seat, said: Any) -> Said:
    (place, _), *rest = said.message.shares
    slot = next(slot for slot in cheat.position.state.table.pile(STOCK) if slot.place != place)
    return OfDeck(said.deck, replace(said.message, shares=((place, cheat.key(seat, slot)), *rest)))


def share_of_an_own_card(cheat: Cheat, seat: Seat, said: Any) -> Said:
    slot = cheat.position.state.table.pile(HANDS[seat])[0]
    shares = sorted((*said.message.shares, (slot.place, cheat.key(seat, slot))))
    return OfDeck(said.deck, replace(said.message, shares=tuple(shares)))


def share_of_the_stock(cheat: Cheat, seat: Seat, said: Any) -> Said:
    slot = cheat.position.state.table.pile(STOCK)[-1]
    shares = (*said.message.shares, (slot.place, cheat.key(seat, slot)))
    return OfDeck(said.deck, replace(said.message, shares=shares))


def share_of_too_few(cheat: Cheat, seat: Seat, said: Any) -> Said:
    del cheat, seat
    return OfDeck(said.deck, replace(said.message, shares=said.message.shares[1:]))


def share_of_a_place_twice(cheat: Cheat, seat: Seat, said: Any) -> Said:
    del cheat, seat
    return OfDeck(said.deck, replace(said.message, shares=said.message.shares[:1] * 2))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (share_with_a_wrong_key, Code.KEY),
        (share_with_the_key_of_another_place, Code.KEY),
        (share_of_an_own_card, Code.PLACE),
        (share_of_the_stock, Code.PLACE),
        (share_of_too_few, Code.PLACE),
        (share_of_a_place_twice, Code.SHAPE),
    ],
)
def test_a_false_share(change: Callable[[Cheat, Seat, Any], Said], code: Code) -> None:
    lan = table(Lie("share", change))
    lan.run()
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert offence.fault is not None
    assert (offence.seat, offence.wrong, offence.kind, offence.fault.code) == (1, Wrong.DECK, "share", code)
    assert is_in_log(lan, culprit=1)


# ---- at the wrong moment ------------------------------------------------------------------------------------------


def committing_twice(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.preparing
    commit = None if joint is None else joint.deck.commits[joint.player(seat)]
    return None if joint is None or commit is None else OfDeck(joint.number, commit)


def giving_a_coin_before_all_shadows(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.preparing
    if joint is None or joint.deck.shadows[joint.player(seat)] is None or joint.deck.shadow_set is not None:
        return None
    return OfDeck(joint.number, Coin(bytes(32), cheat.secrets(joint.number, seat).coin()))


def sharing_before_the_cut(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.preparing
    if joint is None or seat not in {joint.seats[player] for player in joint.deck.readys}:
        return None
    return OfDeck(joint.number, Share(joint.deck.ready_value or b"", ((0, write_scalar(3**99)),)))


def cutting_for_somebody_else(cheat: Cheat, seat: Seat) -> Said | None:
    joint, wants = cheat.position.preparing, cheat.position.state.wants
    if joint is None or not joint.deck.is_ready or not isinstance(wants, WantDeck) or wants.cutter == seat:
        return None
    return OfDeck(joint.number, Cut(joint.deck.ready_value or b"", 5))


def revealing_before_the_end(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.playing
    if joint is None:
        return None
    return OfDeck(joint.number, Reveal(joint.deck.ctx, cheat.secrets(joint.number, seat).seed))


def revealing_while_it_is_prepared(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.preparing
    if joint is None or joint.deck.commits[joint.player(seat)] is None:
        return None
    return OfDeck(joint.number, Reveal(joint.deck.ctx, cheat.secrets(joint.number, seat).seed))


def sharing_what_is_not_owed(cheat: Cheat, seat: Seat) -> Said | None:
    joint = cheat.position.playing
    if joint is None or cheat.position.owed_places(seat):
        return None
    slot = cheat.position.state.table.pile(STOCK)[0]
    return OfDeck(joint.number, Share(joint.deck.ready_value or b"", ((slot.place, cheat.key(seat, slot)),)))


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        (committing_twice, Wrong.UNCALLED),
        (giving_a_coin_before_all_shadows, Wrong.UNCALLED),
        (sharing_before_the_cut, Wrong.UNCALLED),
        (cutting_for_somebody_else, Wrong.UNCALLED),
        (revealing_before_the_end, Wrong.UNCALLED),
        (revealing_while_it_is_prepared, Wrong.UNCALLED),
        (sharing_what_is_not_owed, Wrong.UNCALLED),
    ],
)
def test_a_message_at_the_wrong_moment(what: Callable[[Cheat, Seat], Said | None], wrong: Wrong) -> None:
    lan = played(lambda: Outburst(what))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.seat, offence.wrong) == (1, wrong)
    assert is_in_log(lan, culprit=1)


def test_a_deck_that_is_prepared_during_play_is_guarded_alike() -> None:
    """The second deck is false while the first is being played: the game ends there, before it is dealt."""

    class SecondDeck(Mischief):
        def alter(self, cheat: Cheat, seat: Seat, said: Said) -> Said:
            if isinstance(said, OfDeck) and said.deck == DECK + 1 and isinstance(said.message, Shadow):
                self.done += 1
                return with_a_false_shadow(cheat, seat, said)
            return said

    mischief = SecondDeck()
    lan = table(mischief, deals=2, rounds=PROVEN)
    lan.run()
    assert mischief.done == 1
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.wrong, offence.kind) == (Wrong.PROOF, "answer")
    assert has_shared(lan, DECK, culprit=1)
    assert not has_shared(lan, DECK + 1, culprit=1)
