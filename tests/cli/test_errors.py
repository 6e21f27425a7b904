"""What ends a command carries its fault."""

import pytest

from cli.errors import CommandError, Fault
from cli.exits import Exit


def test_an_error_carries_its_fault_and_is_called_by_its_code() -> None:
    fault = Fault("not-found", Exit.NOT_FOUND, {"path": "x"})
    with pytest.raises(CommandError, match=r"^not-found$") as caught:
        raise CommandError(fault)
    assert caught.value.fault is fault


def test_a_fault_without_data_shares_none_with_others() -> None:
    one, other = Fault("interrupted", Exit.INTERRUPTED), Fault("interrupted", Exit.INTERRUPTED)
    assert one == other
    assert one.about == {}
    assert one.about is not other.about
