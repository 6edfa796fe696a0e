"""A tab with a page in it, for every domain's tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import page, runtime
from tests.support.live import PAGE


@pytest.fixture
async def opened(session: Session, page_url: Callable[..., str]) -> Session:
    """A tab whose page has loaded, with the Page and Runtime domains enabled."""
    await session.call(page.Enable())
    await session.call(runtime.Enable())
    async with session.subscribe(page.LoadEventFired) as loads:
        await session.call(page.Navigate(url=page_url(PAGE)))
        await anext(loads)
    return session
