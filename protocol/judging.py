"""May this be said? The judgement on a statement, for the orderer, for everybody who gets an entry, and for the audit.

A statement is judged in the position that its author saw (`seen`). What is wrong there is an offence and carries its
own proof. What was right there and has been overtaken since is *lapsed*: it is ordered without effect, and nobody is to
blame.
Checks are total: whatever comes in, the answer is one of the values below. Costly proofs are not checked here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from eventlog.entry import Statement
from joker_lan.engine import Face, Opened, Seat, Slot, laid_open
from protocol.calls import Call, calls, expected_open
from protocol.deck.faults import Code, Fault
from protocol.deck.messages import Share
from protocol.offences import Guilt, Offence, Wrong
from protocol.position import JointDeck, Position
from protocol.statements import (
    Accuse,
    Act,
    Agree,
    Lot,
    LotOpen,
    Name,
    OfDeck,
    Open,
    Said,
    Unreadable,
    deck_number,
    is_name,
    read_body,
)


@dataclass(frozen=True, slots=True)
class Allowed:
    """The statement was right when it was made; `lapsed` if it has no effect any more at its place.

    `said` is what it says, `faces` what its action lays open.
    """

    said: Said
    lapsed: bool
    faces: Mapping[Slot, Face] = field(default_factory=dict)


def judge(
    statement: Statement,
    seen: Position,
    now: Position,
    *,
    convict: Callable[[Accuse], Guilt | None],
    points: bool = True,
) -> Allowed | Offence:
    """Judge a statement in the position its author saw, and tell whether it still has an effect now.

    `convict` judges an accusation by the log up to `seen`, so that everybody judges it alike.
    `points` is whether the points of a shuffle are projected; it may be left out where its seed is re-executed.
    Signature, number and `seen_head` are the caller's to check.
    """
    seat, kind = statement.seat, statement.kind
    if statement.seq != seen.said[seat]:
        # One statement in flight: what its author has seen holds all that it had said before, and not this one.
        return Offence(seat, Wrong.SEEN, kind)
    try:
        said = _read(statement, seen)
    except Unreadable:
        return Offence(seat, Wrong.SHAPE, kind)
    if isinstance(said, Offence | Fault):
        return said if isinstance(said, Offence) else Offence(seat, Wrong.DECK, kind, fault=said)
    faces: Mapping[Slot, Face] = {}
    match said:
        case Accuse():
            if seen.convictions:
                return Offence(seat, Wrong.UNCALLED, kind)
            if convict(said) is None:
                return Offence(seat, Wrong.ACCUSATION, kind)
        case Act():
            judged = judge_act(said, seat, seen)
            if isinstance(judged, Offence):
                return judged
            faces = judged
        case _:
            if call_of(said) not in calls(seen, seat):
                return Offence(seat, Wrong.UNCALLED, kind)
            if (offence := _content(said, seat, seen, points=points)) is not None:
                return offence
    return Allowed(said, is_lapsed(said, seat, seen, now), faces)


def is_lapsed(said: Said, seat: Seat, seen: Position, now: Position) -> bool:
    """Tell whether what was right in the position its author saw has no effect any more now."""
    match said:
        case Accuse():
            return bool(now.convictions)
        case Act():
            return seen is not now and isinstance(judge_act(said, seat, now), Offence)
        case _:
            return seen is not now and call_of(said) not in calls(now, seat)


def _read(statement: Statement, seen: Position) -> Said | Offence | Fault:
    kind, body, seat = statement.kind, statement.body, statement.seat
    number = deck_number(kind, body)
    if number is None:
        return read_body(kind, body, seen.terms.game.actions)
    deck = seen.deck(number)
    if deck is None or seat not in deck.seats:
        return Offence(seat, Wrong.UNCALLED, kind)
    message = deck.deck.read(deck.player(seat), kind, body[1:])
    return message if isinstance(message, Fault) else OfDeck(number, message)


def call_of(said: Said) -> Call:
    """Return the call that a statement answers."""
    match said:
        case Name(of):
            return Call("name", 0 if of == "seat" else 1)
        case Open(number):
            return Call("open", number)
        case Lot(deck):
            return Call("lot", deck)
        case LotOpen(deck):
            return Call("lot_open", deck)
        case Agree(closing):
            return Call("agree", closing)
        case OfDeck(deck, message):
            return Call(message.kind, deck)
        case Act() | Accuse():
            return Call("", 0)
        case _:
            assert_never(said)


def _content(said: Said, seat: Seat, seen: Position, *, points: bool) -> Offence | None:
    """Judge what is said, given that it was called for."""
    match said:
        case Name(_, text, salt):
            right = is_name(text) and len(salt) == 16
        case Open():
            right = said == expected_open(seen)
        case Lot(_, commitment):
            right = len(commitment) == 32
        case LotOpen(_, coin):
            if seen.draw is None or not seen.draw.is_committed(seat, coin):
                return Offence(seat, Wrong.COIN, "lot_open")
            right = True
        case Agree(_, state):
            right = seen.closed is not None and state == seen.closed.state_hash
        case OfDeck(number, message):
            deck = seen.deck(number)
            assert deck is not None
            fault = _judge_message(deck, seat, said, seen, points=points)
            return None if fault is None else Offence(seat, Wrong.DECK, message.kind, fault=fault)
        case Act() | Accuse():
            right = True
        case _:
            assert_never(said)
    kind = call_of(said).kind
    return None if right else Offence(seat, Wrong.CONTENT, kind)


def _judge_message(deck: JointDeck, seat: Seat, said: OfDeck, seen: Position, *, points: bool) -> Fault | None:
    message, player = said.message, deck.player(seat)
    owed = seen.owed_places(seat) if isinstance(message, Share) else ()
    fault = deck.deck.judge(player, message, owed, points=points, is_read=True)
    if fault is None and isinstance(message, Share) and len(message.shares) != len(owed):
        # All that is owed is shared at once: one statement for each stage of a deal.
        return Fault(Code.PLACE, message.kind, player)
    return fault


def judge_act(act: Act, seat: Seat, position: Position) -> Mapping[Slot, Face] | Offence:
    """Judge a choice of the game and return the faces that it lays open."""
    if not position.may_act(seat):
        return Offence(seat, Wrong.UNCALLED, "act")
    state, deck, game = position.state, position.playing, position.terms.game
    if act.slots != laid_open(state, act.action) or len(act.keys) != len(act.slots):
        return Offence(seat, Wrong.KEYS, "act")
    faces: dict[Slot, Face] = {}
    for slot, key in zip(act.slots, act.keys, strict=True):
        if deck is None or slot.deck != deck.number or slot not in state.table.audience:
            return Offence(seat, Wrong.KEYS, "act")
        fault = deck.deck.judge_key(deck.player(seat), slot.place, key)
        if fault is not None:
            return Offence(seat, Wrong.KEYS, "act", fault=fault)
        face = deck.face(slot.place, {deck.player(seat): key})
        if face is None:
            return Offence(seat, Wrong.KEYS, "act")
        faces[slot] = face
    seen_state = game.fold(state, Opened(faces)).state if faces else state
    violation = game.violation(seen_state, seat, act.action)
    return faces if violation is None else Offence(seat, Wrong.RULE, "act", violation=violation)
