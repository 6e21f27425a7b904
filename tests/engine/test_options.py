"""Options: what a dataclass offers, canonical pairs, changes written as text, presets laid on one another."""

from dataclasses import dataclass, replace
from typing import Literal

import pytest

from joker_lan.engine.options import (
    Cause,
    OptionError,
    OptionField,
    changed,
    check,
    from_pairs,
    named,
    pairs,
    schema,
    within,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Toy:
    """House rules of a toy."""

    rounds_left: int | Literal["all"] = within("all", range(1, 4))
    wild_2: bool = False
    bonus: int = within(5, range(11))
    style: Literal["plain", "10"] = "plain"
    loss: Literal[0, -10] = 0

    def __post_init__(self) -> None:
        check(self)


def test_schema_is_read_from_the_fields() -> None:
    assert schema(Toy) == (
        OptionField("rounds_left", "roundsLeft", "all", ("all",), range(1, 4)),
        OptionField("wild_2", "wild2", False, (True, False), None),
        OptionField("bonus", "bonus", 5, (), range(11)),
        OptionField("style", "style", "plain", ("plain", "10"), None),
        OptionField("loss", "loss", 0, (0, -10), None),
    )
    assert [field.possible for field in schema(Toy)] == [
        ("all", 1, 2, 3),
        (True, False),
        range(11),
        ("plain", "10"),
        (0, -10),
    ]


def test_a_field_of_another_type_is_a_mistake() -> None:
    @dataclass(frozen=True)
    class Wrong:
        names: tuple[str, ...] = ()

    with pytest.raises(TypeError):
        schema(Wrong)


def test_pairs_are_sorted_and_whole() -> None:
    assert pairs(Toy()) == (("bonus", 5), ("loss", 0), ("roundsLeft", "all"), ("style", "plain"), ("wild2", False))
    assert from_pairs(Toy, pairs(Toy(bonus=7))) == Toy(bonus=7)


@pytest.mark.parametrize(
    "given",
    [
        pairs(Toy())[1:],
        pairs(Toy())[::-1],
        (*pairs(Toy()), ("wild2", False)),
        (*pairs(Toy())[:-1], ("wild3", False)),
        (),
    ],
)
def test_other_pairs_are_not_taken(given: tuple[tuple[str, bool | int | str], ...]) -> None:
    with pytest.raises(OptionError) as refused:
        from_pairs(Toy, given)
    assert refused.value.cause is Cause.UNKNOWN


@pytest.mark.parametrize(
    ("key", "value"), [("bonus", True), ("bonus", 11), ("wild2", 1), ("loss", False), ("style", 10)]
)
def test_a_value_of_another_type_or_size_is_not_taken(key: str, value: bool | int | str) -> None:
    given = tuple((each, value if each == key else old) for each, old in pairs(Toy()))
    with pytest.raises(OptionError) as refused:
        from_pairs(Toy, given)
    assert (refused.value.key, refused.value.value, refused.value.cause) == (key, value, Cause.VALUE)


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        ("wild2", "on", Toy(wild_2=True)),
        ("wild2", "YES", Toy(wild_2=True)),
        ("wild_2", "true", Toy(wild_2=True)),
        ("wild2", "off", Toy()),
        ("wild2", "no", Toy()),
        ("wild2", "False", Toy()),
        ("bonus", " 7 ", Toy(bonus=7)),
        ("roundsLeft", "2", Toy(rounds_left=2)),
        ("roundsLeft", "all", Toy()),
        ("style", "10", Toy(style="10")),
        ("loss", "-10", Toy(loss=-10)),
        ("loss", "−10", Toy(loss=-10)),
    ],
)
def test_changed_reads_what_people_write(key: str, text: str, expected: Toy) -> None:
    assert changed(Toy(), key, text) == expected


@pytest.mark.parametrize(
    ("key", "text", "possible"),
    [
        ("wild2", "maybe", (True, False)),
        ("bonus", "11", range(11)),
        ("bonus", "five", range(11)),
        ("roundsLeft", "0", ("all", 1, 2, 3)),
    ],
)
def test_changed_says_what_is_possible(key: str, text: str, possible: object) -> None:
    with pytest.raises(OptionError) as refused:
        changed(Toy(), key, text)
    assert (refused.value.key, refused.value.value, refused.value.possible) == (key, text, possible)


def test_changed_names_the_keys_when_there_is_no_such_key() -> None:
    with pytest.raises(OptionError) as refused:
        changed(Toy(), "colour", "red")
    assert refused.value.cause is Cause.UNKNOWN
    assert refused.value.possible == ("bonus", "loss", "roundsLeft", "style", "wild2")


def test_presets_are_laid_on_one_another() -> None:
    presets = {"plain": Toy(), "rich": Toy(bonus=10), "wild": Toy(wild_2=True)}
    assert named(presets, "rich") == presets["rich"]
    assert named(presets, "rich+wild") == replace(presets["rich"], wild_2=True)
    with pytest.raises(OptionError) as refused:
        named(presets, "rich+odd")
    assert (refused.value.key, refused.value.possible) == ("odd", ("plain", "rich", "wild"))
