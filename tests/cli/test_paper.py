"""The score sheet as lines, rows and a document."""

from dataclasses import replace
from typing import Any

import pytest

from cli.paper import explain_cell, names_of, paper, paper_document, paper_rows, stage_name
from joker_lan.engine import Result
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.rules import Rule
from joker_lan.games.classic.sheet import ChargeLine, DealLine, Line, StageLine
from joker_lan.games.classic.state import ClassicState, Phase
from protocol.seat import Kind, Person
from tests.cli.fake_table import GAME, people

NAMES = people("Olena", "Givi", "You", "Bot")

# The paper of an imagined first stage of three deals. Points by A29: 50 a kept pass, 100 for 1 of 1 kept, 200 for 2 of
# 2 in a deal of two, -200 a khisht, 10 a trick else. Olena kept every bid: she gets her 200 again, the others lose
# their best (A32): 50, 100 and 50.
LINES: tuple[Line, ...] = (
    DealLine(1, 1, 3, 1, (1, 0, 0, 1), (1, 0, 0, 0), (100, 50, 50, -200), frozenset({3})),
    ChargeLine(2, 1, -200, Rule.A16),
    DealLine(2, 1, 0, 2, (2, 1, 0, 1), (2, 0, 0, 0), (200, -200, 50, -200), frozenset({1, 3})),
    DealLine(3, 1, 1, 3, (0, 1, 2, 0), (0, 1, 1, 1), (50, 100, 10, 10), frozenset()),
    StageLine(1, (350, -50, 110, -390), (200, 0, 0, 0), (0, 100, 50, 10), frozenset({0})),
)
TOTALS = (550, -350, 60, -400)


def state(lines: tuple[Line, ...] = LINES, totals: tuple[int, ...] = TOTALS, **more: Any) -> ClassicState:
    begun: ClassicState = GAME.begin(Options(), len(totals))
    return replace(begun, sheet=lines, totals=totals, **more)


def row(lines: list[str], label: str) -> str:
    return next(line for line in lines if line.startswith(label))


def test_a_line_holds_bid_taken_and_points_of_each_player() -> None:
    line = row(paper(state(), NAMES), "  3.  3")
    assert line.split()[2:] == ["0/0", "50✔", "•1/1", "100", "2/1", "10", "0/1", "10"]


def test_a_khisht_is_struck_through_and_its_points_stand_beside() -> None:
    line = row(paper(state(), NAMES), "  2.  2")
    assert line.split()[2:] == ["•2/2", "200✔", "—1—", "−200", "0/0", "50✔", "—1—", "−200"]


def test_a_penalty_has_a_line_of_its_own_under_its_player() -> None:
    lines = paper(state(), NAMES)
    penalty = row(lines, "penalty")
    assert penalty.split() == ["penalty", "−200"]
    assert len(penalty) == lines[0].index("Givi") + len("Givi")


def test_the_premium_and_what_the_others_lose_stand_on_their_own_line() -> None:
    lines = paper(state(), NAMES)
    at = lines.index(row(lines, "I "))
    assert lines[at].split() == ["I", "350", "−50", "110", "−390"]
    assert lines[at + 1].split() == ["●+200", "▼−100", "▼−50", "▼−10"]
    assert lines[at + 2].split() == ["total", "550", "−350", "60", "−400"]


def test_the_gap_to_the_leader() -> None:
    assert row(paper(state(), NAMES), "behind").split() == ["behind", "900", "490", "950"]


def test_the_running_total_is_the_total_of_the_game() -> None:
    for count in range(len(LINES) + 1):
        totals = [0, 0, 0, 0]
        for line in LINES[:count]:
            match line:
                case DealLine():
                    totals = [a + b for a, b in zip(totals, line.points, strict=True)]
                case ChargeLine():
                    totals[line.seat] += line.points
                case StageLine():
                    totals = [a + b - c for a, b, c in zip(totals, line.bonus, line.loss, strict=True)]
        shown = [line for line in paper(state(LINES[:count]), NAMES, ascii=True) if line.startswith("total")][-1]
        assert shown.split()[1:] == [str(total) for total in totals]


def test_letters_only() -> None:
    text = "\n".join(paper(state(), NAMES, ascii=True))
    assert text.isascii()
    assert "-1-" in text
    assert "-200" in text
    assert "d2/2" in text


@pytest.mark.parametrize("brief", [True, False])
@pytest.mark.parametrize("columns", [80, 100, 72])
def test_nothing_is_wider_than_the_terminal(columns: int, brief: bool) -> None:
    long = people("O" * 32, "Bartholomew the Elder of Nowhere", "You", "B")
    lines = paper(state(), long, columns=columns, brief=brief)
    assert max(map(len, lines)) <= columns
    assert "Bartholomew…"[:8] in lines[0]


def test_where_it_is_too_narrow_each_deal_is_a_sentence() -> None:
    lines = paper(state(), NAMES, columns=40)
    assert lines[1] == "Deal 2: penalty Givi −200"
    assert lines[0] == "Deal 1: Olena 1/1 100, Givi 0/0 50, You 0/0 50, Bot —1— −200"
    assert lines[-2:] == [
        "Total: Olena 550, Givi −350, You 60, Bot −400",
        "For each player bid/taken and points; —n— khisht: bid, but took nothing.",
    ]
    assert paper(state(), NAMES, columns=40, brief=True)[-1] == lines[-2]
    assert "Premium: Olena 200" in lines
    assert "Lost by it: Givi −100, You −50, Bot −10" in lines


def test_the_deal_in_play_has_a_line_without_points() -> None:
    playing = state(phase=Phase.PLAYING, deal=4, cards_each=4, dealer=2, bids={3: 2, 0: 0}, taken=(0, 0, 0, 1))
    line = row(paper(playing, NAMES), " >4.")
    assert line.split()[2:] == ["0/0", "–", "•–", "2/1"]


def test_the_brief_paper_keeps_only_sums_of_earlier_stages() -> None:
    second = DealLine(9, 2, 0, 9, (3, 2, 2, 1), (3, 2, 2, 2), (200, 150, 150, 20), frozenset())
    lines = paper(state((*LINES, second)), NAMES, brief=True)
    assert not any(line.startswith("  1.") for line in lines)
    assert row(lines, "I ").split()[1] == "350"
    assert row(lines, "  9.").split()[2] == "•3/3"
    assert not any("khisht" in line for line in lines)


def test_the_brief_paper_shows_a_penalty_in_the_first_deal_of_a_stage() -> None:
    """The deal itself is annulled, so the penalty is all that the new stage has."""
    lines = paper(state((*LINES, ChargeLine(9, 2, -200, Rule.A16))), NAMES, brief=True)
    assert [line.split() for line in lines if line.startswith("penalty")][-1] == ["penalty", "−200"]


def test_whoever_did_not_take_part_has_an_empty_cell() -> None:
    absent = DealLine(1, 1, 0, 1, (1, None, 0, 1), (1, None, 0, 0), (100, 0, 50, -200), frozenset({3}))
    assert row(paper(state((absent,)), NAMES), "  1.").split()[4:6] == ["–", "0"]


def test_the_rows_of_a_spreadsheet() -> None:
    rows = paper_rows(state(), NAMES)
    assert rows[0][:8] == ("line", "stage", "deal", "cards", "dealer", "Olena: bid", "Olena: taken", "Olena: points")
    assert {len(each) for each in rows} == {5 + 3 * 4}
    assert rows[1][:8] == ("deal", 1, 1, 1, "Bot", 1, 1, 100)
    assert [each[0] for each in rows[1:]] == ["deal", "penalty", "deal", "deal", "stage", "premium", "loss", "total"]
    assert rows[-1][7::3] == TOTALS
    points = [each[7::3] for each in rows[1:] if each[0] in ("deal", "penalty", "premium", "loss")]
    assert tuple(sum(each or 0 for each in column) for column in zip(*points, strict=True)) == TOTALS


def test_the_document() -> None:
    over = state(result=Result(TOTALS, frozenset({0})))
    document = paper_document(over, NAMES)
    assert document["players"][3] == {"seat": 3, "name": "Bot"}
    assert document["scores"] == list(TOTALS)
    assert document["winners"] == [0]
    assert document["lines"][1] == {"kind": "penalty", "deal": 2, "seat": 1, "points": -200, "rule": "A16"}
    assert paper_document(state(), NAMES)["winners"] is None


def test_the_arithmetic_of_a_cell() -> None:
    lines = explain_cell(state(), NAMES, 2, 1)
    assert lines == [
        "Givi, deal 2: penalty for a broken rule: -200 points.",
        "Givi, deal 2: bid 1, took 0: khisht: -200 points.",
        "Givi, stage I: deals of the stage: -50 points; the best deal lost by the premium of another: -100 points;"
        " in all -150 points.",
    ]
    assert explain_cell(state(), NAMES, 2, 0)[0] == (
        "Olena, deal 2: bid 2, took 2: all 2 tricks announced and taken, 100 each: 200 points."
    )
    assert explain_cell(state(), NAMES, 9, 0) == []


def test_names_that_could_steer_a_terminal_are_shown_harmless() -> None:
    assert names_of((Person(0, "a\x1b[2Jb", Kind.PERSON, 0),), 2) == ("a?[2Jb", "Seat 2")


def test_stages_have_roman_numerals() -> None:
    assert [stage_name(stage) for stage in range(1, 5)] == ["I", "II", "III", "IV"]
