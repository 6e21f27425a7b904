"""Deals in which nothing is ever closed: they close at once, and everybody agrees to them like to any other."""

from dataclasses import replace
from typing import Any

import pytest

import protocol.terms
from eventlog.entry import Entry, Statement
from joker_lan.engine import Acted, AnyGame, Input, Result, Reveal, Revealed, Step
from protocol.audit import Report, Verdict, audit_entries
from protocol.effects import Wished
from protocol.position import Position
from tests.support import lan as lan_module
from tests.support.lan import Lan
from tests.support.race import Count, Options, Race, RaceState

DEALS = 2


class OpenRace(Race):
    """Counts again in every deal; a deal ends with a reveal of no deck."""

    id = "open-race"

    def deals(self, options: Options, seats: int) -> int:
        return DEALS

    def fold(self, state: RaceState, given: Input[Count]) -> Step[RaceState]:
        match given:
            case Revealed(faces, missing):
                assert (faces, missing, state.wants) == ({}, frozenset(), Reveal(()))
                if state.deal == DEALS:
                    result = Result(state.totals, frozenset({0}))
                    return Step(replace(state, wants=None, result=result), ("over",))
                everybody = frozenset(range(len(state.totals)))
                return Step(replace(state, wants=None, deal=state.deal + 1, count=0, to_act=everybody), ("again",))
            case Acted() if state.count + 1 == state.upto:
                step = super().fold(state, given)
                return Step(replace(step.state, result=None, wants=Reveal(())), ("counted",))
            case _:
                return super().fold(state, given)


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> Lan:
    """Two at a table at the moment when they may count."""

    def only_this() -> dict[str, AnyGame]:
        return {"open-race": OpenRace()}

    for module in (protocol.terms, lan_module):
        monkeypatch.setattr(module, "games", only_this)
    lan = Lan(devices=2, game="open-race")
    lan.start_all()
    until_all_may_act(lan)
    return lan


def until_all_may_act(lan: Lan) -> None:
    lan.run(until=lambda: all(device.running.may_act(device.number) for device in lan.devices))


def come_to_rest(lan: Lan) -> None:
    while lan.deliver():
        pass


def last(lan: Lan) -> Position:
    return lan.devices[0].running.match.last


def count_once(lan: Lan) -> None:
    """Count a deal to its end, taking turns."""
    for number in range(4):
        seat = number % 2
        lan.tell(seat, Wished(seat, Count(number), number))
        come_to_rest(lan)


def report_on(lan: Lan, length: int | None = None) -> Report:
    return audit_entries((lan.genesis, *lan.devices[0].log[:length]), test_rounds=True)


def counts(report: Report, check: str) -> tuple[int, int]:
    return next((one.passed, one.total) for one in report.checks if one.id == check)


def test_a_deal_without_a_deck_closes_at_once_and_is_agreed_to(lan: Lan) -> None:
    count_once(lan)
    assert (last(lan).proved, last(lan).closed, last(lan).state.deal) == (1, None, 2)
    kinds = [_kind(entry) for entry in lan.devices[0].log]
    assert kinds[-3:] == ["act", "agree", "agree"]
    assert not {"open", "reveal"} & set(kinds[kinds.index("lot_open") :])


def test_nobody_acts_before_all_have_agreed(lan: Lan) -> None:
    for number in range(3):
        lan.tell(0, Wished(0, Count(number), number))
        come_to_rest(lan)
    lan.tell(0, Wished(0, Count(3), 3))
    while last(lan).closed is None:
        assert lan.deliver()
    closed = last(lan).closed
    assert closed is not None
    assert (closed.deal, closed.deck) == (1, None)
    assert last(lan).state.to_act == {0, 1}
    assert not any(last(lan).may_act(seat) for seat in (0, 1))
    come_to_rest(lan)
    assert all(last(lan).may_act(seat) for seat in (0, 1))


def test_the_audit_counts_such_deals(lan: Lan) -> None:
    count_once(lan)
    until_all_may_act(lan)
    count_once(lan)
    assert last(lan).is_over
    report = report_on(lan)
    assert (report.verdict, report.findings, report.deals) == (Verdict.VALID, (), DEALS)
    assert counts(report, "scores") == (DEALS, DEALS)
    assert counts(report, "agreements") == (4, 4)
    assert counts(report, "decks") == counts(report, "cards") == (0, 0)
    assert report_on(lan, -1).verdict is Verdict.INCOMPLETE


def _kind(entry: Any) -> str:
    return entry.statement.kind if isinstance(entry, Entry) and isinstance(entry.statement, Statement) else ""
