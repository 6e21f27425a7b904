"""What a seat answers: from position and secrets, the same bytes each time."""

import pytest

from joker_lan.engine import laid_open
from joker_lan.games.classic.actions import Bid
from joker_lan.games.classic.state import Phase
from protocol.calls import Call
from protocol.deck.dealing import own_lock
from protocol.deck.messages import MESSAGES
from protocol.deck.slicing import finish
from protocol.draw import OpenDraw
from protocol.speaking import COSTLY, act, needed_secret, speak
from protocol.statements import Act, Name, Said, body_of
from protocol.vault import Vault
from tests.protocol.writer import Writer, asks, begun, classic, cutter_of, dealt, may_act, message_of, moment

ONE, TWO = bytes([1]) * 32, bytes([2]) * 32


def spoken(writer: Writer, call: Call, *, fresh: bytes = ONE, name: str = "Ada") -> Said:
    return finish(speak(call, 0, writer.last, writer.vault, name=name, fresh=fresh))


def the_call(writer: Writer, kind: str) -> Call:
    return next(call for call in writer.asked()[0] if call.kind == kind)


# ---- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "record"), [("lot", "coin"), ("commit", "seed")])
def test_a_secret_is_recorded_before_what_depends_on_it(kind: str, record: str) -> None:
    writer = moment(asks(kind))
    going = writer.last.draw or writer.last.preparing
    assert going is not None
    context = going.ctx if isinstance(going, OpenDraw) else going.deck.ctx
    made = needed_secret(the_call(writer, kind), 0, writer.last, writer.vault, ONE)
    assert made == (record, context, 0, ONE)
    vault = writer.vault.with_record(made)
    assert needed_secret(the_call(writer, kind), 0, writer.last, vault, TWO) is None


@pytest.mark.parametrize("kind", ["name", "open", "lot_open", "agree", *sorted(set(MESSAGES) - {"commit", "cut"})])
def test_other_kinds_need_no_new_secret(kind: str) -> None:
    writer = moment(asks(kind))
    assert needed_secret(the_call(writer, kind), 0, writer.last, Vault(keys=writer.vault.keys), ONE) is None


# ---- the same again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["open", "lot_open", "agree", *sorted(set(MESSAGES) - {"commit", "cut"})])
def test_a_program_that_comes_back_says_the_same(kind: str) -> None:
    """Whatever new random bytes it draws: everything follows from the log and what is on the disk."""
    writer = moment(asks(kind))
    call = the_call(writer, kind)
    once, again = (body_of(spoken(writer, call, fresh=fresh)) for fresh in (ONE, TWO))
    assert once == again


@pytest.mark.parametrize("kind", ["lot", "commit"])
def test_also_what_is_drawn_freshly_once_it_is_on_the_disk(kind: str) -> None:
    writer = moment(asks(kind))
    call = the_call(writer, kind)
    record = needed_secret(call, 0, writer.last, writer.vault, ONE)
    writer.vault = writer.vault.with_record(record)
    assert spoken(writer, call, fresh=ONE) == spoken(writer, call, fresh=TWO)


def test_a_cut_is_random_and_within_the_deck() -> None:
    writer = moment(lambda each: any("cut" in kinds for kinds in each.kinds().values()))
    cutter = cutter_of(writer.last)
    call = next(call for call in writer.asked()[cutter] if call.kind == "cut")
    cuts = {
        message_of(
            finish(speak(call, cutter, writer.last, writer.vault, name="", fresh=number.to_bytes(32, "big")))
        ).cut
        for number in (0, 1, 35, 36, 37, 2**256 - 1)
    }
    assert cuts == {0, 1, 35, (2**256 - 1) % 36}


def test_names() -> None:
    writer = begun()
    assert spoken(writer, Call("name")) == Name("seat", "Ada", ONE[:16])
    assert spoken(writer, Call("name", 1), name="Home") == Name("table", "Home", ONE[:16])


def test_which_kinds_take_long() -> None:
    assert set(MESSAGES) > COSTLY
    assert {"shuffle", "shadow", "lock"} == COSTLY


# ---- choices ---------------------------------------------------------------------------------------------------------


def test_a_bid_opens_nothing() -> None:
    writer = moment(may_act())
    assert act(Bid(0), 0, writer.views[0].state, writer.last, writer.vault) == Act(Bid(0), (), ())


def test_a_card_is_said_with_the_authors_own_key() -> None:
    writer = moment(lambda each: may_act()(each) and classic(each.last).phase is Phase.PLAYING)
    (seat,) = writer.last.state.to_act
    said = writer.act(seat)
    assert said.slots == laid_open(writer.last.state, said.action)
    (slot,), (key,) = said.slots, said.keys
    joint = dealt(writer)
    assert key == own_lock(joint.deck, writer.secrets[joint.deck.ctx, seat], slot.place)
    assert joint.deck.judge_key(joint.player(seat), slot.place, key) is None
