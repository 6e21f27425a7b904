"""What players may wish when, how they are answered, and what leaves their devices before they choose."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from eventlog.entry import Statement
from joker_lan.engine import Slot
from joker_lan.games.classic import schedule as classic_schedule
from joker_lan.games.classic.actions import Bid, ChooseTrump, Play
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.schedule import SEEN_BEFORE_TRUMP
from joker_lan.games.classic.state import Phase
from protocol.effects import (
    Answer,
    Effect,
    KeepLog,
    KeepPrivate,
    Ordered,
    Say,
    Send,
    Wished,
)
from protocol.seat import Done, Refused
from tests.protocol.tables import effects_of, last, run_until, statements, table
from tests.protocol.writer import classic
from tests.support.lan import Device, Lan

# ---- wishes ----------------------------------------------------------------------------------------------------------


def wish(lan: Lan, seat: int, action: Any) -> Done | Refused | None:
    """The answer to a wish, None if there is none yet; devices and seats have the same numbers."""
    answers: list[Done | Refused] = []

    def listen(device: Device, effect: Effect) -> tuple[Effect, ...]:
        if isinstance(effect, Answer) and effect.ticket == 77:
            answers.append(effect.reply)
        return (effect,)

    lan.devices[seat].tamper = listen
    lan.tell(seat, Wished(seat, action, 77))
    lan.devices[seat].tamper = None
    assert len(answers) <= 1
    return answers[0] if answers else None


def at_bidding(lan: Lan) -> tuple[int, int]:
    """The first moment when somebody may bid, on his own device too: his seat and the other."""
    lan.run(until=lambda: any(device.running.may_act(device.number) for device in lan.devices))
    seat = next(device.number for device in lan.devices if device.running.may_act(device.number))
    return seat, 1 - seat


def test_a_legal_wish_is_done() -> None:
    lan = table()
    seat, _ = at_bidding(lan)
    assert wish(lan, seat, Bid(0)) == Done()


@pytest.mark.parametrize("seed", range(3))
def test_done_means_kept(seed: int) -> None:
    """Also on the orderer's device, which keeps its own statement with its entry."""
    lan = table(seed=seed)
    seat, _ = at_bidding(lan)
    seen = effects_of(lan)
    lan.tell(seat, Wished(seat, Bid(0), 1))
    effects = [type(effect) for number, effect in seen if number == seat]
    keeping = KeepLog if seat == 0 else KeepPrivate
    assert keeping in effects
    assert effects.index(keeping) < effects.index(Answer)


def test_an_illegal_wish_is_refused_with_its_rule() -> None:
    lan = table()
    seat, _ = at_bidding(lan)
    reply = wish(lan, seat, Bid(5))
    assert isinstance(reply, Refused)
    assert reply.violation is not None
    assert (reply.violation.rule, reply.violation.seat) == (Rule.A13, seat)
    assert lan.devices[seat].running.may_act(seat)


@pytest.mark.parametrize("action", [Bid(True), Bid("x"), Bid(0.0), "bid", None, ("bid",), [0]])  # type: ignore[arg-type]
def test_what_is_no_action_is_refused_and_never_signed(action: Any) -> None:
    lan = table()
    seat, _ = at_bidding(lan)
    assert wish(lan, seat, action) == Refused(code="no-action")
    assert lan.devices[seat].running.may_act(seat)
    assert wish(lan, seat, Bid(0)) == Done()


def test_a_wish_that_breaks_a_rule_of_the_hidden_hand_is_refused_at_home() -> None:
    """A program of ours never lets its player revoke by mistake; nobody else could see it yet."""
    lan = table(deals=1)
    run_until(lan, lambda position: classic(position).phase is Phase.PLAYING)
    lan.run(until=lambda: any(device.running.may_act(device.number) for device in lan.devices))
    seat = next(device.number for device in lan.devices if device.running.may_act(device.number))
    reply = wish(lan, seat, Play(Slot(2, 35)))
    assert isinstance(reply, Refused)
    assert reply.violation is not None


def test_out_of_turn() -> None:
    lan = table()
    seat, other = at_bidding(lan)
    session = lan.devices[other].running
    lan.run(until=lambda: session.view(other).to_act == {seat} and session.ledger.final == session.match.last.n)
    assert wish(lan, other, Bid(0)) == Refused(code="not-your-turn")


def test_not_now() -> None:
    lan = table()
    run_until(lan, lambda position: position.preparing is not None)
    lan.tell(0, Wished(0, Bid(0), 1))
    lan.run(until=lambda: bool(lan.devices[0].refused))
    assert lan.devices[0].refused == [Refused(code="not-now")]


def test_the_game_is_over() -> None:
    lan = table(deals=1)
    lan.run()
    assert wish(lan, 0, Bid(0)) == Refused(code="game-over")
    assert wish(lan, 1, Bid(0)) == Refused(code="game-over")


def test_the_game_is_broken() -> None:
    lan = table()
    at_bidding(lan)

    def lie(device: Device, effect: Effect) -> tuple[Effect, ...]:
        match effect:
            case Send(to, Say(statement, _)) if statement.seat == 1:
                bad = replace(statement, body=(*statement.body, 0))
                signature = device.running.vault.keys[1].sign(bad.digest(last(lan).terms.game_id))
                return (Send(to, Say(bad, signature)),)
        return (effect,)

    lan.devices[1].tamper = lie
    lan.run()
    assert lan.devices[0].running.guilt is not None
    assert lan.devices[0].running.guilt.seat == 1
    assert wish(lan, 0, Bid(0)) == Refused(code="broken")
    assert not lan.devices[0].running.may_act(0)


def test_a_second_wish_waits_for_the_first() -> None:
    lan = table()
    seat, _ = at_bidding(lan)
    lan.tell(seat, Wished(seat, Bid(0), 1))
    assert not lan.devices[seat].running.may_act(seat)


# ---- dealt in stages -------------------------------------------------------------------------------------------------


@pytest.fixture
def full_deals_first(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Classic with the full deals at the beginning, where trump is chosen from three cards."""
    largest = {2: 18, 3: 12, 4: 9}
    monkeypatch.setattr(classic_schedule, "stages", lambda options, players: ((), (largest[players],) * 4))
    classic_schedule.schedule.cache_clear()
    yield
    classic_schedule.schedule.cache_clear()


@pytest.mark.usefixtures("full_deals_first")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("devices", [2, 4])
def test_before_trump_is_chosen_no_key_of_any_other_card_leaves(devices: int, seed: int) -> None:
    lan = table(devices, deals=1, seed=seed)
    seen = effects_of(lan)
    run_until(lan, lambda position: classic(position).phase is Phase.CHOOSING)
    chooser = next(iter(last(lan).state.to_act))
    lan.run(until=lambda: lan.devices[chooser].running.may_act(chooser))
    first = {
        slot.place for seat in range(devices) for slot in last(lan).state.table.pile(f"hand{seat}")[:SEEN_BEFORE_TRUMP]
    }

    def shared() -> set[int]:
        return {
            place
            for _, effect in seen
            if isinstance(effect, Send) and isinstance(effect.message, Say | Ordered)
            for place in places(effect.message)
        }

    assert shared() == first
    view = lan.devices[chooser].running.view(chooser)
    assert len([slot for slot in view.table.pile(f"hand{chooser}") if slot in view.table.faces]) == SEEN_BEFORE_TRUMP
    for trump in lan.game.offers(view, chooser):
        assert isinstance(trump, ChooseTrump) or type(trump).__name__ == "LookAtFourth"
    lan.tell(chooser, Wished(chooser, ChooseTrump(None), 1))
    lan.run(until=lambda: classic(last(lan)).phase is Phase.BIDDING and last(lan).may_act(*last(lan).state.to_act))
    everything = {slot.place for seat in range(devices) for slot in last(lan).state.table.pile(f"hand{seat}")}
    assert shared() == everything
    shares = [statement for statement in statements(lan.devices[0].log) if statement.kind == "share"]
    assert len(shares) == 2 * devices  # one for each stage


def places(message: Say | Ordered) -> set[int]:
    statement = message.statement if isinstance(message, Say) else message.entry.statement
    if not isinstance(statement, Statement) or statement.kind != "share":
        return set()
    pairs: Any = statement.body[2]
    return {place for place, _ in pairs}
