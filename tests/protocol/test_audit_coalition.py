"""What everybody together may sign and the audit still refuses: illegal cards, false agreements, false decks.

All keys are in one hand, so nobody objects while the log is made; the audit alone stands in the way.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import LogEntry
from joker_lan.engine import Slot
from joker_lan.games.classic.actions import Bid, Play
from joker_lan.games.classic.state import ClassicState
from protocol.accusing import proof_evidence
from protocol.audit import Report, Severity, Verdict, audit, audit_entries
from protocol.calls import Call
from protocol.deck.context import Secrets
from protocol.deck.dealing import make
from protocol.deck.group import card_points
from protocol.deck.messages import Commit, Cut, Lock, Message, Reveal, Share, Shuffle
from protocol.deck.slicing import finish
from protocol.deck.transcript import seed_commitment
from protocol.match import LogFault
from protocol.position import Position
from protocol.statements import Accuse, Act, Agree, LotOpen, Name, OfDeck, Said
from tests.protocol.deck.cheating import LOW_ORDER, marked, with_torsion
from tests.support.puppets import Puppets, Twist, file_of, scanned

OTHER_SEED = bytes(range(32))
Bend = Callable[[Position, OfDeck], Message]


def audited(entries: tuple[LogEntry, ...], *, strict: bool = False) -> Report:
    return audit(scanned(file_of(entries)), strict=strict)


def invalid_findings(report: Report) -> list[tuple[int | None, int | None, str]]:
    return [(found.entry, found.seat, found.code) for found in report.findings if found.severity is Severity.INVALID]


def refused(twist: Twist) -> tuple[Puppets, LogFault]:
    """Play until something is said that no honest device would take; it is signed and ordered all the same."""
    puppets = Puppets(twist=twist, deals=1)
    with pytest.raises(LogFault) as caught:
        puppets.play()
    return puppets, caught.value


def once(change: Callable[[Position, Call, Said], Said | None]) -> Twist:
    """A twist that changes the first thing for which `change` has an answer."""
    done: list[bool] = []

    def twist(position: Position, call: Call, said: Said) -> Said:
        changed = None if done else change(position, call, said)
        if changed is None:
            return said
        done.append(True)
        return changed

    return twist


def action(kind: type[Any], **changed: Any) -> Callable[[Position, Call, Said], Said | None]:
    def change(position: Position, call: Call, said: Said) -> Said | None:
        del position, call
        if isinstance(said, Act) and isinstance(said.action, kind):
            return replace(said, action=replace(said.action, **changed))
        return None

    return change


def card_of_another(position: Position, call: Call, said: Said) -> Said | None:
    """The card of the other player, with the key of the one who plays it."""
    del call
    if not isinstance(said, Act) or not isinstance(said.action, Play):
        return None
    own = said.action.slot
    other = next(slot for pile in position.state.table.piles.values() if own not in pile for slot in pile)
    return replace(said, action=replace(said.action, slot=other), slots=(other,))


def without_its_key(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, slots=(), keys=()) if isinstance(said, Act) and said.slots else None


def other_key(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, keys=(b"\x07" * 32,)) if isinstance(said, Act) and said.slots else None


def other_state(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, state=bytes(32)) if isinstance(said, Agree) else None


def other_closing(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, closing=said.closing - 1) if isinstance(said, Agree) else None


def other_coin(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, coin=bytes(32)) if isinstance(said, LotOpen) else None


def empty_name(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    return replace(said, text=" ") if isinstance(said, Name) else None


def a_choice_instead(position: Position, call: Call, said: Said) -> Said | None:
    """An action while the deck is still shuffled."""
    del position, said
    return Act(Bid(0), (), ()) if call.kind == "lock" else None


def other_message(**changed: Any) -> Callable[[Position, Call, Said], Said | None]:
    """The first message of the shuffle that has these fields, with other values in them."""

    def change(position: Position, call: Call, said: Said) -> Said | None:
        del position, call
        if not isinstance(said, OfDeck) or not all(hasattr(said.message, name) for name in changed):
            return None
        return replace(said, message=replace(said.message, **changed))

    return change


def wrong_share(position: Position, call: Call, said: Said) -> Said | None:
    del position, call
    if not isinstance(said, OfDeck) or not isinstance(said.message, Share):
        return None
    (place, _), *rest = said.message.shares
    return replace(said, message=replace(said.message, shares=((place, b"\x07" * 32), *rest)))


def false_accusation(position: Position, call: Call, said: Said) -> Said | None:
    del said
    is_proof_there = position.preparing is not None and position.preparing.deck.answers[0] is not None
    return Accuse("proof", (proof_evidence(2, "answer", 0),)) if is_proof_there and call.kind == "lock" else None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (action(Bid, tricks=2), "offence-rule"),
        (action(Bid, tricks=-1), "offence-rule"),
        (action(Bid, tricks=1 << 63), "offence-rule"),
        (action(Play, slot=Slot(2, 35)), "offence-keys"),
        (action(Play, slot=Slot(-1, 1 << 40)), "offence-keys"),
        (card_of_another, "offence-keys"),
        (without_its_key, "offence-keys"),
        (other_key, "offence-keys"),
        (a_choice_instead, "offence-uncalled"),
        (other_state, "offence-content"),
        (other_closing, "offence-uncalled"),
        (other_coin, "offence-coin"),
        (empty_name, "offence-content"),
        (other_message(seed=bytes(32), coin=bytes(32), on=bytes(32)), "offence-deck"),
        (other_message(on=bytes(32)), "offence-deck"),
        (other_message(cut=36), "offence-deck"),
        (other_message(cut=-1), "offence-deck"),
        (wrong_share, "offence-deck"),
        (false_accusation, "offence-accusation"),
    ],
    ids=str,
)
def test_what_all_signed_and_the_rules_refuse(change: Callable[[Position, Call, Said], Said | None], code: str) -> None:
    puppets, fault = refused(once(change))
    entries = tuple(puppets.entries)
    report = audited(entries)
    assert report.verdict is Verdict.INVALID
    assert invalid_findings(report) == [(len(entries) - 1, fault.seat, code)]
    assert report.entries == len(entries) - 1
    failed = [check.id for check in report.checks if check.passed < check.total]
    assert len(failed) == (0 if code == "offence-accusation" else 1)


def test_an_illegal_bid_counts_as_a_bid_and_names_its_rule() -> None:
    puppets, _ = refused(once(action(Bid, tricks=9)))
    report = audited(tuple(puppets.entries))
    assert {check.id for check in report.checks if check.passed < check.total} == {"bids"}
    assert report.findings[0].rule == "A13"


def test_a_statement_said_twice() -> None:
    puppets = Puppets(deals=1)
    puppets.play(until=lambda position: position.opened == 1)
    with pytest.raises(LogFault):
        puppets.say(0, Name("seat", "Seat 0", bytes(16)))
    assert invalid_findings(audited(tuple(puppets.entries))) == [(len(puppets.entries) - 1, 0, "offence-uncalled")]


def test_a_statement_after_the_end() -> None:
    puppets = Puppets(deals=1)
    last = len(puppets.play())
    with pytest.raises(LogFault):
        puppets.say(1, Act(Bid(0), (), ()))
    assert invalid_findings(audited(tuple(puppets.entries))) == [(last, 1, "offence-uncalled")]


# ---- decks ----------------------------------------------------------------------------------------------------------


def bent(kind: type[Message], bend: Bend) -> Twist:
    """Seat 0 says another message of one kind, which nobody checks."""

    def twist(position: Position, call: Call, said: Said) -> Said:
        del call
        if isinstance(said, OfDeck) and isinstance(said.message, kind):
            joint = position.deck(said.deck)
            assert joint is not None
            if not joint.deck.has_said(0, said.message.kind):
                return replace(said, message=bend(position, said))
        return said

    return twist


def joint_of(position: Position, said: OfDeck) -> Any:
    joint = position.deck(said.deck)
    assert joint is not None
    return joint.deck


def other_shuffle(position: Position, said: OfDeck) -> Message:
    """A shuffle by a seed that was never committed to."""
    deck = joint_of(position, said)
    message: Message = finish(make("shuffle", deck, Secrets(OTHER_SEED, deck.ctx, 0)))
    return message


def marked_shuffle(position: Position, said: OfDeck) -> Message:
    deck = joint_of(position, said)
    return marked(12345, said.message.on, deck.deck_before(0))


def shuffle_with(*points: bytes, key: bytes | None = None) -> Bend:
    def bend(position: Position, said: OfDeck) -> Message:
        del position
        assert isinstance(said.message, Shuffle)
        deck = tuple(sorted((*said.message.deck[len(points) :], *points)))
        return replace(said.message, deck=deck, key=key or said.message.key)

    return bend


def shuffle_off_the_subgroup(position: Position, said: OfDeck) -> Message:
    del position
    assert isinstance(said.message, Shuffle)
    first, *rest = said.message.deck
    return replace(said.message, deck=tuple(sorted((with_torsion(first), *rest))))


def other_lock(position: Position, said: OfDeck) -> Message:
    """The right keys over a deck with two cards swapped: somebody's hand would be another."""
    del position
    assert isinstance(said.message, Lock)
    first, second, *rest = said.message.deck
    return replace(said.message, deck=(second, first, *rest))


def committed_to_another_seed(position: Position, said: OfDeck) -> Message:
    """The commitment to a seed that has nothing to do with what is said later."""
    assert isinstance(said.message, Commit)
    return replace(said.message, seed=seed_commitment(joint_of(position, said).ctx, 0, OTHER_SEED))


DECKS: list[tuple[type[Message], Bend, str]] = [  # what is false, how, and the statement of seat 0 that shows it
    (Shuffle, other_shuffle, "answer"),
    (Shuffle, marked_shuffle, "answer"),
    (Shuffle, shuffle_off_the_subgroup, "shuffle"),
    (Shuffle, shuffle_with(LOW_ORDER[0]), "shuffle"),
    (Shuffle, shuffle_with(*LOW_ORDER), "shuffle"),
    (Shuffle, shuffle_with(b"\xff" * 32), "shuffle"),
    (Shuffle, shuffle_with(key=LOW_ORDER[1]), "shuffle"),
    (Shuffle, shuffle_with(key=bytes(32)), "shuffle"),
    (Lock, other_lock, "lock"),
]


def said_by_seat_0(entries: tuple[LogEntry, ...], kind: str) -> int:
    """The number of the entry in which seat 0 says its first message of a kind."""
    plain = [entry.to_plain()[2] for entry in entries]
    return next(n for n, one in enumerate(plain) if isinstance(one, tuple) and one[:2] == (kind, 0))


def as_far_as_it_goes(twist: Twist, *, agree: bool = True) -> Puppets:
    """Play on with a false deck until it stops the game, or its deal is closed."""
    puppets = Puppets(deals=1, twist=twist)
    try:
        puppets.play(until=lambda position: position.closed is not None)
        for seat in (0, 1) if agree else ():
            if (closed := puppets.match.last.closed) is not None:
                puppets.say(seat, Agree(closed.entry, closed.state_hash))
    except (LogFault, ValueError):
        pass  # false points stop whoever works on them: then the deck is never played
    return puppets


@pytest.mark.parametrize(("kind", "bend", "shown_by"), DECKS)
@pytest.mark.parametrize("strict", [False, True])
def test_a_false_deck_is_found_as_soon_as_it_shows(
    kind: type[Message], bend: Bend, shown_by: str, strict: bool
) -> None:
    entries = tuple(as_far_as_it_goes(bent(kind, bend)).entries)
    false, shows = said_by_seat_0(entries, kind.kind), said_by_seat_0(entries, shown_by)
    for length in range(false + 1, len(entries) + 1):
        report = audited(entries[:length], strict=strict)
        if length <= shows:
            assert report.verdict is Verdict.INCOMPLETE
            continue
        assert report.verdict is Verdict.INVALID
        entry, seat, _ = invalid_findings(report)[0]
        assert seat == 0
        assert entry in (false, shows)


def seeds_that_open_nothing(position: Position, call: Call, said: Said) -> Said:
    """Seat 0 commits to one seed and plays by another: at the end its cards do not open."""
    del call
    if not isinstance(said, OfDeck) or not isinstance(said.message, Commit | Reveal):
        return said
    deck = joint_of(position, said)
    if deck.has_said(0, said.message.kind):
        return said
    if isinstance(said.message, Commit):
        return replace(said, message=committed_to_another_seed(position, said))
    return replace(said, message=replace(said.message, seed=OTHER_SEED))


def test_a_seed_that_opens_nothing() -> None:
    puppets = Puppets(deals=1, twist=seeds_that_open_nothing)
    puppets.play(until=lambda position: position.closed is not None)
    entries = tuple(puppets.entries)
    report = audited(entries)
    assert report.verdict is Verdict.INVALID
    commit = said_by_seat_0(entries, "commit")
    assert invalid_findings(report) == [(commit, 0, "deck"), (len(entries) - 1, None, "cards")]
    assert [(found.seat, found.rule) for found in report.findings if found.code == "charged"] == [(0, "A37")]


def a_card_of_no_pack(place: int) -> Bend:
    """A shuffle in which one card is none: a point that belongs to another deck."""
    stranger = card_points(b"another", 1)[0]

    def bend(position: Position, said: OfDeck) -> Message:
        del position
        assert isinstance(said.message, Shuffle)
        deck = [*said.message.deck[:place], *said.message.deck[place + 1 :], stranger]
        return replace(said.message, deck=tuple(sorted(deck)))

    return bend


def with_a_card_that_nobody_can_open() -> Puppets:
    """A closed deal of a false deck whose stranger stayed in the stock, so that nobody met it in play."""
    for place in range(36):
        puppets = as_far_as_it_goes(bent(Shuffle, a_card_of_no_pack(place)), agree=False)
        if puppets.match.last.closed is not None:
            return puppets
    raise AssertionError("somebody was always dealt the stranger")


def test_a_card_that_nobody_can_open_voids_the_deal_and_charges_nobody() -> None:
    """All seeds are the committed ones, so the game has nobody to charge; running the deck again names the culprit."""
    puppets = with_a_card_that_nobody_can_open()
    state = puppets.match.last.state
    assert isinstance(state, ClassicState)
    assert (state.sheet, state.totals, state.deal) == ((), (0, 0), 1)
    entries = tuple(puppets.entries)
    report = audited(entries)
    assert report.verdict is Verdict.INVALID
    shuffle = said_by_seat_0(entries, "shuffle")
    assert invalid_findings(report) == [(shuffle, 0, "deck"), (len(entries) - 1, None, "cards")]
    assert not [found for found in report.findings if found.code == "charged"]
    accusation = Accuse("proof", (proof_evidence(2, "reveal", 0),))
    report = audit_entries(entries, accusations=(accusation,), test_rounds=True)
    assert [found.seat for found in report.findings if found.code == "convicted"] == [0]


def test_a_false_deck_that_the_log_convicts_is_no_false_log() -> None:
    puppets = Puppets(deals=1, twist=seeds_that_open_nothing)
    puppets.play(until=lambda position: position.closed is not None)
    puppets.say(1, Accuse("proof", (proof_evidence(2, "reveal", 0),)))
    report = audited(tuple(puppets.entries))
    assert report.verdict is Verdict.INCOMPLETE
    assert [(found.seat, found.code) for found in report.findings if found.severity is Severity.OFFENCE] == [
        (0, "deck"),
        (None, "cards"),
        (0, "charged"),
        (0, "convicted"),
    ]


@pytest.mark.parametrize("kind", ["answer", "lock", "reveal", "shuffle", ""])
def test_an_accusation_about_a_deck_of_false_points_is_judged(kind: str) -> None:
    puppets = Puppets(deals=1, twist=bent(Shuffle, shuffle_with(*LOW_ORDER, key=LOW_ORDER[0])))
    with pytest.raises((LogFault, ValueError)):
        puppets.play()
    for player in (-1, 0, 1, 2):
        accusation = Accuse("proof", (proof_evidence(2, kind, player),))
        report = audit_entries(puppets.entries, accusations=(accusation,))
        assert report.verdict is Verdict.INVALID


def test_the_cut_of_one_hand_is_no_offence() -> None:
    """Who cuts may cut where he likes: it is no choice of cards that he knows."""
    puppets = Puppets(deals=1, twist=bent(Cut, lambda position, said: Cut(said.message.on, 0)))
    assert audited(puppets.play()).verdict is Verdict.VALID
