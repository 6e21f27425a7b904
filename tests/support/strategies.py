"""Values by their type: random ones for playouts, and hypothesis strategies for anything that has a plain form."""

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from enum import Enum
from random import Random
from typing import Any, Literal, get_args, get_origin

from hypothesis import strategies as st

from joker_lan.engine import Slot

INTEGERS = range(-1, 20)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a type: scalars, enums, tuples, sets, mappings, unions, dataclasses.

    A dataclass whose constructor refuses some values gets only the others.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SCALARS:
        return _SCALARS[kind]
    if origin in (typing.Union, types.UnionType):
        return st.one_of(*map(values_of, arguments))
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return st.lists(values_of(arguments[0]), max_size=4).map(tuple)
        return st.tuples(*map(values_of, arguments))
    if origin is frozenset:
        return st.frozensets(values_of(arguments[0]), max_size=4)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(values_of(arguments[0]), values_of(arguments[1]), max_size=4)
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    hints = typing.get_type_hints(kind)
    fields = [values_of(hints[name]) for name in _fields(kind)]
    return st.tuples(*fields).map(lambda parts: _made(kind, parts)).filter(lambda value: value is not None)


def any_of(kind: Any, random: Random, slots: Sequence[Slot]) -> Any:
    """Return a random value of a type for an action: small integers, and slots out of those given.

    Raises:
        ValueError: the values picked do not go together; try again.
    """
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Slot:
        return random.choice(slots)
    if kind is type(None):
        return None
    if kind is bool:
        return random.random() < 0.5
    if kind is int:
        return random.choice(INTEGERS)
    if origin in (typing.Union, types.UnionType):
        return any_of(random.choice(arguments), random, slots)
    if origin is Literal:
        return random.choice(arguments)
    if origin is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            arguments = arguments[:1] * random.randrange(5)
        return tuple(any_of(each, random, slots) for each in arguments)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return random.choice(list(kind))
    hints = typing.get_type_hints(kind)
    return kind(*[any_of(hints[name], random, slots) for name in _fields(kind)])


_SCALARS: Mapping[Any, st.SearchStrategy[Any]] = {
    bool: st.booleans(),
    int: st.integers(-(1 << 63), (1 << 64) - 1),
    str: st.text(max_size=8),
    bytes: st.binary(max_size=8),
    type(None): st.none(),
}


def _fields(kind: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    names: tuple[str, ...] = kind._fields
    return names


def _made(kind: Any, parts: tuple[Any, ...]) -> Any:
    try:
        return kind(**dict(zip(_fields(kind), parts, strict=True)))
    except ValueError:
        return None
