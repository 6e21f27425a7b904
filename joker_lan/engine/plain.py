"""Frozen dataclasses to plain arrays and back: one strict, type-driven pair for everything that is logged or sent.

A dataclass becomes `(class name in snake case, *fields)`, a named tuple its fields, a mapping its sorted pairs, a
frozen set its sorted elements, an enum member its value. `from_plain` accepts exactly what `to_plain` makes.
"""

import dataclasses
import itertools
import re
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, TypeAlias, get_args, get_origin

Plain: TypeAlias = "bool | int | bytes | str | tuple[Plain, ...] | None"
_Reader: TypeAlias = Callable[[Any], Any]


class PlainError(ValueError):
    """The plain value does not fit the type; `where` names the type that refused it."""

    def __init__(self, where: str) -> None:
        super().__init__(where)
        self.where = where


@lru_cache(maxsize=512)
def tag_of(cls: Any) -> str:
    """Return the tag of a dataclass: its name in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


@lru_cache(maxsize=512)
def _field_names(cls: Any) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(cls))


def _order(plain: Any) -> Any:
    """Make plain values of unlike types comparable, so that sets and mappings have one order."""
    if isinstance(plain, tuple):
        return (3, tuple(_order(each) for each in plain))
    if plain is None:
        return (0, 0)
    return (1, int(plain)) if isinstance(plain, int) else (2, str(plain))


_SCALARS = frozenset({type(None), bool, int, str, bytes})


def to_plain(value: Any) -> Any:
    """Return the plain value of a dataclass, named tuple, enum member, tuple, frozen set, mapping or scalar.

    Raises:
        PlainError: the value holds something that has no plain form.
    """
    kind = type(value)
    if kind in _SCALARS:
        return value
    if isinstance(value, tuple):  # most values are tuples of scalars: these are not asked one by one
        return tuple([each if type(each) in _SCALARS else to_plain(each) for each in value])
    if isinstance(value, Enum):
        return value.value
    if dataclasses.is_dataclass(kind):
        return (tag_of(kind), *[to_plain(getattr(value, name)) for name in _field_names(kind)])
    if isinstance(value, frozenset):
        return tuple(sorted((to_plain(each) for each in value), key=_order))
    if isinstance(value, Mapping):
        pairs = [(to_plain(key), to_plain(each)) for key, each in value.items()]
        return tuple(sorted(pairs, key=lambda pair: _order(pair[0])))
    raise PlainError(kind.__name__)


def from_plain(kind: Any, plain: Any) -> Any:
    """Return the value of type `kind` (a type, union or generic alias) that has this plain form.

    Raises:
        PlainError: the plain value is not exactly what `to_plain` makes of some value of that type.
    """
    return _reader(kind)(plain)


def _fail(where: object) -> typing.NoReturn:
    raise PlainError(getattr(where, "__name__", str(where)))


@lru_cache(maxsize=1024)
def _reader(kind: Any) -> _Reader:
    origin = get_origin(kind)
    if kind is None or kind is type(None):
        return lambda plain: None if plain is None else _fail("None")
    if kind in (bool, int, str, bytes):
        return lambda plain: plain if type(plain) is kind else _fail(kind)
    if origin in (typing.Union, types.UnionType):
        return _union_reader(get_args(kind))
    if origin is typing.Literal:
        words = get_args(kind)
        return lambda plain: plain if any(type(plain) is type(w) and plain == w for w in words) else _fail("Literal")
    if origin is tuple:
        return _tuple_reader(get_args(kind))
    if origin is frozenset:
        return _set_reader(get_args(kind)[0])
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping_reader(*get_args(kind))
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_reader(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return _named_tuple_reader(kind)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _dataclass_reader(kind)
    raise TypeError(f"{kind!r} has no plain form")


def _enum_reader(kind: type[Enum]) -> _Reader:
    members = {(type(to_plain(member.value)), member.value): member for member in kind}

    def read(plain: Any) -> Any:
        try:
            return members[type(plain), plain]
        except (KeyError, TypeError):
            _fail(kind)

    return read


def _tuple_reader(arguments: tuple[Any, ...]) -> _Reader:
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        each = _reader(arguments[0])
        return lambda plain: tuple([each(one) for one in plain]) if type(plain) is tuple else _fail("tuple")
    readers = tuple(_reader(one) for one in arguments)

    def read(plain: Any) -> Any:
        if type(plain) is not tuple or len(plain) != len(readers):
            _fail("tuple")
        return tuple([one(part) for one, part in zip(readers, plain, strict=True)])

    return read


def _strictly_rising(keys: list[Any]) -> bool:
    ordered = [_order(key) for key in keys]
    return all(a < b for a, b in itertools.pairwise(ordered))


def _set_reader(argument: Any) -> _Reader:
    each = _reader(argument)

    def read(plain: Any) -> Any:
        if type(plain) is not tuple or not _strictly_rising(list(plain)):
            _fail("frozenset")
        return frozenset(each(one) for one in plain)

    return read


def _mapping_reader(key_type: Any, value_type: Any) -> _Reader:
    pairs = _tuple_reader((tuple[key_type, value_type], Ellipsis))

    def read(plain: Any) -> Any:
        read_pairs = pairs(plain)
        if not _strictly_rising([key for key, _ in plain]):
            _fail("Mapping")
        return dict(read_pairs)

    return read


def _named_tuple_reader(kind: Any) -> _Reader:
    hints = typing.get_type_hints(kind)
    fields = _tuple_reader(tuple(hints[name] for name in kind._fields))
    return lambda plain: kind(*fields(plain))


def _dataclass_reader(kind: Any) -> _Reader:
    tag, names = tag_of(kind), _field_names(kind)
    readers: list[_Reader] = []

    def read(plain: Any) -> Any:
        if type(plain) is not tuple or len(plain) != len(names) + 1 or plain[0] != tag or type(plain[0]) is not str:
            _fail(kind)
        if not readers:  # read late, so that a type may hold itself
            hints = typing.get_type_hints(kind)
            readers.extend(_reader(hints[name]) for name in names)
        parts = [one(part) for one, part in zip(readers, plain[1:], strict=True)]
        try:
            return kind(**dict(zip(names, parts, strict=True)))
        except ValueError:  # a value that its own constructor refuses does not exist
            _fail(kind)

    return read


def _union_reader(arguments: tuple[Any, ...]) -> _Reader:
    """Choose the member of a union by tag or by scalar type; at most one member can fit a plain value."""
    readers = tuple(_reader(one) for one in arguments)

    def read(plain: Any) -> Any:
        for one in readers:
            try:
                return one(plain)
            except PlainError:
                continue
        _fail("Union")

    return read
