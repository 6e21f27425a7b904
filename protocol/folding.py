"""From one position to the next: what an allowed statement does, and which inputs of the game follow from it.

The only place that feeds the rules. Judging comes before; nothing here can refuse.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, assert_never

from eventlog.chain import Chain
from eventlog.entry import Statement
from joker_lan.engine import (
    EVERYONE,
    Acted,
    Draw,
    Drawn,
    Face,
    Input,
    Opened,
    Reveal,
    Revealed,
    Seat,
    Shuffled,
    Slot,
)
from joker_lan.engine import Deck as WantDeck
from protocol.calls import next_pack
from protocol.deck.context import Secrets, context
from protocol.deck.deck import Deck
from protocol.deck.group import card_points, write_scalar
from protocol.deck.messages import Cut
from protocol.deck.messages import Reveal as RevealMessage
from protocol.draw import OpenDraw
from protocol.judging import Allowed
from protocol.offences import Guilt
from protocol.position import Closed, Conviction, JointDeck, Position, state_hash
from protocol.statements import DRAW_ID, Accuse, Act, Agree, Lot, LotOpen, Name, OfDeck, Open


@dataclass(frozen=True, slots=True)
class Folded:
    """What one entry did: the position after it, the inputs that the game got, what happened there, and whether its
    statement had lapsed."""

    position: Position
    inputs: tuple[Input[Any], ...] = ()
    happenings: tuple[object, ...] = ()
    lapsed: bool = False


def fold(before: Position, chain: Chain, statement: Statement, allowed: Allowed, guilt: Guilt | None = None) -> Folded:
    """Return what an entry does.

    Args:
        before: the position before it.
        chain: the log's chain with it.
        statement: what it says.
        allowed: the judgement on that.
        guilt: what an accusation has shown.
    """
    seat = statement.seat
    position = replace(
        before,
        chain=chain,
        said=_with(before.said, seat, statement.seq + 1),
        seen=_with(before.seen, seat, statement.seen),
    )
    if allowed.lapsed:
        return Folded(position, lapsed=True)
    match allowed.said:
        case Name(of, text):
            if of == "table":
                return Folded(replace(position, title=text))
            names = (*position.names[:seat], text, *position.names[seat + 1 :])
            return Folded(replace(position, names=names))
        case Open() as opening:
            return Folded(_opened(before, position, opening))
        case Lot(_, commitment):
            assert position.draw is not None
            return Folded(replace(position, draw=position.draw.committed(seat, commitment)))
        case LotOpen(_, coin):
            return _drawn(position, seat, coin)
        case OfDeck(number, message):
            return _of_deck(position, seat, number, message)
        case Act() as act:
            return _acted(position, seat, act, allowed.faces)
        case Agree():
            return Folded(_agreed(position, seat))
        case Accuse(code):
            assert guilt is not None
            conviction = Conviction(position.n, guilt.seat, guilt.device, code)
            return Folded(replace(position, convictions=(*position.convictions, conviction)))
        case _:
            assert_never(allowed.said)


def _with(values: tuple[int, ...], seat: Seat, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _play(position: Position, *inputs: Input[Any], **changes: Any) -> Folded:
    """Feed inputs to the game; `changes` are of other fields of the position, so that it is copied once."""
    state, game = position.state, position.terms.game
    happenings: list[object] = []
    for each in inputs:
        step = game.fold(state, each)
        state = step.state
        happenings.extend(step.happenings)
    folded = Folded(replace(position, state=state, **changes), inputs, tuple(happenings))
    if isinstance(state.wants, Reveal) and not state.wants.decks and folded.position.playing is None:
        return _closed(folded, Revealed({}, frozenset()), None)  # nothing was closed, so nobody is waited for
    return folded


def _closed(folded: Folded, revealed: Revealed, joint: JointDeck | None) -> Folded:
    """Close the deal with what was revealed."""
    deal = folded.position.state.deal
    closing = _play(folded.position, revealed, playing=None)
    closed = Closed(closing.position.n, deal, state_hash(closing.position.state), joint)
    return Folded(
        replace(closing.position, closed=closed),
        (*folded.inputs, *closing.inputs),
        (*folded.happenings, *closing.happenings),
    )


def _opened(before: Position, position: Position, opening: Open) -> Position:
    seats, deck_id = position.present, opening.deck_id.encode("ascii")
    ctx = context(
        table=position.terms.game_id,
        anchor=position.chain.head,
        number=opening.number,
        deck_id=deck_id,
        n=opening.n,
        rounds=opening.rounds,
        keys=[position.terms.seat_key(seat) for seat in seats],
    )
    if opening.deck_id == DRAW_ID:
        wants = position.state.wants
        assert isinstance(wants, Draw)
        return replace(position, opened=opening.number, draw=OpenDraw(opening.number, ctx, wants, seats))
    pack = next_pack(before)
    assert pack is not None
    points = card_points(deck_id, opening.n)
    deck = Deck.opened(opening.number, ctx, deck_id, opening.n, opening.rounds, len(seats), points)
    return replace(position, opened=opening.number, preparing=JointDeck(deck, seats, pack))


def _drawn(position: Position, seat: Seat, coin: bytes) -> Folded:
    assert position.draw is not None
    draw = position.draw.opened(seat, coin)
    if not draw.is_complete:
        return Folded(replace(position, draw=draw))
    check = position.check or draw.check_letters(position.terms.game_id)
    return _play(position, Drawn(draw.orders()), draw=None, check=check)


def _of_deck(position: Position, seat: Seat, number: int, message: Any) -> Folded:
    joint = position.deck(number)
    assert joint is not None
    joint = joint.with_deck(joint.deck.fold(joint.player(seat), message))
    if isinstance(message, Cut):
        wants = position.state.wants
        assert isinstance(wants, WantDeck)
        return _play(position, Shuffled(wants.pile, joint.slots()), preparing=None, playing=joint)
    if position.preparing is not None and position.preparing.number == number:
        return Folded(replace(position, preparing=joint))
    position = replace(position, playing=joint)
    if isinstance(message, RevealMessage):
        return _revealed(position, joint)
    faces = public_faces(position)
    return _play(position, Opened(faces)) if faces else Folded(position)


def public_faces(position: Position) -> dict[Slot, Face]:
    """Return the faces that everybody may see and that have just become known."""
    playing, table = position.playing, position.state.table
    assert playing is not None
    faces: dict[Slot, Face] = {}
    for slot, audience in table.audience.items():
        if audience is EVERYONE and slot not in table.faces and slot.deck == playing.number:
            face = playing.face(slot.place)
            if face is not None:
                faces[slot] = face
    return faces


def _acted(position: Position, seat: Seat, act: Act, faces: Mapping[Slot, Face]) -> Folded:
    playing = position.playing
    if faces:
        assert playing is not None
        keys = {slot.place: key for slot, key in zip(act.slots, act.keys, strict=True)}
        deck = playing.deck.with_keys(playing.player(seat), keys)
        return _play(position, Opened(faces), Acted(seat, act.action), playing=playing.with_deck(deck))
    return _play(position, Acted(seat, act.action))


def _revealed(position: Position, joint: JointDeck) -> Folded:
    wants = position.state.wants
    if not isinstance(wants, Reveal) or any(reveal is None for reveal in joint.deck.reveals):
        return Folded(position)
    joint = with_revealed_keys(joint)
    known = position.state.table.faces  # what all have seen needs no second opening
    faces = {
        slot: face
        for slot in joint.slots()
        if (face := known[slot] if slot in known else joint.face(slot.place)) is not None
    }
    missing = frozenset[Seat]() if len(faces) == joint.deck.n else _unopening(joint)
    return _closed(Folded(position), Revealed(faces, missing), joint)


def with_revealed_keys(joint: JointDeck) -> JointDeck:
    """Return the deck with the lock keys of all places that follow from the seeds revealed.

    A key that is not the one locked with opens nothing: its place stays closed.
    """
    deck = joint.deck
    for player, reveal in enumerate(deck.reveals):
        if reveal is None or player >= len(deck.locks):
            continue
        secrets = Secrets(reveal.seed, deck.ctx, player)
        transcript = deck.lock_transcripts[player]
        keys = {
            place: write_scalar(secrets.lock(transcript, deck.index(place)))
            for place in range(deck.n)
            if player not in deck.shares.get(place, {})
        }
        deck = deck.with_keys(player, keys)
    return replace(joint, deck=deck)


def _unopening(joint: JointDeck) -> frozenset[Seat]:
    """Return the seats whose seeds do not open what they have locked: to the game they have not revealed.

    Nobody, if every key is right: then some proof that nobody contradicted was false. The deal cannot stand, but the
    rules of the game have nobody to charge; running the deck again names who is guilty.
    """
    deck = joint.deck
    return frozenset(
        seat
        for player, seat in enumerate(joint.seats)
        if any(deck.judge_key(player, place, keys[player]) is not None for place, keys in deck.shares.items())
    )


def _agreed(position: Position, seat: Seat) -> Position:
    closed = position.closed
    assert closed is not None
    agreed = closed.agreed | {seat}
    if len(agreed) == len(position.present):
        return replace(position, closed=None, proved=closed.deal)
    return replace(position, closed=replace(closed, agreed=agreed))
