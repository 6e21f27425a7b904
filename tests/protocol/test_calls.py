"""What is asked of whom, at every phase of a game, and what is not asked yet."""

from dataclasses import replace

import pytest

from protocol.accusing import BY_STATEMENT, statement_evidence
from protocol.calls import Call, calls, expected_open
from protocol.position import Conviction
from protocol.statements import Accuse, Name, Open
from tests.protocol.writer import Writer, asks, begun, cutter_of, may_act, moment, options, story

SHUFFLING = {"commit", "shuffle", "shadow", "coin", "answer", "lock", "ready"}


def kinds_in(writer: Writer) -> set[str]:
    return {kind for asked in writer.kinds().values() for kind in asked}


# ---- names and the draw ----------------------------------------------------------------------------------------------


def test_first_everybody_is_asked_for_his_name() -> None:
    assert begun(seats=3).asked() == {seat: (Call("name"),) for seat in range(3)}


def test_seat_0_names_the_table_after_itself() -> None:
    writer = begun(seats=3)
    writer.say(0, Name("seat", "Ada", bytes(16)))
    assert writer.asked() == {0: (Call("name", 1),), 1: (Call("name"),), 2: (Call("name"),)}


@pytest.mark.parametrize("last", ["seat 1", "the table"])
def test_nothing_else_begins_before_all_names_are_said(last: str) -> None:
    writer = begun()
    writer.say(0, Name("seat", "Ada", bytes(16)))
    if last == "seat 1":
        writer.say(0, Name("table", "Home", bytes(16)))
        assert writer.kinds() == {0: (), 1: ("name",)}
    else:
        writer.say(1, Name("seat", "Ben", bytes(16)))
        assert writer.kinds() == {0: ("name",), 1: ()}


def test_then_the_lowest_seat_opens_the_draw() -> None:
    writer = moment(asks("open"), seats=3)
    assert writer.asked() == {0: (Call("open", 1),), 1: (), 2: ()}
    assert expected_open(writer.last) == Open(1, "draw", 0, 0, b"", ())


def test_everybody_commits_and_then_everybody_opens() -> None:
    writer = moment(asks("lot"), seats=3)
    assert writer.asked() == {seat: (Call("lot", 1),) for seat in range(3)}
    writer.say(1, writer.answer(1, "lot"))
    assert writer.asked() == {0: (Call("lot", 1),), 1: (), 2: (Call("lot", 1),)}
    writer.say(0, writer.answer(0, "lot"))
    writer.say(2, writer.answer(2, "lot"))
    assert writer.asked() == {seat: (Call("lot_open", 1),) for seat in range(3)}
    writer.say(2, writer.answer(2, "lot_open"))
    assert writer.kinds() == {0: ("lot_open",), 1: ("lot_open",), 2: ()}


# ---- a deck ----------------------------------------------------------------------------------------------------------


def test_after_the_draw_the_first_deck_is_opened() -> None:
    writer = moment(lambda each: each.last.opened == 1 and asks("open")(each), seats=3)
    assert writer.asked() == {0: (Call("open", 2),), 1: (), 2: ()}
    assert expected_open(writer.last) == Open(2, "classic36", 36, 2, b"", ())


@pytest.mark.parametrize("kind", ["commit", "coin", "answer", "ready"])
def test_all_at_once(kind: str) -> None:
    writer = moment(asks(kind), seats=3)
    assert writer.kinds() == {seat: (kind,) for seat in range(3)}


@pytest.mark.parametrize("kind", ["shuffle", "lock"])
def test_one_after_the_other(kind: str) -> None:
    for seat in range(3):
        writer = moment(asks(kind, seat), seats=3)
        assert [each for each, asked in writer.kinds().items() if kind in asked] == [seat]


def test_a_shadow_does_not_hold_up_the_next_shuffle() -> None:
    writer = moment(asks("shadow"), seats=3)
    assert writer.kinds() == {0: ("shadow",), 1: ("shuffle",), 2: ()}


def test_when_all_are_ready_only_the_cutter_is_asked() -> None:
    writer = moment(lambda each: "cut" in kinds_in(each), seats=3)
    cutter = cutter_of(writer.last)
    assert writer.asked() == {seat: (Call("cut", 2),) if seat == cutter else () for seat in range(3)}


def test_after_the_cut_everybody_gives_what_others_may_see() -> None:
    """One card each, three seats, one turned: each gives the keys of the two other hands and of the turned card."""
    writer = moment(asks("share"), seats=3)
    assert {seat: asked[0] for seat, asked in writer.asked().items()} == {seat: Call("share", 2) for seat in range(3)}
    for seat in range(3):
        own = {slot.place for slot in writer.last.state.table.pile(f"hand{seat}")}
        assert set(writer.last.owed_places(seat)) == {0, 1, 2, 3} - own
    writer.say(0, writer.answer(0, "share"))
    assert "share" not in writer.kinds()[0]


def test_while_people_choose_nothing_but_preparation_is_asked() -> None:
    for writer in story(3):
        if any(writer.last.may_act(seat) for seat in range(3)):
            assert kinds_in(writer) <= SHUFFLING | {"open"}


# ---- the end of a deal -----------------------------------------------------------------------------------------------


def test_after_the_last_card_everybody_reveals() -> None:
    writer = moment(asks("reveal"), seats=3)
    assert writer.asked() == {seat: (Call("reveal", 2),) for seat in range(3)}
    writer.say(1, writer.answer(1, "reveal"))
    assert writer.kinds() == {0: ("reveal",), 1: (), 2: ("reveal",)}


def test_after_the_last_seed_everybody_agrees_once() -> None:
    writer = moment(asks("agree"), seats=3)
    assert writer.asked() == {seat: (Call("agree", writer.last.n),) for seat in range(3)}
    writer.say(2, writer.answer(2, "agree"))
    assert writer.kinds() == {0: ("agree",), 1: ("agree",), 2: ()}


@pytest.mark.parametrize("seats", [2, 3])
def test_no_card_of_the_next_deal_can_be_seen_before_all_agreed(seats: int) -> None:
    """The next deck is shuffled and waits; without a cut there is no place, and without agreement no cut."""
    waiting = [writer for writer in story(seats) if writer.last.closed is not None]
    assert len(waiting) == 2 * seats
    for writer in waiting:
        assert kinds_in(writer) == {"agree"}
        assert all(writer.last.owed_places(seat) == () for seat in range(seats))
        assert writer.last.playing is None
    assert all(writer.last.preparing is not None for writer in waiting[:seats])


def test_a_deck_is_prepared_while_agreement_is_open() -> None:
    """Where the shuffle is slower than the play, it goes on; only the cut waits."""
    writer = moment(may_act())
    while not asks("agree")(writer):  # everything but the preparation
        for seat in range(2):
            urgent = [call for call in calls(writer.last, seat) if call.kind not in SHUFFLING | {"open"}]
            if urgent:
                writer.say(seat, writer.answer(seat, urgent[0]))
                break
            if writer.last.may_act(seat):
                writer.say(seat, writer.act(seat))
                break
    assert writer.kinds()[0][0] == "agree"
    assert kinds_in(writer) - {"agree"} <= SHUFFLING | {"open"}
    assert kinds_in(writer) != {"agree"}
    while kinds_in(writer) != {"agree"}:
        seat, call = next((s, c) for s, asked in writer.asked().items() for c in asked if c.kind != "agree")
        writer.say(seat, writer.answer(seat, call))
    assert writer.last.preparing is not None
    assert None not in writer.last.preparing.deck.readys
    writer.say(0, writer.answer(0, "agree"))
    assert kinds_in(writer) == {"agree"}
    writer.say(1, writer.answer(1, "agree"))
    assert kinds_in(writer) == {"cut"}


def test_when_the_game_is_over_nothing_is_asked() -> None:
    writer = moment(lambda each: each.last.is_over, seats=3)
    assert writer.asked() == {0: (), 1: (), 2: ()}


# ---- one deck ahead --------------------------------------------------------------------------------------------------


def test_the_next_deck_is_opened_as_soon_as_this_one_is_cut() -> None:
    writer = moment(asks("share"))
    assert Call("open", 3) in writer.asked()[0]
    assert writer.last.playing is not None
    assert writer.last.playing.number == 2


@pytest.mark.parametrize("deals", [2, 3])
def test_never_two_ahead_and_none_too_many(deals: int) -> None:
    moments = story(2, deals)
    for writer in moments:
        position = writer.last
        if position.playing is not None:
            assert position.opened <= position.playing.number + 1
        if position.preparing is not None:
            assert expected_open(position) is None
    assert moments[-1].last.opened == 1 + deals


def test_in_the_last_deal_no_deck_is_opened() -> None:
    for writer in story(2, 2):
        if writer.last.state.deal == 2 and writer.last.playing is not None:
            assert expected_open(writer.last) is None


# ---- order and end ---------------------------------------------------------------------------------------------------


def test_play_comes_before_preparation() -> None:
    writer = moment(lambda each: {"share", "commit"} <= set(each.kinds()[1]))
    assert writer.kinds()[1] == ("share", "commit")


def test_after_a_conviction_nothing_is_asked() -> None:
    writer = moment(asks("lot"))
    bad = writer.statement(1, Name("seat", "Eve", bytes(16)))
    accusation = Accuse(BY_STATEMENT, (statement_evidence(bad, writer.signature(bad)),))
    writer.say(0, accusation)
    assert writer.last.convictions == (Conviction(writer.last.n, 1, 1, BY_STATEMENT),)
    assert writer.asked() == {0: (), 1: ()}


def test_calls_depend_on_the_position_alone() -> None:
    for writer in story(2)[::7]:
        twin = replace(writer.last, names=tuple(writer.last.names))
        assert [calls(twin, seat) for seat in range(2)] == [calls(writer.last, seat) for seat in range(2)]


def test_an_unfinished_game_asks_somebody_or_somebody_may_act() -> None:
    """No dead end, ever."""
    for writer in story(3, 2)[:-1]:
        assert kinds_in(writer) or may_act()(writer)


def test_who_is_alone_at_the_table_with_bots_is_asked_the_same() -> None:
    alone = begun(seats=2, devices={0: 0, 1: 0}, rules=options(deals=1))
    assert alone.asked() == begun(seats=2, rules=options(deals=1)).asked()
