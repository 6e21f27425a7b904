"""Statements that are false as statements: two with one number, at a wrong time, of a wrong shape, and accusations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from eventlog.checkpoint import Ack
from eventlog.codec import encode
from eventlog.entry import Statement
from protocol.accusing import BY_STATEMENT, ack_evidence, entry_evidence, proof_evidence, statement_evidence
from protocol.calls import calls
from protocol.effects import Effect, Say, Send
from protocol.offences import Offence, Wrong
from protocol.statements import Accuse, Said
from tests.support.mischief import (
    Cheat,
    Lie,
    Mischief,
    Outburst,
    Raw,
    blamed,
    in_message,
    in_said,
    is_in_log,
    nobody_blamed,
    played,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from joker_lan.engine import Seat


# ---- two statements with one number -------------------------------------------------------------------------------


@dataclass
class TwoFaced(Mischief):
    """Tells one device another thing than all others, under one number and both signed."""

    kind: str
    alone: int

    def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
        match effect:
            case Send(None, Say(statement)) if statement.kind == self.kind and not self.done:
                self.done += 1
                body = (*statement.body[:-1], bytes(len(statement.body[-1])))  # type: ignore[arg-type]
                other = cheat.signed(statement.seat, statement.kind, body, seq=statement.seq)
                return tuple(
                    Send(device, other if device == self.alone else effect.message)
                    for device in sorted(cheat.reachable)
                )
            case _:
                return (effect,)


@pytest.mark.parametrize(("cheat", "alone"), [(1, 0), (1, 2), (0, 2)])
@pytest.mark.parametrize("kind", ["lot", "commit"])
def test_two_versions_of_one_statement_to_different_devices(kind: str, cheat: int, alone: int) -> None:
    mischief = TwoFaced(kind, alone)
    lan = table(mischief, cheat=cheat)
    lan.run()
    assert mischief.done
    guilt = blamed(lan, culprit=cheat)
    assert guilt.seat == cheat
    assert guilt.wrong is Wrong.TWICE


def test_the_witness_of_two_versions_is_believed_though_it_cannot_speak() -> None:
    """After its deed the cheat is silent, so nothing becomes final any more, and no accusation can be said."""

    class ThenSilent(TwoFaced):
        def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
            return () if self.done and isinstance(effect, Send) else super().wire(cheat, effect)

    lan = table(ThenSilent("commit", alone=2))
    lan.run()
    assert blamed(lan, culprit=1).wrong is Wrong.TWICE
    assert not is_in_log(lan, culprit=1)


def test_one_version_in_the_log_and_another_said_later() -> None:
    def what(cheat: Cheat, seat: Seat) -> Say | None:
        if cheat.match.last.said[seat] < 4:
            return None
        return cheat.signed(seat, "name", ("seat", "Somebody", bytes(16)), seq=1, seen=cheat.match.positions[0])

    lan = played(lambda: Raw(what))
    guilt = blamed(lan, culprit=1)
    assert (guilt.seat, guilt.wrong) == (1, Wrong.TWICE)
    assert is_in_log(lan, culprit=1)


def test_the_same_statement_twice_is_no_offence() -> None:
    class Echo(Mischief):
        def wire(self, cheat: Cheat, effect: Effect) -> tuple[Effect, ...]:
            del cheat
            return (effect, effect) if isinstance(effect, Send) else (effect,)

    lan = table(Echo())
    lan.run()
    nobody_blamed(lan, 1)
    assert all(device.running.match.last.is_over for device in lan.devices)


# ---- at the wrong time --------------------------------------------------------------------------------------------


def before_its_last(cheat: Cheat, seat: Seat) -> Say | None:
    """On an older entry than the seat's last statement."""
    last, called = cheat.match.last.seen[seat], calls(cheat.position, seat)
    older = cheat.match.at(last - 1)
    if older is None or not any(call.kind == "coin" for call in called):
        return None
    number = called[0].of
    coin = cheat.secrets(number, seat).coin()
    return cheat.signed(seat, "coin", (number, cheat.deck(number).shadow_set, coin), seen=older)


def coin_on_what_is_not_settled(cheat: Cheat, seat: Seat) -> Say | None:
    """A coin whose author had seen all shadows but the last: he did not wait until they could not change any more."""
    joint = cheat.position.preparing
    if joint is None or joint.deck.shadow_set is None or joint.deck.shadows[joint.player(seat)] is None:
        return None
    for seen in reversed(cheat.match.positions):
        preparing = seen.preparing
        is_early = preparing is not None and preparing.deck.shadow_set is None
        if is_early and seen.said[seat] == cheat.match.last.said[seat]:
            coin = cheat.secrets(joint.number, seat).coin()
            return cheat.signed(seat, "coin", (joint.number, joint.deck.shadow_set, coin), seen=seen)
    return None


def on_what_it_has_said_since(cheat: Cheat, seat: Seat) -> Say | None:
    """A second statement that claims not to know the first: its author had two under way."""
    own = cheat.match.last.seen[seat]
    seen = cheat.match.at(own)
    if seen is None or cheat.match.last.said[seat] < 3:
        return None
    return cheat.signed(seat, "agree", (1, bytes(32)), seen=seen)


@pytest.mark.parametrize(
    ("what", "wrong"),
    [
        (before_its_last, Wrong.SEEN),
        (coin_on_what_is_not_settled, Wrong.UNCALLED),
        (on_what_it_has_said_since, Wrong.SEEN),
    ],
)
def test_a_statement_on_what_it_must_not_stand_on(what: Callable[[Cheat, Seat], Say | None], wrong: Wrong) -> None:
    lan = played(lambda: Raw(what))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.seat, offence.wrong) == (1, wrong)
    assert is_in_log(lan, culprit=1)


def opening_for_another(cheat: Cheat, seat: Seat) -> Say | None:
    """The lowest seat opens, and no other."""
    position = cheat.position
    if not any(call.kind == "open" for call in calls(position, 0)):
        return None
    return cheat.signed(seat, "open", (position.opened + 1, "draw", 0, 0, b"", ()))


def naming_itself_again(cheat: Cheat, seat: Seat) -> Say | None:
    if not all(cheat.position.names):
        return None
    return cheat.signed(seat, "name", ("seat", "Somebody else", bytes(16)))


def naming_the_table(cheat: Cheat, seat: Seat) -> Say | None:
    return cheat.signed(seat, "name", ("table", "My table", bytes(16))) if cheat.position.names[seat] else None


def agreeing_in_advance(cheat: Cheat, seat: Seat) -> Say | None:
    position = cheat.position
    return cheat.signed(seat, "agree", (position.n + 5, bytes(32))) if position.playing is not None else None


def opening_its_coin_too_early(cheat: Cheat, seat: Seat) -> Say | None:
    draw = cheat.position.draw
    if draw is None or seat not in draw.lots or len(draw.lots) == len(draw.seats):
        return None
    return cheat.signed(seat, "lot_open", (draw.number, cheat.vault.coins[draw.ctx, seat]))


@pytest.mark.parametrize(
    "what",
    [opening_for_another, naming_itself_again, naming_the_table, agreeing_in_advance, opening_its_coin_too_early],
)
def test_a_statement_that_nobody_called_for(what: Callable[[Cheat, Seat], Say | None]) -> None:
    lan = played(lambda: Raw(what))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.seat, offence.wrong) == (1, Wrong.UNCALLED)
    assert is_in_log(lan, culprit=1)


# ---- with wrong content -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "cheat", "change", "wrong"),
    [
        ("name", 1, in_said("text", lambda _: "two\nlines"), Wrong.CONTENT),
        ("name", 1, in_said("text", lambda _: "x" * 33), Wrong.CONTENT),
        ("name", 1, in_said("salt", lambda _: b""), Wrong.CONTENT),
        ("lot", 1, in_said("commitment", lambda _: b"short"), Wrong.CONTENT),
        ("lot_open", 1, in_said("coin", lambda _: bytes(32)), Wrong.COIN),
        ("agree", 1, in_said("state", lambda _: bytes(32)), Wrong.CONTENT),
        ("open", 0, in_said("rounds", lambda rounds: rounds + 1), Wrong.CONTENT),
        ("open", 0, in_said("n", lambda n: n + 1), Wrong.CONTENT),
        ("open", 0, in_said("deck_id", lambda _: "36"), Wrong.CONTENT),
        ("open", 0, in_said("number", lambda number: number + 1), Wrong.UNCALLED),
        ("commit", 1, in_message("seed", lambda seed: seed[1:]), Wrong.DECK),
    ],
)
def test_a_statement_with_wrong_content(
    kind: str, cheat: int, change: Callable[[Cheat, Seat, Any], Said], wrong: Wrong
) -> None:
    lan = played(lambda: Lie(kind, change), cheat=cheat)
    offence = blamed(lan, culprit=cheat).offence
    assert offence is not None
    assert (offence.seat, offence.wrong, offence.kind) == (cheat, wrong, kind)
    assert is_in_log(lan, culprit=cheat)


@pytest.mark.parametrize(
    ("kind", "body", "wrong"),
    [
        ("wave", (), Wrong.SHAPE),
        ("act", (), Wrong.SHAPE),
        ("act", (("bid", 0), (), (), ()), Wrong.SHAPE),
        ("act", (("bid", True), (), ()), Wrong.SHAPE),
        ("act", (("deal_me_a_joker",), (), ()), Wrong.SHAPE),
        ("share", (), Wrong.SHAPE),
        ("share", ("two", bytes(32), ()), Wrong.SHAPE),
        ("agree", (b"", b""), Wrong.SHAPE),
        ("accuse", ("statement", "everybody"), Wrong.SHAPE),
        ("name", ("seat", b"bytes", bytes(16)), Wrong.SHAPE),
        ("name", ("street", "Somebody", bytes(16)), Wrong.UNCALLED),
        ("start", (), Wrong.SHAPE),
    ],
)
def test_a_statement_without_a_shape(kind: str, body: Any, wrong: Wrong) -> None:
    lan = played(lambda: Raw(lambda cheat, seat: cheat.signed(seat, kind, body)))
    offence = blamed(lan, culprit=1).offence
    assert offence is not None
    assert (offence.seat, offence.wrong, offence.kind) == (1, wrong, kind)
    assert is_in_log(lan, culprit=1)


# ---- accusations --------------------------------------------------------------------------------------------------


def entry_of(cheat: Cheat, seat: Seat, kind: str) -> Any:
    """The newest entry of a seat and a kind."""
    for entry in reversed(cheat.ledger._entries.values()):
        statement = entry.statement
        if isinstance(statement, Statement) and (statement.seat, statement.kind) == (seat, kind):
            return entry
    return None


def an_honest_statement(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entry = entry_of(cheat, 2, "commit")
    if entry is None or cheat.match.last.said[2] < 6:
        return None  # it is older than others of its author by then
    return Accuse(BY_STATEMENT, (statement_evidence(entry.statement, entry.signature),))


def the_newest_honest_statement(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entry = entry_of(cheat, 2, "shadow")
    return None if entry is None else Accuse(BY_STATEMENT, (statement_evidence(entry.statement, entry.signature),))


def a_statement_that_was_overtaken(cheat: Cheat, seat: Seat) -> Accuse | None:
    """Right where its author stood; later it would be wrong."""
    del seat
    entry = entry_of(cheat, 2, "act")
    return None if entry is None else Accuse(BY_STATEMENT, (statement_evidence(entry.statement, entry.signature),))


def a_forged_statement(cheat: Cheat, seat: Seat) -> Accuse | None:
    say = cheat.signed(seat, "wave", ())
    forged = replace(say.statement, seat=2)
    return Accuse(BY_STATEMENT, (statement_evidence(forged, say.signature),))


def one_statement_twice(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entry = entry_of(cheat, 2, "commit")
    thing = None if entry is None else statement_evidence(entry.statement, entry.signature)
    return None if thing is None else Accuse(Wrong.TWICE, (thing, thing))


def two_statements_of_two_numbers(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entries = [entry_of(cheat, 2, kind) for kind in ("lot", "commit")]
    if None in entries:
        return None
    return Accuse(Wrong.TWICE, tuple(statement_evidence(each.statement, each.signature) for each in entries))


def an_honest_entry(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entry = entry_of(cheat, 2, "commit")
    if entry is None or cheat.match.last.said[2] < 5:
        return None
    return Accuse(Wrong.ORDER, (entry_evidence(entry),))


def the_newest_honest_entry(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    entry = cheat.ledger._entries.get(cheat.match.last.n)
    return None if entry is None or entry.n < 9 else Accuse(Wrong.ORDER, (entry_evidence(entry),))


def two_heads_of_two_places(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    acks = []
    for position in cheat.match.positions[-2:]:
        entry = cheat.ledger._entries.get(position.n)
        if entry is None:
            return None
        acks.append(Ack(0, 0, position.n, position.chain.head, entry.order_signature))
    return Accuse(Wrong.HEADS, tuple(map(ack_evidence, acks)))


def a_head_that_nobody_signed(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    position = cheat.match.last
    entry = cheat.ledger._entries.get(position.n)
    if entry is None:
        return None
    ack = Ack(0, 0, position.n, position.chain.head, entry.order_signature)
    return Accuse(Wrong.HEADS, (ack_evidence(ack), ack_evidence(replace(ack, head=bytes(32)))))


def a_true_proof(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    joint = cheat.position.preparing
    if joint is None or joint.deck.answers[2] is None or None in joint.deck.coins:
        return None
    return Accuse(Wrong.PROOF, (proof_evidence(joint.number, "answer", 2),))


def a_true_lock(cheat: Cheat, seat: Seat) -> Accuse | None:
    del seat
    joint = cheat.position.playing
    return None if joint is None else Accuse(Wrong.PROOF, (proof_evidence(joint.number, "lock", 2),))


def a_true_seed(cheat: Cheat, seat: Seat) -> Accuse | None:
    closed = cheat.position.closed
    if closed is None or closed.deck is None or seat in closed.agreed:
        return None
    return Accuse(Wrong.PROOF, (proof_evidence(closed.deck.number, "reveal", 2),))


def a_deck_that_does_not_exist(cheat: Cheat, seat: Seat) -> Accuse | None:
    del cheat, seat
    return Accuse(Wrong.PROOF, (encode((99, "answer", 0)),))


def nothing_at_all(cheat: Cheat, seat: Seat) -> Accuse | None:
    del cheat, seat
    return Accuse("statement", ())


def garbage(cheat: Cheat, seat: Seat) -> Accuse | None:
    del cheat, seat
    return Accuse(Wrong.ORDER, (b"\xc1garbage",))


def another_word(cheat: Cheat, seat: Seat) -> Accuse | None:
    del cheat, seat
    return Accuse("ugly", (b"",))


@pytest.mark.parametrize(
    "what",
    [
        an_honest_statement,
        the_newest_honest_statement,
        a_statement_that_was_overtaken,
        a_forged_statement,
        one_statement_twice,
        two_statements_of_two_numbers,
        an_honest_entry,
        the_newest_honest_entry,
        two_heads_of_two_places,
        a_head_that_nobody_signed,
        a_true_proof,
        a_true_lock,
        a_true_seed,
        a_deck_that_does_not_exist,
        nothing_at_all,
        garbage,
        another_word,
    ],
)
def test_a_false_accusation_convicts_its_author(what: Callable[[Cheat, Seat], Accuse | None]) -> None:
    lan = played(lambda: Outburst(what))
    offence = blamed(lan, culprit=1).offence
    assert offence == Offence(1, Wrong.ACCUSATION, "accuse")
    assert is_in_log(lan, culprit=1)


# ---- who sits where -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cheat", [0, 1])
def test_the_only_honest_device_of_two_has_its_proof(cheat: int) -> None:
    lan = played(lambda: Lie("agree", in_said("state", lambda _: bytes(32))), cheat=cheat, devices=2)
    guilt = blamed(lan, culprit=cheat)
    assert (guilt.seat, guilt.wrong) == (cheat, Wrong.CONTENT)


def test_of_several_seats_at_one_device_the_one_that_did_it_is_named() -> None:
    @dataclass
    class Third(Lie):
        def alter(self, cheat: Cheat, seat: Seat, said: Said) -> Said:
            return super().alter(cheat, seat, said) if seat == 2 else said

    lan = table(
        Third("lot_open", in_said("coin", lambda _: bytes(32))),
        devices=3,
        seats={0: 0, 1: 1, 2: 1, 3: 2},
    )
    lan.run()
    guilt = blamed(lan, culprit=1)
    assert (guilt.seat, guilt.device, guilt.wrong) == (2, 1, Wrong.COIN)
    assert is_in_log(lan, culprit=1)
