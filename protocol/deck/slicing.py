"""Long computations cut into slices.

A costly computation is a generator that yields ``None`` after about a millisecond of work and returns its result.
Whoever runs it decides what happens between two slices; this module must not know who that is.
"""

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")

Slices: TypeAlias = Generator[None, None, Result]
"""A computation in slices: yields ``None`` between two of them, returns a ``Result``."""


def finish(work: Slices[Result]) -> Result:
    """Run ``work`` to its end without a pause and give its result."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            result: Result = end.value
            return result
