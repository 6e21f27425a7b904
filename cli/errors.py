"""What ends a command before its work is done: a code with data, an exit code, and what may be done about it.

Responsible for the value and for carrying it up to `main`, which tells it. It must not make the sentence.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cli.exits import Exit

__all__ = ["CommandError", "Fault"]


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        code: what it is; `cli.texts_program` has a sentence for each.
        exit: how the program ends because of it.
        about: what the sentence needs.
    """

    code: str
    exit: Exit
    about: Mapping[str, object] = field(default_factory=dict)


class CommandError(Exception):
    """Carries a fault up to `main`, which tells it and ends the program with its exit code."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code)
        self.fault = fault
