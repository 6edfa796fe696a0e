"""Asking and coming back from the user's face down to the wire, in virtual time: what must not be done is not done."""

from __future__ import annotations

import pytest

from cdpwebai.api.chat import open_chat
from tests.support.fake_chat import HOME, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")


async def test_a_healthy_page_answers() -> None:
    async with open_fake_chat() as site:
        async with open_chat("demo", url=HOME, where=site.where) as chat:
            answer = await chat.ask("Hello")
    assert answer.markdown == "OK"
    assert (site.typed, site.presses) == (["Hello"], 1)
