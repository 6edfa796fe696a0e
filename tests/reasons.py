"""Which reasons for Unknown a test brings about, so that none of the closed list is a mere word.

``unit/test_verdict.py`` reads it from the source: each reason must be named by a test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cdpwebai.verdict import Reason

__all__ = ["produces"]

Test = TypeVar("Test", bound=Callable[..., object])


def produces(*reasons: Reason) -> Callable[[Test], Test]:
    """Say which reasons a test brings about, by running the code that gives them. It changes nothing."""
    assert reasons, "produces() needs a reason"
    return lambda test: test
