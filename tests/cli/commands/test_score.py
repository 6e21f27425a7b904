"""`score`: the sheet of a log in three forms, and the arithmetic of a cell."""

import csv
import json

import pytest

from tests.cli.commands.conftest import Played
from tests.support.program import call


def test_the_sheet_ends_with_the_scores_that_play_told(played: Played) -> None:
    done = call("score", played.log)
    assert done.returncode == 0
    total = next(line for line in done.stdout.splitlines() if line.startswith("total"))
    assert [int(word.replace("−", "-")) for word in total.split()[1:]] == played.result["scores"]


def test_csv(played: Played) -> None:
    rows = list(csv.reader(call("score", played.log, "--format", "csv").stdout.splitlines()))
    assert len({len(row) for row in rows}) == 1
    assert rows[0][:5] == ["line", "stage", "deal", "cards", "dealer"]
    assert rows[-1][0] == "total"
    assert [int(points) for points in rows[-1][7::3]] == played.result["scores"]


def test_json_by_either_option(played: Played) -> None:
    by_format = call("score", played.log, "--format", "json").stdout
    assert by_format == call("score", played.log, "--json").stdout
    document = json.loads(by_format)
    assert document["schema"] == "joker-lan/score@1"
    assert [player["name"] for player in document["players"]] == ["Ann", "Bot 1", "Bot 2"]


def test_the_arithmetic_of_a_cell_by_number_and_by_name(played: Played) -> None:
    by_number = call("score", played.log, "--explain", "deal=2,seat=1")
    assert by_number.returncode == 0
    assert by_number.stdout.startswith("Ann, deal 2: ")
    assert by_number.stdout == call("score", played.log, "--explain", "deal=2,seat=ann").stdout


@pytest.mark.parametrize(
    ("cell", "told", "code"),
    [
        ("2,1", "--explain cannot be 2,1; write deal=D,seat=S, for example deal=5,seat=2.", 2),
        ("deal=3,seat=1", "There is no deal 3 on the sheet of {log}; it has 2.", 3),
        ("deal=2,seat=4", "Nobody called 4 sits in {log}; possible: Ann, Bot 1, Bot 2.", 3),
    ],
)
def test_a_cell_that_is_not_there(played: Played, cell: str, told: str, code: int) -> None:
    done = call("score", played.log, "--explain", cell)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == f"joker-lan: {told.format(log=played.log)}\n"
