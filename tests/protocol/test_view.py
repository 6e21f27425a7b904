"""What one seat sees: all that it may, as soon as it can, and nothing else."""

from dataclasses import replace
from itertools import pairwise

import pytest

from joker_lan.engine import EVERYONE, Face, Slot, includes, seen_by
from protocol.deck.messages import Reveal
from protocol.folding import with_revealed_keys
from protocol.view import View
from tests.protocol.writer import Writer, asks, classic, dealt, hand, moment, story


def truth(writer: Writer) -> dict[Slot, Face]:
    """All faces of the deck on the table, with the keys of all seats in the writer's hand."""
    joint = dealt(writer)
    ctx = joint.deck.ctx
    reveals = tuple(Reveal(ctx, writer.vault.seeds[ctx, seat]) for seat in joint.seats)
    opened = with_revealed_keys(replace(joint, deck=replace(joint.deck, reveals=reveals)))
    return {slot: face for slot in joint.slots() if (face := opened.face(slot.place)) is not None}


def with_a_deck(seats: int) -> list[Writer]:
    return [writer for writer in story(seats) if writer.last.playing is not None]


@pytest.mark.parametrize("seats", [2, 3])
def test_a_view_is_the_public_state_with_more_faces(seats: int) -> None:
    for writer in story(seats):
        for view in writer.views.values():
            assert seen_by(view.state, None) == writer.last.state


@pytest.mark.parametrize("seats", [2, 3])
def test_a_view_never_holds_what_its_seat_may_not_see(seats: int) -> None:
    for writer in story(seats):
        for seat, view in writer.views.items():
            audience = view.state.table.audience
            assert all(includes(audience.get(slot), seat) for slot in view.state.table.faces)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_view_opens_what_its_seat_may_see_with_the_last_share_of_the_others(seats: int) -> None:
    for writer in with_a_deck(seats):
        deck = dealt(writer).deck
        for seat, view in writer.views.items():
            for slot, audience in view.state.table.audience.items():
                if audience is EVERYONE or not includes(audience, seat):
                    continue
                others = [each for each in range(seats) if each != seat]
                is_open = all(each in deck.shares.get(slot.place, {}) for each in others)
                assert (slot in view.state.table.faces) == is_open


@pytest.mark.parametrize("seats", [2, 3])
def test_every_face_is_the_right_one(seats: int) -> None:
    for writer in with_a_deck(seats):
        faces = truth(writer)
        assert len(set(faces.values())) == 36
        for view in writer.views.values():
            for slot, face in view.state.table.faces.items():
                if slot.deck == dealt(writer).number:
                    assert face == faces[slot]


def test_what_all_may_see_opens_on_every_copy_with_one_entry() -> None:
    """Otherwise a seat's own copy would know trump, and whose turn it is, before the others'."""
    writer = moment(asks("share"))
    turned = classic(writer.last).turned
    assert turned is not None
    writer.say(0, writer.answer(0, "share"))
    assert dealt(writer).deck.shares[turned.place].keys() == {0}
    assert turned not in writer.views[1].state.table.faces
    writer.say(1, writer.answer(1, "share"))
    assert all(turned in view.state.table.faces for view in writer.views.values())


def test_happenings_of_a_view_are_those_of_all() -> None:
    for before, after in pairwise(story(3)):
        for seat, view in before.views.items():
            followed, happenings = view.follow(after.folds[-1], after.secrets)
            assert followed == after.views[seat]
            assert happenings == after.folds[-1].happenings


def test_without_secrets_a_view_is_the_public_one() -> None:
    view = View.begin(story()[0].last, 0)
    for writer in story()[1:]:
        view, _ = view.follow(writer.folds[-1], {})
        assert view.state == writer.last.state


def test_the_secrets_of_others_open_nothing() -> None:
    """Not even if they lie in the same hand: a view takes those of its own seats."""
    writer = moment(asks("share"), seats=3)
    view = writer.views[0]
    writer.say(1, writer.answer(1, "share"))
    assert all(seat in {key[1] for key in writer.secrets} for seat in range(3))
    followed, _ = view.follow(writer.folds[-1], writer.secrets)
    assert followed.state.table.faces == {}


def test_a_view_of_all_seats_opens_every_hand_at_the_cut() -> None:
    """As a replay with open hands does: all keys of others are its own."""
    view = View.begin(story(3)[0].last, 0, 1, 2)
    for writer in story(3)[1:]:
        view, _ = view.follow(writer.folds[-1], writer.secrets)
        playing = writer.last.playing
        if playing is not None:
            hands = {slot for seat in range(3) for slot in hand(writer, seat)}
            assert hands <= view.state.table.faces.keys()


def test_a_view_begins_with_the_public_state() -> None:
    position = story()[0].last
    assert View.begin(position, 0, 1) == View(frozenset({0, 1}), position.state)
