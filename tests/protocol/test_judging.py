"""May this be said? One test for each reason why not, and for what is right and comes too late."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joker_lan.engine import Slot
from joker_lan.games.classic.actions import Bid
from protocol.accusing import BY_STATEMENT, statement_evidence
from protocol.calls import Call
from protocol.deck.faults import Code
from protocol.deck.messages import MESSAGES
from protocol.judging import Allowed, call_of, judge
from protocol.offences import Guilt, Offence, Wrong
from protocol.statements import Accuse, Act, Agree, Lot, LotOpen, Name, OfDeck, Open
from tests.protocol.writer import (
    Writer,
    actor,
    asks,
    begun,
    bidding,
    cutter_of,
    dealt,
    may_act,
    message_of,
    moment,
    playing,
    statement_of,
    story,
    wrong,
)

SALT = bytes(16)


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
