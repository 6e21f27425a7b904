"""May this be said? Messages of the shuffle, shares, and choices with the keys of their cards."""

from dataclasses import replace

import pytest

from joker_lan.engine import Slot
from joker_lan.games.classic.actions import Bid, Play
from joker_lan.games.classic.rules import Rule
from protocol.deck.dealing import own_lock, shares_for
from protocol.deck.faults import Code
from protocol.deck.messages import Share
from protocol.judging import Allowed, judge
from protocol.offences import Offence, Wrong
from protocol.statements import Act, OfDeck
from tests.protocol.writer import (
    actor,
    asks,
    bidding,
    cutter_of,
    dealt,
    hand,
    message_of,
    moment,
    playing,
    wrong,
)

SALT = bytes(16)


# ---- the shuffle -----------------------------------------------------------------------------------------------------


def deck_fault(judged: Allowed | Offence) -> str:
    assert isinstance(judged, Offence)
    assert judged.wrong is Wrong.DECK
    assert judged.fault is not None
    return judged.fault.code


@pytest.mark.parametrize("kind", ["commit", "shuffle", "shadow", "coin", "answer", "lock", "ready"])
def test_a_message_builds_on_what_is_there(kind: str) -> None:
    writer = moment(asks(kind))
    said = writer.answer(0, kind)
    assert isinstance(said, OfDeck)
    other = OfDeck(said.deck, replace(message_of(said), on=bytes(32)))
    assert deck_fault(writer.judged(0, other)) == Code.BASIS


def test_points_may_be_left_to_the_seed() -> None:
    """The audit runs the shuffle again and need not look at its points; everybody else looks at once."""
    writer = moment(asks("shuffle"))
    said = writer.answer(0, "shuffle")
    assert isinstance(said, OfDeck)
    twisted = replace(message_of(said), key=bytes(32))
    statement = writer.statement(0, OfDeck(said.deck, twisted))
    assert deck_fault(judge(statement, writer.last, writer.last, convict=writer.convicted)) == Code.POINT
    assert isinstance(judge(statement, writer.last, writer.last, convict=writer.convicted, points=False), Allowed)


def test_a_share_is_exactly_what_is_owed() -> None:
    writer = moment(asks("share"), seats=3)
    said = writer.answer(0, "share")
    share = message_of(said)
    number = dealt(writer).number
    owed = [place for place, _ in share.shares]
    assert len(owed) == 3  # the two others' cards and the turned one
    for fewer in range(1, 3):
        assert deck_fault(writer.judged(0, OfDeck(number, Share(share.on, share.shares[:fewer])))) == Code.PLACE
    own = hand(writer, 0)[0].place
    secrets = writer.secrets[dealt(writer).deck.ctx, 0]
    for places in ([*owed, own], [*owed, 35], [own], [35]):
        more = shares_for(dealt(writer).deck, secrets, places)
        assert deck_fault(writer.judged(0, OfDeck(number, more))) == Code.PLACE


def test_a_share_opens_the_lock() -> None:
    writer = moment(asks("share"))
    share = message_of(writer.answer(0, "share"))
    (place, key), *rest = share.shares
    swapped = Share(share.on, ((place, rest[0][1]), (rest[0][0], key), *rest[1:]))
    number = dealt(writer).number
    assert deck_fault(writer.judged(0, OfDeck(number, swapped))) == Code.KEY


@pytest.mark.parametrize("cut", [-1, 36, 1000])
def test_a_cut_is_within_the_deck(cut: int) -> None:
    writer = moment(lambda each: asks("cut", 0)(each) or asks("cut", 1)(each))
    cutter = cutter_of(writer.last)
    said = writer.answer(cutter, "cut")
    assert isinstance(said, OfDeck)
    other = OfDeck(said.deck, replace(message_of(said), cut=cut))
    assert deck_fault(writer.judged(cutter, other)) in (Code.CUT, Code.SHAPE)


# ---- cards -----------------------------------------------------------------------------------------------------------


def test_a_card_is_played_with_its_key() -> None:
    writer = moment(playing)
    seat = actor(writer)
    act = writer.act(seat)
    for changed in (
        replace(act, keys=()),
        replace(act, slots=(), keys=()),
        replace(act, slots=(*act.slots, *act.slots), keys=(*act.keys, *act.keys)),
        replace(act, slots=(Slot(2, 35),)),
        replace(act, keys=(bytes(32),)),
        replace(act, keys=(b"\1" + bytes(31),)),
        replace(act, keys=(b"short",)),
    ):
        assert wrong(writer.judged(seat, changed)) is Wrong.KEYS


def test_keys_are_not_thrown_away() -> None:
    """A bid names no card and lays none open."""
    writer = moment(bidding)
    seat = actor(writer)
    act = writer.act(seat)
    assert wrong(writer.judged(seat, replace(act, slots=hand(writer, seat)[:1], keys=(bytes(32),)))) is Wrong.KEYS


def test_nobody_plays_another_ones_card() -> None:
    writer = moment(playing)
    seat = actor(writer)
    theirs = hand(writer, 1 - seat)[0]
    secrets = writer.secrets[dealt(writer).deck.ctx, seat]
    own_key = own_lock(dealt(writer).deck, secrets, theirs.place)
    # The own key of the card is right, but the other's is missing: what is not opened cannot be played.
    assert wrong(writer.judged(seat, Act(Play(theirs), (theirs,), (own_key,)))) is Wrong.KEYS


@pytest.mark.parametrize("slot", [Slot(2, 35), Slot(1, 0), Slot(9, 0), Slot(2, 99), Slot(2, -1)])
def test_nobody_plays_what_is_not_dealt(slot: Slot) -> None:
    writer = moment(playing)
    assert wrong(writer.judged(actor(writer), Act(Play(slot), (slot,), (bytes(32),)))) is Wrong.KEYS


@pytest.mark.parametrize("tricks", [-1, 2, 10**9])
def test_an_offence_against_the_rules_names_the_rule(tricks: int) -> None:
    writer = moment(bidding)
    judged = writer.judged(actor(writer), Act(Bid(tricks), (), ()))
    assert isinstance(judged, Offence)
    assert judged.wrong is Wrong.RULE
    assert judged.violation is not None
    assert judged.violation.rule is Rule.A13


def test_the_dealers_closed_bid() -> None:
    writer = moment(bidding)
    writer.say(actor(writer), Act(Bid(0), (), ()))
    judged = writer.judged(actor(writer), Act(Bid(1), (), ()))
    assert isinstance(judged, Offence)
    assert judged.violation is not None
    assert judged.violation.rule is Rule.A14
