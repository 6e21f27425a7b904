"""Classic Joker: what happened, as screens are told it."""

from random import Random
from typing import get_args

import pytest

from joker_lan.engine import Charged, Present
from joker_lan.games.classic import GAME
from joker_lan.games.classic.happenings import DealAnnulled, Happening, PresenceChanged
from joker_lan.games.classic.options import Options
from joker_lan.games.classic.rules import Rule
from tests.games.classic.table import dealt
from tests.support.playout import playout


def test_everything_that_can_happen_does_and_nothing_else() -> None:
    moments = playout(GAME, Options(deals=9), 4, Random(3), offences=0.02, leaving=0.01)
    assert {type(each) for moment in moments for each in moment.happenings} == set(get_args(Happening))


def test_who_knows_no_game_can_read_who_was_charged() -> None:
    told = DealAnnulled(4, 2, Rule.A22, 3)
    assert isinstance(told, Charged)
    assert (told.deal, told.offender, told.rule) == (4, 2, "A22")


@pytest.mark.parametrize(("seats", "annulled"), [({0, 1, 2}, 0), ({0, 2}, 1)])
def test_who_takes_part_is_told_before_what_it_makes_of_the_deal(seats: set[int], annulled: int) -> None:
    state = dealt(["7H", "8H", "9H"], "9D")
    happenings = GAME.fold(state, Present(frozenset(seats))).happenings
    assert happenings == (PresenceChanged(frozenset(seats)), *[DealAnnulled(1, None, None, None)] * annulled)
