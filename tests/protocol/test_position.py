"""Where the log stands: what follows from the numbers and names that a position holds."""

from dataclasses import replace
from itertools import pairwise

import pytest

from eventlog.codec import encode
from eventlog.hashing import tagged_hash
from joker_lan.engine import EVERYONE, Slot, includes, seen_by, to_plain
from protocol.position import state_hash
from tests.protocol.writer import asks, begun, classic, dealt, may_act, moment, story


def test_a_position_knows_its_entry() -> None:
    assert [writer.last.n for writer in story()] == list(range(len(story())))


def test_decks_that_are_not_agreed_upon_are_remembered() -> None:
    numbers = {tuple(joint.number for joint in writer.last.decks()) for writer in story(2, 3)}
    assert numbers == {(), (2,), (3, 2), (3,), (4, 3), (4,)}
    writer = moment(lambda each: each.last.closed is not None and each.last.preparing is not None)
    assert [writer.last.deck(number) is not None for number in range(5)] == [False, False, True, True, False]


def test_a_deck_that_all_agreed_to_is_forgotten() -> None:
    before = moment(lambda each: each.last.closed is not None and len(each.last.closed.agreed) == 1)
    assert before.last.deck(2) is not None
    before.go_on()
    assert before.last.closed is None
    assert before.last.deck(2) is None


def test_owed_is_what_somebody_else_may_see() -> None:
    """Nobody owes what only he may see, nobody owes what is closed to all, and the turned card is owed by all."""
    writer = moment(asks("share"), seats=3)
    table = writer.last.state.table
    for seat in range(3):
        owed = set(writer.last.owed_places(seat))
        for slot in dealt(writer).slots():
            audience = table.audience.get(slot)
            others = [other for other in range(3) if other != seat and includes(audience, other)]
            assert (slot.place in owed) == (audience is EVERYONE or bool(others))


def test_what_was_shared_is_not_owed_any_more() -> None:
    writer = moment(asks("share"), seats=3)
    writer.say(1, writer.answer(1, "share"))
    assert writer.last.owed_places(1) == ()
    assert writer.last.owed_places(0) != ()


@pytest.mark.parametrize("seat", range(2))
def test_nothing_is_owed_before_the_cut_and_after_ones_seed(seat: int) -> None:
    for writer in story():
        position = writer.last
        playing = position.playing
        if playing is None or playing.deck.reveals[playing.player(seat)] is not None:
            assert position.owed_places(seat) == ()


def test_owed_places_ascend() -> None:
    for writer in story(3):
        for seat in range(3):
            owed = writer.last.owed_places(seat)
            assert list(owed) == sorted(set(owed))


def test_nobody_may_act_while_something_is_owed_by_anybody() -> None:
    for writer in story(3):
        if any(writer.last.owed_places(seat) for seat in range(3)):
            assert not may_act()(writer)


def test_who_may_act_is_to_act() -> None:
    for writer in story(3):
        may = {seat for seat in range(3) if writer.last.may_act(seat)}
        assert may <= writer.last.state.to_act


def test_a_face_opens_with_the_keys_of_all() -> None:
    writer = moment(asks("share"))
    turned = classic(writer.last).turned
    assert turned is not None
    joint = dealt(writer)
    assert joint.face(turned.place) is None
    writer.say(0, writer.answer(0, "share"))
    assert dealt(writer).face(turned.place) is None
    writer.say(1, writer.answer(1, "share"))
    face = dealt(writer).face(turned.place)
    assert face is not None
    assert face in joint.pack.faces


def test_players_are_seats_that_take_part_in_seat_order() -> None:
    joint = replace(dealt(moment(may_act(), seats=3)), seats=(0, 2, 3))
    assert [joint.player(seat) for seat in (0, 2, 3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="not in"):
        joint.player(1)


def test_slots_are_the_places_of_the_deck() -> None:
    joint = dealt(moment(may_act()))
    assert joint.slots() == tuple(Slot(2, place) for place in range(36))


def test_the_orderer_of_an_epoch() -> None:
    position = begun(seats=3).last
    assert [position.orderer(epoch) for epoch in range(5)] == [0, 1, 2, 0, 1]


def test_a_game_is_over_when_all_have_agreed() -> None:
    with_result = [writer for writer in story() if writer.last.state.result is not None]
    assert [writer.last.is_over for writer in with_result] == [False, False, True]


def test_the_hash_of_a_state_is_that_of_its_public_view() -> None:
    """Every seat's own copy gives the same hash, with whatever faces it knows."""
    for writer in story(2)[::9]:
        public = state_hash(writer.last.state)
        assert {state_hash(view.state) for view in writer.views.values()} == {public}
        assert public == tagged_hash("state", encode(to_plain(seen_by(writer.last.state, None))))


def test_states_that_differ_have_other_hashes() -> None:
    hashes = [state_hash(writer.last.state) for writer in story(2)]
    states = [writer.last.state for writer in story(2)]
    for one, other in pairwise(range(len(states))):
        assert (hashes[one] == hashes[other]) == (states[one] == states[other])
