"""From what a file or folder refused to the fault that a person is told. It must not touch any file."""

import os

from cli.errors import Fault
from cli.exits import Exit
from eventlog.errors import StoreError, StoreReason

__all__ = ["store_fault"]

_EXITS = {
    StoreReason.NOT_FOUND: Exit.NOT_FOUND,
    StoreReason.NOT_A_FILE: Exit.NOT_FOUND,
    StoreReason.NOT_A_LOG: Exit.INVALID,
    StoreReason.TOO_LARGE: Exit.INVALID,
    StoreReason.DAMAGED: Exit.INVALID,
    StoreReason.UNFINISHED: Exit.INCOMPLETE,
    StoreReason.NEWER_FORMAT: Exit.VERSION,
}
"""All other reasons lie with this machine."""


def store_fault(error: StoreError) -> Fault:
    """Return the fault for a file that could not be used; its code is the reason's value."""
    reason = os.strerror(error.errno) if error.errno is not None else error.reason.value
    return Fault(error.reason.value, _EXITS.get(error.reason, Exit.MACHINE), {"path": error.path, "reason": reason})
