"""Classic Joker: house rules, presets, what a number of players or this version does not allow."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from joker_lan.engine.options import Cause, OptionError, changed, from_pairs, named, pairs, schema
from joker_lan.engine.plain import PlainError, from_plain, to_plain
from joker_lan.games.classic import GAME
from joker_lan.games.classic.options import PRESETS, Options

WIKI = (
    "players=4, deals=all, deck=36_sixes, jokerFace=sixes, fullDeals=fixed4, firstDealer=ace_topcard, trumpFrom3=any, "
    "trump9=chooser, allowNoTrumpChoice=yes, dealerRestriction=on, strict=off, demands=highest;lowest;any, "
    "voidOnJokerLead=any, trumpBeatsLedHighJoker=no, lowWithSuit=off, nominal=on, nominalLegality=ordinary, "
    "nominalBan=trumpOnly, scoring=ru, fullHand=everyDeal, khisht=-200, khishtRule=zeroTricks, miss=tenPerTrick, "
    "ukKhisht=add, ukOver=allTricks, minusExact=100k, minusKhisht=none, minusPass=50, minusOver=tenPerTrick, "
    "premium=allOthers, bonusFrom=wholePulka, lossFrom=wholePulka, tieAtEnd=shared, enforcement=prevent, "
    "revokePenalty=200, falseClaim=50, review=none"
)

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "classic.md"


def differences(name: str) -> dict[str, object]:
    """Return what a preset has that the default has not."""
    default = dict(pairs(PRESETS["wiki"]))
    return {key: value for key, value in pairs(PRESETS[name]) if value != default[key]}


def test_wiki_is_the_default_with_exactly_these_values() -> None:
    assert next(iter(PRESETS)) == "wiki"
    options = PRESETS["wiki"]
    written = [part.split("=") for part in WIKI.split(", ")]
    assert {key for key, _ in written} == {key for key, _ in pairs(options)}
    for key, value in written:
        assert changed(options, key, value.replace(";", ",")) == options


def test_presets_differ_in_exactly_these_values() -> None:
    uk = {"scoring": "uk", "premium": "off", "revokePenalty": 20, "falseClaim": 5}
    assert {name: differences(name) for name in PRESETS} == {
        "wiki": {},
        "site": {
            "firstDealer": "lot",
            "demands": "site",
            "voidOnJokerLead": "must_trump",
            "lowWithSuit": True,
            "nominal": False,
            "premium": "nextPlayer",
            "bonusFrom": "excludingLast",
        },
        "article": {"firstDealer": "ace_in_centre", "fullHand": "fullDealsOnly"},
        "uk": uk,
        "uk38": {**uk, "deck": "38_two_jokers", "jokerFace": "printed"},
        "minus": {"scoring": "minus"},
        "georgian": {"voidOnJokerLead": "must_trump", "trumpBeatsLedHighJoker": True, "nominal": False},
        "family": {"review": "last"},
        "strict": {"strict": True},
    }


def test_strict_goes_on_top_of_any() -> None:
    for name, options in PRESETS.items():
        assert named(PRESETS, f"{name}+strict") == replace(options, strict=True)


@pytest.mark.parametrize(("players", "deals"), [(2, 43), (3, 31), (4, 25)])
def test_no_more_deals_than_the_schedule_has(players: int, deals: int) -> None:
    GAME.begin(Options(deals=deals - 1), players)
    options = Options(deals=deals) if deals <= 42 else replace(Options(full_deals="perPlayer"), deals=39)
    with pytest.raises(OptionError) as refused:
        GAME.begin(options, players)
    assert (refused.value.key, refused.value.cause) == ("deals", Cause.COMBINATION)


def test_a_turned_trump_in_full_deals_needs_a_spare_card() -> None:
    with pytest.raises(OptionError) as refused:
        GAME.begin(Options(trump_9="turnup"), 4)
    assert (refused.value.key, refused.value.cause) == ("trump9", Cause.COMBINATION)
    assert refused.value.possible == ("chooser", "dealerLastCard")


@pytest.mark.parametrize(("key", "value"), [("enforcement", "claims"), ("enforcement", "auto"), ("review", "last")])
def test_what_is_not_built_is_refused_and_says_so(key: str, value: str) -> None:
    with pytest.raises(OptionError) as refused:
        GAME.begin(changed(Options(), key, value), 4)
    assert (refused.value.key, refused.value.value, refused.value.cause) == (key, value, Cause.NOT_BUILT)


def test_players_is_only_what_is_offered_first() -> None:
    assert GAME.begin(Options(players=4), 2).players == 2


def test_pairs_and_plain_forms_are_canonical() -> None:
    options = PRESETS["site"]
    assert from_pairs(Options, pairs(options)) == options
    assert from_plain(Options, to_plain(options)) == options
    with pytest.raises(PlainError):
        from_plain(Options, (*to_plain(options)[:-1], "nothing"))
    with pytest.raises(PlainError):
        from_plain(Options, (*to_plain(Options(minus_pass=50))[:-1], 3))


def test_a_number_out_of_its_range_is_no_option() -> None:
    with pytest.raises(OptionError):
        Options(deals=0)
    with pytest.raises(OptionError):
        Options(revoke_penalty=-1)


def test_the_page_of_rules_names_every_option_with_every_value() -> None:
    rows = {
        cells[1].strip(" `"): cells[2]
        for cells in (line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines())
        if len(cells) == 5
    }
    for each in schema(Options):
        written = rows[each.key]
        if each.choices == (True, False):
            assert written.split() == (["on,", "off"] if each.default else ["off,", "on"])
            continue
        for choice in each.choices:
            assert (f"`{choice}`" if isinstance(choice, str) else str(choice)) in written, each.key
        if each.span is not None:
            assert f"{each.span[0]} … {each.span[-1]}" in written
        assert written.strip(" `").startswith(str(each.default)), each.key


def test_the_page_of_rules_names_every_preset_with_its_values() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("## Presets") :]
    rows = {
        cells[1].strip(" `"): cells[2] for cells in (line.split("|") for line in table.splitlines()) if len(cells) == 4
    }
    for name, options in PRESETS.items():
        base = PRESETS["uk"] if name == "uk38" else PRESETS["wiki"]
        read = base
        for key, value in re.findall(r"`(\w+)=([^`]+)`", rows[name]):
            read = changed(read, key, value)
        assert read == options, name
