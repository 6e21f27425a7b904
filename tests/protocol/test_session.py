"""One device at the table, and several in memory: what is said when, what is kept before, and who comes back where."""

from dataclasses import replace
from typing import Any

import pytest

from eventlog.codec import decode
from eventlog.entry import Statement
from protocol.deck.slicing import finish
from protocol.effects import (
    Acked,
    Compute,
    Computed,
    Effect,
    KeepLog,
    KeepPrivate,
    Ordered,
    Received,
    Say,
    Send,
    Show,
)
from protocol.position import state_hash
from tests.protocol.tables import effects_of, last, run_until, statements, table
from tests.protocol.writer import options
from tests.support.lan import Device, Lan

# ---- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("devices", "seats"),
    [(1, {0: 0, 1: 0}), (2, None), (3, None), (2, {0: 1, 1: 0, 2: 1}), (2, {0: 0, 1: 0, 2: 0, 3: 1})],
)
def test_a_game_ends_and_every_device_has_the_same_log(devices: int, seats: dict[int, int] | None) -> None:
    lan = table(devices, deals=1, seats=seats)
    lan.run()
    for device in lan.devices:
        session = device.running
        assert session.match.last.is_over
        assert session.ledger.final == session.match.last.n
        assert device.log == lan.devices[0].log
        assert session.guilt is None
        assert device.closed == []
        assert session.match.last.chain.head == last(lan).chain.head


def test_names_title_and_check_letters_are_everywhere_the_same() -> None:
    lan = table(3, deals=1)
    run_until(lan, lambda position: position.check != "")
    lan.run()
    assert {last(lan, number).check for number in range(3)} == {last(lan).check}
    assert last(lan, 2).names == ("Seat 0", "Seat 1", "Seat 2")
    assert last(lan, 2).title == "Test table"


@pytest.mark.parametrize("name", ["", " ", "x" * 40, "\x1b[31m"])
def test_nobody_is_guilty_of_his_name(name: str) -> None:
    """What may not be shown is not said, whatever the people at the device typed."""
    lan = Lan(devices=2, options=options(deals=1))
    for device in lan.devices:
        device.names[device.number] = name
    lan.start_all()
    lan.run()
    assert [device.running.guilt for device in lan.devices] == [None, None]
    assert last(lan).is_over


def test_another_table_has_other_letters() -> None:
    checks = set()
    for seed in range(4):
        lan = table(deals=1, seed=seed)
        run_until(lan, lambda position: position.check != "")
        checks.add(last(lan).check)
    assert len(checks) == 4


def test_each_device_sees_the_hands_of_its_own_seats_only() -> None:
    lan = table(2, deals=1, seats={0: 0, 1: 1, 2: 1})
    run_until(lan, lambda position: bool(position.state.to_act) and position.may_act(*position.state.to_act))
    lan.run(until=lambda: all(last(lan, number).n == last(lan).n for number in range(2)))
    for device in lan.devices:
        for seat in device.running.vault.seats:
            view = device.running.view(seat)
            for other in range(3):
                known = [slot for slot in view.table.pile(f"hand{other}") if slot in view.table.faces]
                assert len(known) == (1 if other == seat else 0)
    for device in lan.devices:
        with pytest.raises(KeyError):
            device.running.view(1 - device.number)


# ---- final -----------------------------------------------------------------------------------------------------------


def test_everything_said_builds_on_what_every_device_has_on_its_disk() -> None:
    lan = table(3)

    def stored(device: Device) -> int:
        return device.log[-1].n if device.log else 0

    said = 0

    def watch(device: Device, effect: Effect) -> tuple[Effect, ...]:
        nonlocal said
        match effect:
            case Send(_, Say(statement)) if statement.seat in device.names:
                said += 1
                assert all(stored(each) >= statement.seen for each in lan.devices)
                assert statement.seen <= device.running.ledger.final
        return (effect,)

    for device in lan.devices:
        device.tamper = watch
    lan.run()
    assert last(lan).is_over
    assert said > 40  # the orderer's own words go out as entries only


def test_words_leave_after_they_are_kept() -> None:
    """A follower's statement is in its outbox, an orderer's entry in its log, an acknowledged entry on the disk."""
    lan = table(2)
    seen = effects_of(lan)
    kept: dict[int, set[Any]] = {0: set(), 1: set()}
    lan.run()
    checked = 0
    for number, effect in seen:
        match effect:
            case KeepLog(entries):
                kept[number] |= {(entry.n, entry.statement) for entry in entries}
                kept[number].add(max(entry.n for entry in entries))
            case KeepPrivate(records):
                kept[number] |= {record[1] for record in records if isinstance(record, tuple) and record[0] == "say"}
            case Send(_, Say(statement)) if statement.seat in lan.devices[number].names:
                assert statement.encoded() in kept[number] or statement in {
                    each[1] for each in kept[number] if isinstance(each, tuple)
                }
                checked += 1
            case Send(_, Ordered(entry)):
                assert (entry.n, entry.statement) in kept[number]
                checked += 1
            case Send(_, Acked(ack)):
                assert ack.n in kept[number]
                checked += 1
            case _:
                pass
    assert checked > 100


def test_a_secret_is_on_the_disk_before_it_is_used() -> None:
    lan = table(2)
    seen = effects_of(lan)
    lan.run()
    kept: set[tuple[int, str, bytes]] = set()
    used = 0
    for number, effect in seen:
        match effect:
            case KeepPrivate(records):
                for record in records:
                    if isinstance(record, tuple) and record[0] in ("seed", "coin"):
                        kept.add((number, str(record[0]), bytes(record[1])))  # type: ignore[arg-type] # a context
            case KeepLog(entries) if number == 0:
                for statement in statements(list(entries)):
                    if statement.kind == "commit":
                        assert (statement.seat, "seed", statement.body[1]) in kept
                        used += 1
    assert used == 4


def frozen_acks(lan: Lan, silent: int) -> None:
    """From now on a device acknowledges nothing."""

    def mute(device: Device, effect: Effect) -> tuple[Effect, ...]:
        return () if isinstance(effect, Send) and isinstance(effect.message, Acked) else (effect,)

    lan.devices[silent].tamper = mute


@pytest.mark.parametrize("kind", ["cut", "lot", "shadow", "reveal"])
def test_nothing_leaves_while_what_it_builds_on_is_not_final(kind: str) -> None:
    """No share before everybody has stored the cut; no coin before all lots; no agreement before all seeds."""
    lan = table(3)

    def said(kind: str) -> int:
        return sum(statement.kind == kind for statement in statements(lan.devices[0].log))

    follows = {"cut": "share", "lot": "lot_open", "shadow": "coin", "reveal": "agree"}[kind]
    wanted = 1 if kind == "cut" else 3
    lan.run(until=lambda: said(kind) == wanted)
    assert follows not in {each.kind for each in statements(lan.devices[0].log)}
    frozen_acks(lan, 2)
    lan.run()
    assert said(kind) == wanted
    for device in lan.devices[:2]:  # device 2 knows of all three
        assert (device.number, follows) not in {(each.seat, each.kind) for each in statements(device.log)}
        outbox = [Statement.from_plain(decode(bytes(record[1]))) for record in device.private if record[0] == "say"]  # type: ignore[index,arg-type] # a record
        assert follows not in {each.kind for each in outbox}


def test_one_link_held_back_stops_the_game_and_it_goes_on_when_it_is_there_again() -> None:
    lan = table(3, deals=1)
    run_until(lan, lambda position: position.check != "")
    for other in (0, 1):
        lan.cut.add(frozenset((2, other)))
    lan.run()
    assert not last(lan).is_over
    assert [device.running.guilt for device in lan.devices] == [None, None, None]
    lan.stop(2)
    lan.cut.clear()
    lan.start(2)
    lan.run()
    assert all(last(lan, number).is_over for number in range(3))


def test_alone_everything_is_final_at_once() -> None:
    lan = table(1, seats={0: 0, 1: 0}, deals=1)
    session = lan.devices[0].running
    while lan.act():
        assert session.ledger.final == session.match.last.n
    assert session.match.last.is_over


def test_missing_devices_are_named() -> None:
    lan = Lan(devices=3, options=options(deals=1))
    lan.start(0)

    def missing() -> list[tuple[int, ...] | None]:
        return [None if device.session is None else device.session.missing for device in lan.devices]

    assert missing() == [(1, 2), None, None]
    lan.start(2)
    assert missing() == [(1,), None, (1,)]
    lan.start(1)
    assert missing() == [(), (), ()]
    lan.stop(0)
    assert missing() == [None, (0,), (0,)]


# ---- coming back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("at", [3, 12, 26, 43])
def test_a_device_that_comes_back_is_where_it_was(number: int, at: int) -> None:
    lan = table()
    run_until(lan, lambda position: position.n >= at, number)
    before = lan.devices[number].running
    hand = before.view(number)
    lan.stop(number)
    lan.start(number)
    after = lan.devices[number].running
    assert after.match == before.match
    assert after.view(number) == hand
    lan.run()
    assert all(last(lan, each).is_over for each in range(2))
    assert [device.running.guilt for device in lan.devices] == [None, None]


def test_what_was_said_is_said_again_byte_for_byte() -> None:
    lan = table()
    run_until(lan, lambda position: position.playing is not None, 1)
    lan.run(until=lambda: any(r[0] == "say" for r in lan.devices[1].private[-1:] if isinstance(r, tuple)))
    outbox = lan.devices[1].private[-1]
    assert isinstance(outbox, tuple)
    lan.stop(1)
    seen = effects_of(lan)
    lan.start(1)
    said = [
        effect.message
        for number, effect in seen
        if number == 1 and isinstance(effect, Send) and isinstance(effect.message, Say)
    ]
    assert said
    assert (outbox[1], outbox[2]) in {(say.statement.encoded(), say.signature) for say in said}


# ---- one deck ahead --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_next_deck_is_prepared_while_cards_are_played(seed: int) -> None:
    lan = table(deals=3, seed=seed)
    lan.run()
    log = statements(lan.devices[0].log)
    opens = {statement.body[0]: place for place, statement in enumerate(log) if statement.kind == "open"}
    cuts = [place for place, statement in enumerate(log) if statement.kind == "cut"]
    reveals = [place for place, statement in enumerate(log) if statement.kind == "reveal"]
    acts = [place for place, statement in enumerate(log) if statement.kind == "act"]
    assert len(cuts) == 3
    for deal in range(2):
        opened = opens[deal + 3]  # number 1 is the draw, 2 the first deck
        assert cuts[deal] < opened < reveals[2 * deal]
        assert any(opened < act < reveals[2 * deal] for act in acts)
        assert opens.get(deal + 4, len(log)) > cuts[deal + 1] or deal + 4 not in opens


def test_play_does_not_wait_for_the_preparation() -> None:
    """Jobs that never end hold up the next deck, not this one."""
    lan = table()
    run_until(lan, lambda position: position.playing is not None)

    def lazy(device: Device, effect: Effect) -> tuple[Effect, ...]:
        return () if isinstance(effect, Compute) else (effect,)

    for device in lan.devices:
        device.tamper = lazy
    lan.run()
    assert last(lan).closed is not None
    assert last(lan).preparing is not None


# ---- the rest --------------------------------------------------------------------------------------------------------


def test_screens_are_told_of_every_change_of_their_seat() -> None:
    lan = table(deals=1)
    lan.run()
    for device in lan.devices:
        happened = [happening for show in device.shown for happening in show.happenings]
        assert {type(each).__name__ for each in happened} >= {"FirstDealerDrawn", "DealBegan", "GameEnded"}
        assert {show.seat for show in device.shown} == {device.number}


def test_both_screens_see_the_same_happen() -> None:
    lan = table(deals=2)
    lan.run()
    one, other = ([h for show in device.shown for h in show.happenings] for device in lan.devices)
    assert one == other


def test_nothing_is_told_before_begin() -> None:
    lan = Lan(devices=1, seats={0: 0, 1: 0}, options=options(deals=1))
    lan.start(0)
    assert isinstance(lan.devices[0].shown[0], Show)


def test_every_copy_has_the_same_hash_after_every_deal() -> None:
    lan = table(3)
    closed: dict[int, dict[int, bytes]] = {}

    def watch(device: Device, effect: Effect) -> tuple[Effect, ...]:
        position = device.running.match.last
        if position.closed is not None:
            closed.setdefault(position.closed.entry, {})[device.number] = position.closed.state_hash
            assert position.closed.state_hash == state_hash(position.state)
            assert position.closed.state_hash == state_hash(device.running.view(device.number))
        return (effect,)

    for device in lan.devices:
        device.tamper = watch
    lan.run()
    assert len(closed) == 2
    for hashes in closed.values():
        assert hashes.keys() == {0, 1, 2}
        assert len(set(hashes.values())) == 1


def test_a_job_that_finds_nothing_is_a_proof_passed() -> None:
    """Lock, ready and agreement are said only after every proof before them was checked here."""
    lan = table()
    pending: list[tuple[int, Compute]] = []

    def hold(device: Device, effect: Effect) -> tuple[Effect, ...]:
        if isinstance(effect, Compute):
            pending.append((device.number, effect))
            return ()
        return (effect,)

    run_until(lan, lambda position: position.preparing is not None and None not in position.preparing.deck.coins)
    for device in lan.devices:
        device.tamper = hold
    lan.run()
    assert {number for number, _ in pending} == {0, 1}  # each checks the answer of the other
    kinds = [statement.kind for statement in statements(lan.devices[0].log)]
    assert kinds.count("answer") == 2
    assert "lock" not in kinds
    for device in lan.devices:
        device.tamper = None
    for number, compute in pending:
        lan.tell(number, Computed(compute.job, finish(compute.work)))
    lan.run()
    assert last(lan).is_over


def test_messages_from_nowhere_do_no_harm() -> None:
    lan = table()
    run_until(lan, lambda position: position.n >= 20)
    before = lan.devices[0].running.match
    entry = lan.devices[0].log[-1]
    for message in (Ordered(entry), Ordered(replace(entry, n=entry.n + 50)), Ordered(replace(entry, n=1))):
        lan.tell(0, Received(1, message))
    assert lan.devices[0].running.match == before
    lan.run()
    assert last(lan).is_over
