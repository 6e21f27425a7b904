"""The two vocabularies of a session: closed unions of values, none of which shows a secret."""

from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from protocol.effects import Begin, Close, Effect, Given, Hello, KeepPrivate, LinkDown, LinkUp, Message, Send, Want

SECRET = b"a seed of thirty-two bytes......"


def test_no_effect_shows_a_private_record() -> None:
    keep = KeepPrivate((("seed", bytes(32), 0, SECRET),))
    assert keep.records == (("seed", bytes(32), 0, SECRET),)
    assert "thirty-two" not in repr(keep)
    assert "thirty-two" not in f"{[keep]!s}"
    assert keep != KeepPrivate(())


@pytest.mark.parametrize("kind", [*get_args(Message), *get_args(Given), *get_args(Effect)])
def test_every_word_is_a_value_that_nobody_changes(kind: type) -> None:
    """So that what was sent to one device may be kept for another, and a recorded run can be played again."""
    assert is_dataclass(kind)
    assert kind.__dataclass_params__.frozen  # type: ignore[attr-defined] # not in the stubs
    assert set(kind.__slots__) == {field.name for field in fields(kind)}  # type: ignore[attr-defined] # the same


def test_what_is_told_is_never_taken_for_what_is_wanted() -> None:
    """A session that is fed its own effects by mistake matches none of them."""
    assert set(get_args(Given)).isdisjoint(get_args(Effect))
    assert set(get_args(Message)).isdisjoint({*get_args(Given), *get_args(Effect)})


def test_words_of_one_form_differ_by_what_they_say() -> None:
    assert len({LinkUp(1), LinkDown(1), LinkUp(2), Begin(), Begin(), Hello(None), Want(1)}) == 6
    assert Send(None, Want(1)) != Send(0, Want(1))
    assert Close(1, "hello") == Close(1, "hello")
