"""A store in the test's own home, on a wall clock that the test sets; and the two ways in which a store runs."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from trio.testing import MockClock

from cdpwebai.store import Store, open_store
from tests.store.support import Wall


@pytest.fixture(params=["virtual", "threads"])
def either_clock(request: pytest.FixtureRequest) -> MockClock | None:
    """Each test that asks for it runs twice: inline in virtual time, and with the worker thread on the real clock."""
    return MockClock(autojump_threshold=0) if request.param == "virtual" else None


@pytest.fixture
def home() -> Path:
    return Path(os.environ["CDPWEBAI_HOME"])


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
async def store(wall: Wall) -> AsyncIterator[Store]:
    async with open_store(wall=wall) as opened:
        yield opened
