"""May this be said? One test for each reason why not, and for what is right and comes too late."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joker_lan.engine import Slot
from joker_lan.games.classic.actions import Bid, Play
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.state import Phase
from protocol.accusing import BY_STATEMENT, statement_evidence
from protocol.calls import Call
from protocol.deck.dealing import own_lock, shares_for
from protocol.deck.faults import Code
from protocol.deck.messages import MESSAGES, Share
from protocol.judging import Allowed, call_of, judge
from protocol.offences import Guilt, Offence, Wrong
from protocol.statements import Accuse, Act, Agree, Lot, LotOpen, Name, OfDeck, Open
from tests.protocol.writer import (
    Writer,
    asks,
    begun,
    classic,
    cutter_of,
    dealt,
    hand,
    may_act,
    message_of,
    moment,
    statement_of,
    story,
)

SALT = bytes(16)


def wrong(judged: Allowed | Offence) -> Wrong:
    assert isinstance(judged, Offence)
    return judged.wrong


def playing(writer: Writer) -> bool:
    """Somebody may play a card."""
    return may_act()(writer) and classic(writer.last).phase is Phase.PLAYING


def bidding(writer: Writer) -> bool:
    return may_act()(writer) and classic(writer.last).phase is Phase.BIDDING


def actor(writer: Writer) -> int:
    (seat,) = writer.last.state.to_act
    return int(seat)


# ---- right -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_game_is_right_at_every_entry(seats: int) -> None:
    for before, after in pairwise(story(seats)):
        statement = statement_of(after)
        judged = judge(statement, before.last, before.last, convict=before.convicted)
        assert isinstance(judged, Allowed)
        assert not judged.lapsed


def test_an_act_tells_what_it_lays_open() -> None:
    writer = moment(playing)
    seat = actor(writer)
    act = writer.act(seat)
    judged = writer.judged(seat, act)
    assert isinstance(judged, Allowed)
    assert dict(judged.faces) == {slot: writer.views[seat].state.table.faces[slot] for slot in act.slots}
    assert len(judged.faces) == 1


# ---- shape -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        ("sing", ()),
        ("start", (1,)),
        ("lot", ()),
        ("lot", (1, b"x" * 32, 0)),
        ("name", ("seat", b"Ada", SALT)),
        ("act", (("bid", 1), ())),
        ("act", (("shout", 1), (), ())),
        ("commit", ()),
        ("commit", ("2", b"", b"", b"")),
        ("accuse", ("twice", b"")),
    ],
)
def test_shape(said: tuple[str, tuple[Any, ...]]) -> None:
    assert wrong(moment(asks("lot")).judged(0, said)) is Wrong.SHAPE


def test_the_shape_of_a_message_of_the_shuffle_is_its_decks_to_say() -> None:
    writer = moment(asks("commit"))
    judged = writer.judged(0, ("commit", (2, b"short", b"x" * 32, b"y" * 32)))
    assert isinstance(judged, Offence)
    assert (judged.wrong, judged.fault and judged.fault.code) == (Wrong.DECK, Code.SHAPE)


# ---- not asked -------------------------------------------------------------------------------------------------------


def test_a_name_is_said_once() -> None:
    writer = moment(asks("lot"))
    assert wrong(writer.judged(0, Name("seat", "Ada", SALT))) is Wrong.UNCALLED


def test_only_seat_0_names_the_table() -> None:
    writer = begun()
    writer.say(1, Name("seat", "Ben", SALT))
    assert wrong(writer.judged(1, Name("table", "Home", SALT))) is Wrong.UNCALLED


def test_only_the_lowest_seat_opens() -> None:
    writer = moment(asks("open"))
    assert wrong(writer.judged(1, Open(1, "draw", 0, 0, b"", ()))) is Wrong.UNCALLED


def test_a_lot_is_said_once_and_a_coin_not_before_all_lots() -> None:
    writer = moment(asks("lot"))
    opened = LotOpen(1, bytes(32))
    writer.say(0, writer.answer(0, "lot"))
    assert wrong(writer.judged(0, Lot(1, bytes(32)))) is Wrong.UNCALLED
    assert wrong(writer.judged(0, opened)) is Wrong.UNCALLED


def test_a_message_of_a_deck_that_is_not_there() -> None:
    writer = moment(asks("commit"))
    for number in (0, 1, 3):
        body = (number, *message_of(writer.answer(0, "commit")).body())
        assert wrong(writer.judged(0, ("commit", body))) is Wrong.UNCALLED


def test_the_other_seat_cuts() -> None:
    writer = moment(lambda each: asks("cut", 0)(each) or asks("cut", 1)(each))
    cutter = cutter_of(writer.last)
    cut = writer.answer(cutter, "cut")
    assert isinstance(writer.judged(cutter, cut), Allowed)
    assert wrong(writer.judged(1 - cutter, cut)) is Wrong.UNCALLED


def test_no_share_before_the_cut_and_none_twice() -> None:
    after = moment(asks("share"))
    share = after.answer(0, "share")
    before = moment(lambda each: each.last.n == after.last.n - 1)
    assert wrong(before.judged(0, share)) is Wrong.UNCALLED
    after.say(0, share)
    assert wrong(after.judged(0, share)) is Wrong.UNCALLED


def test_no_seed_before_the_end_of_the_deal() -> None:
    writer = moment(playing)
    joint = writer.last.playing
    assert joint is not None
    body = (joint.number, joint.deck.ctx, writer.vault.seeds[joint.deck.ctx, 0])
    assert wrong(writer.judged(0, ("reveal", body))) is Wrong.UNCALLED


def test_no_agreement_to_what_has_not_ended_and_none_twice() -> None:
    writer = moment(playing)
    assert wrong(writer.judged(0, Agree(writer.last.n, bytes(32)))) is Wrong.UNCALLED
    writer = moment(asks("agree"))
    agree = writer.answer(0, "agree")
    writer.say(0, agree)
    assert wrong(writer.judged(0, agree)) is Wrong.UNCALLED


def test_an_agreement_names_the_closing_entry() -> None:
    writer = moment(asks("agree"))
    right = writer.answer(0, "agree")
    assert isinstance(right, Agree)
    assert wrong(writer.judged(0, replace(right, closing=right.closing - 1))) is Wrong.UNCALLED


def test_out_of_turn() -> None:
    writer = moment(bidding)
    assert wrong(writer.judged(1 - actor(writer), Act(Bid(0), (), ()))) is Wrong.UNCALLED


def test_nobody_acts_before_everything_dealt_is_open() -> None:
    """The state may already say whose turn it is: here the turned card is open and one hand is not."""
    writer = moment(asks("share", 1))
    while not writer.last.state.to_act:
        seat = next(seat for seat in range(2) if "share" in writer.kinds()[seat])
        share = message_of(writer.answer(seat, "share"))
        writer.say(seat, OfDeck(dealt(writer).number, share))
    assert may_act()(writer)  # all shares of a stage come at once, so here nothing is left
    seat = actor(writer)
    hidden = replace(
        writer.last.state.table, audience={**writer.last.state.table.audience, Slot(2, 35): frozenset({0})}
    )
    waiting = replace(writer.last, state=replace(writer.last.state, table=hidden))
    statement = writer.statement(seat, Act(Bid(0), (), ()))
    assert isinstance(judge(statement, writer.last, writer.last, convict=writer.convicted), Allowed)
    assert wrong(judge(statement, waiting, waiting, convict=writer.convicted)) is Wrong.UNCALLED


# ---- seen ------------------------------------------------------------------------------------------------------------


def test_what_an_author_has_seen_holds_all_that_it_had_said() -> None:
    """One statement in flight: who speaks again before the last word is final has not seen it."""
    writer = moment(asks("lot"))
    before = writer.last
    writer.say(0, writer.answer(0, "lot"))
    statement = replace(writer.statement(0, Lot(1, bytes(32))), seen=before.n, seen_head=before.chain.head)
    assert statement.seq == before.said[0] + 1
    assert wrong(judge(statement, before, writer.last, convict=writer.convicted)) is Wrong.SEEN


def test_a_number_that_is_taken() -> None:
    writer = moment(asks("lot"))
    statement = replace(writer.statement(0, writer.answer(0, "lot")), seq=0)
    assert wrong(judge(statement, writer.last, writer.last, convict=writer.convicted)) is Wrong.SEEN


def test_what_was_right_stays_right_however_long_ago() -> None:
    """The log goes on; a statement is judged where its author stood, or anybody could be accused by his own past."""
    moments = story()
    for before, after in pairwise(moments):
        statement = statement_of(after)
        assert isinstance(judge(statement, before.last, moments[-1].last, convict=before.convicted), Allowed)


# ---- content ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [Name("seat", "", SALT), Name("seat", "x" * 33, SALT), Name("seat", "Ada", b"salt")])
def test_a_name_that_is_none(name: Name) -> None:
    assert wrong(begun().judged(0, name)) is Wrong.CONTENT


@pytest.mark.parametrize(
    "change",
    [{"n": 35}, {"deck_id": "classic38"}, {"rounds": 3}, {"parent": b"x"}, {"cards": (1,)}, {"deck_id": "draw"}],
)
def test_a_deck_is_opened_as_the_rules_want_it(change: dict[str, Any]) -> None:
    writer = moment(lambda each: each.last.opened == 1 and asks("open")(each))
    right = writer.answer(0, "open")
    assert isinstance(right, Open)
    assert wrong(writer.judged(0, replace(right, **change))) is Wrong.CONTENT


def test_a_deck_has_the_next_number() -> None:
    writer = moment(lambda each: each.last.opened == 1 and asks("open")(each))
    right = writer.answer(0, "open")
    assert isinstance(right, Open)
    assert wrong(writer.judged(0, replace(right, number=3))) is Wrong.UNCALLED


def test_a_commitment_is_a_hash() -> None:
    assert wrong(moment(asks("lot")).judged(0, Lot(1, bytes(31)))) is Wrong.CONTENT


def test_an_agreement_to_another_state() -> None:
    writer = moment(asks("agree"))
    right = writer.answer(0, "agree")
    assert isinstance(right, Agree)
    assert wrong(writer.judged(0, replace(right, state=bytes(32)))) is Wrong.CONTENT


def test_another_coin_than_the_committed_one() -> None:
    assert wrong(moment(asks("lot_open")).judged(0, LotOpen(1, bytes(32)))) is Wrong.COIN


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


# ---- accusations -----------------------------------------------------------------------------------------------------


def accused(writer: Writer) -> Accuse:
    """A true accusation of seat 1: a second name."""
    bad = writer.statement(1, Name("seat", "Eve", SALT))
    return Accuse(BY_STATEMENT, (statement_evidence(bad, writer.signature(bad)),))


def test_an_accusation_that_holds_may_be_made_any_time() -> None:
    for found in (asks("lot"), asks("answer"), bidding, playing, asks("agree")):
        writer = moment(found)
        judged = writer.judged(0, accused(writer))
        assert isinstance(judged, Allowed)
        assert not judged.lapsed


@pytest.mark.parametrize(
    "accusation", [Accuse("rude", ()), Accuse(BY_STATEMENT, ()), Accuse("twice", (b"", b"")), Accuse("proof", (b"",))]
)
def test_a_false_accusation(accusation: Accuse) -> None:
    assert wrong(moment(asks("lot")).judged(0, accusation)) is Wrong.ACCUSATION


def test_one_accusation_is_enough() -> None:
    writer = moment(asks("lot"))
    writer.say(0, accused(writer))
    assert wrong(writer.judged(0, accused(writer))) is Wrong.UNCALLED


def test_two_accusations_at_once() -> None:
    """The second is right and has no effect."""
    writer = moment(asks("lot"), seats=3)
    before, accusation = writer.last, accused(writer)
    writer.say(0, accusation)
    judged = writer.judged(2, accusation, seen=before.n)
    assert isinstance(judged, Allowed)
    assert judged.lapsed


def test_an_accusation_is_judged_by_who_convicts() -> None:
    writer = moment(asks("lot"))
    asked: list[Accuse] = []

    def convict(accusation: Accuse) -> Guilt:
        asked.append(accusation)
        return Guilt(1, 1, Wrong.TWICE)

    statement = writer.statement(0, Accuse("anything", (b"x",)))
    assert isinstance(judge(statement, writer.last, writer.last, convict=convict), Allowed)
    assert asked == [Accuse("anything", (b"x",))]


# ---- overtaken -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lot", "commit", "share", "reveal", "agree"])
def test_what_was_called_for_and_is_no_longer_has_lapsed(kind: str) -> None:
    """A conviction ends all calls; what was on its way then is nobody's fault."""
    writer = moment(asks(kind))
    before = writer.last
    said = writer.answer(0, kind)
    writer.say(1, accused_by(writer, 1))
    judged = writer.judged(0, said, seen=before.n)
    assert isinstance(judged, Allowed)
    assert judged.lapsed


def test_an_act_lapses_too() -> None:
    writer = moment(bidding)
    before, seat = writer.last, actor(writer)
    act = writer.act(seat)
    writer.say(1 - seat, accused_by(writer, 1 - seat))
    judged = writer.judged(seat, act, seen=before.n)
    assert isinstance(judged, Allowed)
    assert judged.lapsed


def accused_by(writer: Writer, seat: int) -> Accuse:
    """A true accusation of somebody else than the seat."""
    bad = writer.statement(1 - seat, Name("seat", "Eve", SALT))
    return Accuse(BY_STATEMENT, (statement_evidence(bad, writer.signature(bad)),))


# ---- total -----------------------------------------------------------------------------------------------------------

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 40) | st.sampled_from([bytes(32), b"x", b""]) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4).map(tuple),
    max_leaves=8,
)
tags = st.sampled_from(["bid", "play", "choose_trump", "look_at_fourth", "joker_call"])
action = st.builds(lambda tag, rest: (tag, *rest), tags, st.lists(plain, max_size=2))
body = st.one_of(
    st.lists(plain, max_size=6).map(tuple),
    st.tuples(st.integers(0, 4), plain, plain),
    st.tuples(action, st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 40)), max_size=2).map(tuple), plain),
    st.tuples(st.sampled_from(["statement", "twice", "heads", "order", "proof"]), st.just((b"\x93\2\xa4lock\0",))),
)
kinds = st.sampled_from(["name", "open", "lot", "lot_open", "act", "agree", "accuse", "start", "sing", *MESSAGES])


@given(st.integers(0, 62), st.integers(0, 1), kinds, body)
def test_whatever_is_said_there_is_an_answer(n: int, seat: int, kind: str, said: tuple[Any, ...]) -> None:
    judged = story()[n].judged(seat, (kind, said))
    assert isinstance(judged, Allowed | Offence)
    assert not isinstance(judged, Offence) or judged.seat == seat


def test_what_a_statement_answers() -> None:
    assert call_of(Name("seat", "", b"")) == Call("name")
    assert call_of(Name("table", "", b"")) == Call("name", 1)
    assert call_of(Agree(7, b"")) == Call("agree", 7)
    assert call_of(Act(Bid(0), (), ())) == call_of(Accuse("", ())) == Call("")
