"""The laws themselves on trial: a tiny right game passes them all, and each flaw is caught."""

from collections.abc import Mapping
from random import Random

import pytest

from joker_lan.engine import PlainError
from tests.support.laws import all_laws
from tests.support.playout import Moment, finish, playout
from tests.support.toy import Flaw, Options, Toy

CAUGHT_BY: Mapping[Flaw, str] = {
    Flaw.LEAKS_A_HIDDEN_FACE: "the copy of .* differs",
    Flaw.TELLS_TOO_FEW: "the copy of .* differs|nobody can go on",
    Flaw.REFUSES_IN_THE_DARK: "which is legal",
    Flaw.PEEPS: "seat . is to act and has no legal action|own choices",
    Flaw.FORGETS_A_CHOICE: "listed|has no legal action",
    Flaw.OFFERS_TOO_MUCH: "an offer is illegal",
    Flaw.LETS_OTHERS_ACT: "choices, to act",
    Flaw.LOSES_A_SLOT: "a slot came or went",
    Flaw.DOUBLES_A_SLOT: "a slot lies in two places",
    Flaw.REMEMBERS: "another state|the copy of .* differs",
    Flaw.NEVER_ENDS: "no end within",
    Flaw.CHANGES_IN_PLACE: "folding changed the state|another state",
}


def trial(flaw: Flaw | None) -> list[Moment]:
    game = Toy(flaw)
    moments: list[Moment] = []
    for seed in range(12):
        random = Random(seed)
        viewers = (*range(3), None)
        steps = playout(game, Options(), 3, random, viewers=viewers, offences=0.1, missing=0.1, bound=60)
        moments += all_laws(game, steps, 3, random, often=1.0)
    return moments


def test_a_right_game_keeps_all_laws() -> None:
    moments = trial(None)
    assert any(min(moment.after.totals) < 0 for moment in moments), "no offence was ever judged"


@pytest.mark.parametrize("flaw", CAUGHT_BY, ids=lambda flaw: flaw.name.lower())
def test_flaw_is_caught(flaw: Flaw) -> None:
    with pytest.raises(AssertionError, match=CAUGHT_BY[flaw]):
        trial(flaw)


def test_a_state_without_plain_form_is_caught() -> None:
    with pytest.raises(PlainError):
        trial(Flaw.IS_NOT_PLAIN)


def test_every_flaw_is_tried() -> None:
    assert set(CAUGHT_BY) | {Flaw.IS_NOT_PLAIN} == set(Flaw)


def test_same_seed_same_game_other_seed_other_game() -> None:
    ends = [finish(playout(Toy(), Options(deals=3), 3, Random(seed))) for seed in (1, 1, 2)]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]
