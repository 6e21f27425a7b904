"""Plain forms: what each kind of value becomes, that it comes back, and that nothing else is accepted."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Literal, NamedTuple, Optional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from joker_lan.engine.plain import PlainError, from_plain, tag_of, to_plain


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Size(IntEnum):
    SMALL = 1
    LARGE = 2


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Leaf:
    number: int


@dataclass(frozen=True, slots=True)
class TwoWords:
    """Holds one field of each kind."""

    flag: bool
    text: str
    raw: bytes
    colour: Colour
    size: Size
    place: Place
    many: tuple[int, ...]
    pair: tuple[int, str]
    members: frozenset[str]
    table: Mapping[Place, int]
    inner: Leaf | None


@dataclass(frozen=True, slots=True)
class Branch:
    """A type that holds itself."""

    below: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class Even:
    number: int

    def __post_init__(self) -> None:
        if self.number % 2:
            raise ValueError(self.number)


VALUE = TwoWords(
    flag=True,
    text="ace",
    raw=b"\x00",
    colour=Colour.BLUE,
    size=Size.LARGE,
    place=Place(1, 2),
    many=(3, 1, 2),
    pair=(4, "x"),
    members=frozenset({"b", "a"}),
    table={Place(1, 0): 7, Place(0, 5): 8},
    inner=Leaf(9),
)
PLAIN = (
    "two_words",
    True,
    "ace",
    b"\x00",
    "blue",
    2,
    (1, 2),
    (3, 1, 2),
    (4, "x"),
    ("a", "b"),
    (((0, 5), 8), ((1, 0), 7)),
    ("leaf", 9),
)


def test_to_plain_turns_each_kind_into_its_form() -> None:
    assert to_plain(VALUE) == PLAIN


def test_from_plain_gives_the_value_back() -> None:
    assert from_plain(TwoWords, PLAIN) == VALUE


def test_plain_values_are_of_plain_types_only() -> None:
    def kinds(plain: Any) -> set[type]:
        inner = set().union(*map(kinds, plain)) if isinstance(plain, tuple) else set()
        return {type(plain)} | inner

    assert kinds(to_plain(VALUE)) <= {tuple, bool, int, str, bytes, type(None)}


@pytest.mark.parametrize(("cls", "tag"), [(Leaf, "leaf"), (TwoWords, "two_words")])
def test_tag_is_the_name_in_snake_case(cls: type, tag: str) -> None:
    assert tag_of(cls) == tag


def test_a_type_may_hold_itself() -> None:
    value = Branch((Branch(()), Branch((Branch(()),))))
    assert from_plain(Branch, to_plain(value)) == value


@pytest.mark.parametrize("value", [1.5, [1], {1}, object(), (1, [2]), Leaf], ids=repr)
def test_what_has_no_plain_form_is_refused(value: Any) -> None:
    with pytest.raises(PlainError):
        to_plain(value)


@pytest.mark.parametrize(
    ("kind", "plain"),
    [
        (int, True),
        (int, "1"),
        (int, None),
        (bool, 1),
        (str, b"a"),
        (bytes, "a"),
        (type(None), 0),
        (Colour, "green"),
        (Colour, 1),
        (Colour, ("red",)),
        (Size, True),
        (Size, 3),
        (Size, "1"),
        (Size, []),
        (Place, (1,)),
        (Place, (1, 2, 3)),
        (Place, [1, 2]),
        (Place, (1, "2")),
        (tuple[int, ...], [1]),
        (tuple[int, ...], (1, "2")),
        (tuple[int, str], (1, "x", 2)),
        (frozenset[int], (2, 1)),
        (frozenset[int], (1, 1)),
        (frozenset[int], [1]),
        (Mapping[int, str], ((2, "a"), (1, "b"))),
        (Mapping[int, str], ((1, "a"), (1, "b"))),
        (Mapping[int, str], ((1, "a", "b"),)),
        (Leaf, ("leaf",)),
        (Leaf, ("leaf", 1, 2)),
        (Leaf, ("Leaf", 1)),
        (Leaf, ["leaf", 1]),
        (Leaf, (b"leaf", 1)),
        (Leaf, 1),
        (Leaf | Even, ("place", 1)),
        (Leaf | None, 0),
        (Literal[1, "a"], True),
        (Literal[1, "a"], "b"),
        (Even, ("even", 3)),
    ],
    ids=repr,
)
def test_what_to_plain_does_not_make_is_refused(kind: Any, plain: Any) -> None:
    with pytest.raises(PlainError):
        from_plain(kind, plain)


@pytest.mark.parametrize(
    ("kind", "plain", "value"),
    [
        (Leaf | Even, ("even", 2), Even(2)),
        (Leaf | Even, ("leaf", 3), Leaf(3)),
        (Optional[Leaf], None, None),  # noqa: UP045 - the old spelling must read as well
        (int | str | None, "a", "a"),
        (bool | int, 1, 1),
        (Literal[1, "a"], "a", "a"),
        (Size, 2, Size.LARGE),
        (Colour, "red", Colour.RED),
        (frozenset[Colour], ("blue", "red"), frozenset(Colour)),
        (Mapping[str, tuple[Leaf, ...]], (("a", (("leaf", 1),)),), {"a": (Leaf(1),)}),
    ],
    ids=repr,
)
def test_type_decides_what_is_read(kind: Any, plain: Any, value: Any) -> None:
    read = from_plain(kind, plain)
    assert read == value
    assert type(read) is type(value)


def test_enum_members_come_back_as_members() -> None:
    assert from_plain(Colour, "red") is Colour.RED
    assert from_plain(Size, 1) is Size.SMALL


def test_refusal_names_the_type() -> None:
    with pytest.raises(PlainError) as caught:
        from_plain(tuple[Leaf, ...], (("leaf", "x"),))
    assert caught.value.where == "int"


@pytest.mark.parametrize("kind", [float, list[int], object], ids=repr)
def test_a_type_without_plain_form_is_a_fault_of_the_program(kind: Any) -> None:
    with pytest.raises(TypeError):
        from_plain(kind, 1)


def test_order_of_sets_and_mappings_does_not_show() -> None:
    one = {Place(row, 0): row for row in range(9)}
    other = {Place(row, 0): row for row in reversed(range(9))}
    assert to_plain(one) == to_plain(other)
    assert to_plain(frozenset({None, 3, "a", (1, 2)})) == (None, 3, "a", (1, 2))


plain_scalars = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab", max_size=3) | st.binary(max_size=2)
plain_values = st.recursive(plain_scalars, lambda inner: st.lists(inner, max_size=4).map(tuple), max_leaves=12)


@given(plain_values)
def test_any_plain_value_is_read_exactly_or_refused(plain: Any) -> None:
    """Whatever is accepted has exactly this plain form: no two arrays stand for one value."""
    for kind in (TwoWords, Leaf, Place, frozenset[int], Mapping[str, int], tuple[int, ...], Leaf | Place | None):
        try:
            value = from_plain(kind, plain)
        except PlainError:
            continue
        assert to_plain(value) == plain


@given(
    st.builds(
        TwoWords,
        flag=st.booleans(),
        text=st.text(max_size=5),
        raw=st.binary(max_size=5),
        colour=st.sampled_from(Colour),
        size=st.sampled_from(Size),
        place=st.builds(Place, st.integers(), st.integers()),
        many=st.lists(st.integers()).map(tuple),
        pair=st.tuples(st.integers(), st.text()),
        members=st.frozensets(st.text(max_size=3)),
        table=st.dictionaries(st.builds(Place, st.integers(0, 9), st.integers(0, 9)), st.integers()),
        inner=st.none() | st.builds(Leaf, st.integers()),
    )
)
def test_there_and_back_is_the_same_value(value: TwoWords) -> None:
    assert from_plain(TwoWords, to_plain(value)) == value
