"""Chance: delays, restarts and cut links at any moment, with nobody at the table who cheats and with one who does."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from protocol.audit import Verdict, audit_entries
from tests.adversarial import test_choices as choices
from tests.adversarial import test_shuffle as shuffles
from tests.adversarial import test_words as words
from tests.adversarial.test_links import Silent
from tests.support.mischief import (
    Cheat,
    Lie,
    Mischief,
    Outburst,
    Raw,
    blamed,
    honest_table,
    in_message,
    nobody_blamed,
    others,
)
from tests.support.witness import Witness

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def stir(lan: Witness, chance: random.Random, restartable: Sequence[int], *, events: int) -> None:
    """Play while devices are restarted and links are cut and mended; at the end all links are there again."""
    pairs: list[tuple[int, int]] = [(one, other) for one in range(len(lan.devices)) for other in range(one)]
    left, often = events, chance.choice([0.02, 0.05, 0.1])
    while left:
        if chance.random() < often:
            left -= 1
            pair = chance.choice(pairs)
            if chance.random() < 0.5:
                lan.restart(chance.choice(restartable))
            elif frozenset(pair) in lan.cut:
                lan.connect(*pair)
            else:
                lan.disconnect(*pair)
        elif not (lan.deliver() or lan.act()):
            if lan.cut:
                lan.connect(*chance.choice(sorted(map(sorted, lan.cut))))
            else:
                return  # the game is over, or stands still for another reason
    for cut in list(lan.cut):
        lan.connect(*cut)
    lan.run()


def witnessed(seed: int, **terms: Any) -> tuple[Witness, random.Random]:
    chance = random.Random(f"schedule {seed}")
    lan = honest_table(devices=3, seed=seed, kind=Witness, **terms)
    assert isinstance(lan, Witness)
    lan.delay = chance.choice([0.001, 0.01, 1.0])
    return lan, chance


def honest_game(seed: int, **terms: Any) -> None:
    lan, chance = witnessed(seed, **terms)
    lan.start_all()
    stir(lan, chance, range(3), events=20)
    lan.check()
    report = audit_entries((lan.genesis, *lan.devices[0].log), test_rounds=True)
    assert report.verdict is Verdict.VALID


@pytest.mark.parametrize("seed", range(3))
def test_an_honest_table_comes_through_anything(seed: int) -> None:
    honest_game(seed, rounds=1)


# ---- and with a cheat ---------------------------------------------------------------------------------------------


def lie_in_the_deck(kind: str, name: str, value: Callable[[Any], Any]) -> Callable[[], Mischief]:
    return lambda: Lie(kind, in_message(name, value))


MISCHIEF: Sequence[Callable[[], Mischief]] = (
    lambda: Lie("act", choices.bidding_more_tricks_than_cards),
    lambda: Lie("act", choices.playing_with_a_wrong_key),
    lambda: Lie("act", choices.revoking),
    lambda: Outburst(choices.bidding_out_of_turn),
    lie_in_the_deck("coin", "coin", shuffles.other),
    lie_in_the_deck("shuffle", "deck", shuffles.swapped),
    lie_in_the_deck("lock", "deck", shuffles.swapped),
    lie_in_the_deck("reveal", "seed", shuffles.other),
    lambda: Lie("share", shuffles.share_of_too_few),
    lambda: shuffles.OfItsOwnChoice(shuffles.OneOtherLock),
    lambda: words.TwoFaced("commit", 2),
    lambda: words.TwoFaced("lot", 0),
    lambda: Raw(words.before_its_last),
    lambda: Outburst(words.an_honest_statement),
    lambda: Outburst(words.a_true_proof),
    lambda: Silent(60),
)


def game_with_a_cheat(seed: int) -> str:
    """Play one; returns how it ended."""
    lan, chance = witnessed(seed)
    mischief, cheat = chance.choice(MISCHIEF)(), chance.randrange(3)
    lan.devices[cheat].program = partial(Cheat, mischief=mischief)
    lan.start_all()
    stir(lan, chance, [device.number for device in others(lan, cheat)], events=12)
    lan.run()
    honest = others(lan, cheat)
    if any(device.running.guilt is not None for device in honest):
        blamed_alike(lan, cheat)
        return "named"
    nobody_blamed(lan, cheat)
    if all(device.running.match.last.is_over for device in honest):
        assert honest[0].log == honest[1].log
        return "over"
    assert isinstance(mischief, Silent) or not mischief.done, "it is seen, or play goes on"
    return "waiting"


def blamed_alike(lan: Witness, cheat: int) -> None:
    """All honest devices name the cheat, though perhaps for different deeds of his."""
    try:
        blamed(lan, culprit=cheat)
    except AssertionError as error:
        if "agree on the device" not in str(error):
            raise


@pytest.mark.parametrize("seed", range(8))
def test_a_cheat_is_named_by_all_or_play_goes_on(seed: int) -> None:
    game_with_a_cheat(seed)


@pytest.mark.slow
def test_many_schedules() -> None:
    for seed in range(100, 150):
        honest_game(seed, deals=2)
    ends = [game_with_a_cheat(seed) for seed in range(100, 300)]
    assert ends.count("named") > 100
