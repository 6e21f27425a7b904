"""House rules as a value: what an options dataclass offers, its canonical pairs, and changes written as text.

Every game describes its house rules with one frozen dataclass. A field's type says what is possible: `bool`,
`Literal[...]`, or `int` with `within(range(...))`; `int | Literal["all"]` combines both. A field `trump_from_3`
has the key `trumpFrom3`. Knows no game.
"""

import dataclasses
import re
import types
import typing
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args, get_origin

Value: TypeAlias = bool | int | str

O = TypeVar("O")  # noqa: E741 - one letter, as the other type variables of the contract

_WORDS: Mapping[str, bool] = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Cause(StrEnum):
    """Why an option is refused."""

    UNKNOWN = "unknown"
    VALUE = "value"
    NOT_BUILT = "not_built"
    COMBINATION = "combination"


class OptionError(ValueError):
    """A house rule cannot be played.

    Attributes:
        key: key of the option, or the name of a preset.
        value: the value that was refused; None if the key itself is the trouble.
        possible: what could stand there instead: values, a range of numbers, or (cause `unknown`) the keys.
        cause: no such key, no such value, a value that this version does not play yet, or a value that does not go
            together with the other options or with the number of players.
    """

    def __init__(self, key: str, value: Any, possible: Iterable[Value], cause: Cause = Cause.VALUE) -> None:
        self.key = key
        self.value = value
        self.possible: tuple[Value, ...] | range = possible if isinstance(possible, range) else tuple(possible)
        self.cause = cause
        super().__init__(key, value, self.possible, cause)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option: field name, canonical key, default, the words and numbers possible, and the range of numbers."""

    name: str
    key: str
    default: Value
    choices: tuple[Value, ...]
    span: range | None

    @property
    def possible(self) -> tuple[Value, ...] | range:
        """What may be written: the choices, or the range if there are no other choices."""
        if self.span is None:
            return self.choices
        return self.span if not self.choices else (*self.choices, *self.span)

    def allows(self, value: Any) -> bool:
        """Tell whether a value is possible; `True` is not the number 1."""
        if any(type(value) is type(choice) and value == choice for choice in self.choices):
            return True
        return self.span is not None and type(value) is int and value in self.span


def within(default: Value, span: range) -> Any:
    """Declare a field of an options dataclass that holds a number of this range."""
    return dataclasses.field(default=default, metadata={"span": span})


def schema(cls: type[Any]) -> tuple[OptionField, ...]:
    """Return what an options dataclass offers, in the order of its fields; every field has a default."""
    hashable: Any = cls
    return _schema(hashable)


@lru_cache(maxsize=32)
def _schema(cls: Any) -> tuple[OptionField, ...]:
    hints = typing.get_type_hints(cls)
    fields: list[OptionField] = []
    for each in dataclasses.fields(cls):
        default: Any = each.default
        choices = _choices(hints[each.name])
        fields.append(OptionField(each.name, _key(each.name), default, choices, each.metadata.get("span")))
    return tuple(fields)


def _key(name: str) -> str:
    return re.sub(r"_(.)", lambda found: found[1].upper(), name)


def _choices(hint: Any) -> tuple[Value, ...]:
    if hint is bool:
        return (True, False)
    if hint is int:
        return ()
    if get_origin(hint) is Literal:
        return get_args(hint)
    if get_origin(hint) in (typing.Union, types.UnionType):
        return tuple(choice for part in get_args(hint) for choice in _choices(part))
    raise TypeError(hint)


def check(options: Any) -> None:
    """Check every value; an options dataclass calls this when it is made.

    Raises:
        OptionError: a value is not possible.
    """
    for each in schema(type(options)):
        value = getattr(options, each.name)
        if not each.allows(value):
            raise OptionError(each.key, value, each.possible)


def pairs(options: Any) -> tuple[tuple[str, Value], ...]:
    """Return the canonical form: every key with its value, sorted by key."""
    return tuple(sorted((each.key, getattr(options, each.name)) for each in schema(type(options))))


def from_pairs(cls: type[O], given: Iterable[tuple[str, Value]]) -> O:
    """Return the options with this canonical form.

    Raises:
        OptionError: a key is missing, unknown, doubled or out of order, or a value is not possible.
    """
    names = {each.key: each.name for each in schema(cls)}
    read = tuple(given)
    keys = tuple(key for key, _ in read)
    if keys != tuple(sorted(names)):
        odd = [key for key in keys if key not in names] or [key for key in names if key not in keys] or ["keys"]
        raise OptionError(odd[0], None, sorted(names), Cause.UNKNOWN)
    return cls(**{names[key]: value for key, value in read})


def changed(options: O, key: str, text: str) -> O:
    """Return the options with one value changed, written as people write it (`khisht` `-500`, `strict` `on`).

    Raises:
        OptionError: no such key, or no such value.
    """
    found = [each for each in schema(type(options)) if key in (each.key, each.name)]
    if not found:
        raise OptionError(key, None, sorted(each.key for each in schema(type(options))), Cause.UNKNOWN)
    each = found[0]
    value = _read(each, text.strip())
    if not each.allows(value):
        raise OptionError(each.key, text, each.possible)
    result: O = dataclasses.replace(options, **{each.name: value})  # type: ignore[type-var] # an options dataclass
    return result


def _read(each: OptionField, text: str) -> Value:
    if each.choices == (True, False):
        return _WORDS.get(text.lower(), text)
    number = text.replace("\N{MINUS SIGN}", "-")
    if text not in each.choices and re.fullmatch(r"-?[0-9]{1,9}", number):
        return int(number)
    return text


def named(presets: Mapping[str, O], text: str) -> O:
    """Return the preset with this name; `uk+strict` lays what makes `strict` special on top of `uk`.

    Raises:
        OptionError: no such preset.
    """
    default = next(iter(presets.values()))
    result: O | None = None
    for name in text.split("+"):
        if name not in presets:
            raise OptionError(name, None, presets, Cause.UNKNOWN)
        preset = presets[name]
        if result is None:
            result = preset
            continue
        fields = [each.name for each in schema(type(default))]
        special = {each: getattr(preset, each) for each in fields if getattr(preset, each) != getattr(default, each)}
        result = dataclasses.replace(result, **special)  # type: ignore[type-var] # an options dataclass
    assert result is not None  # splitting gives at least one name
    return result
