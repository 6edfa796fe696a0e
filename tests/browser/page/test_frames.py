"""Frames in Chromium: each has its own handle, whatever process it lives in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.children import auto_attach
from cdpwebai.cdp.frames import list_frames
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Reason, Unknown, Visible

PageUrl = Callable[..., str]


async def test_frames_are_seen_only_through_their_own_handle(session: Session, page_url: PageUrl) -> None:
    async with auto_attach(session), Tab.open(session) as tab:
        await tab.navigate(page_url("frames.html"))
        assert isinstance(await tab.probe("#outer"), Visible)
        assert await tab.probe("#slot") == Absent(("#slot",))
        with trio.fail_after(20):
            same, cross = await both_frames(session)
            await tab.evaluate(
                "new Promise(done => document.readyState === 'complete' ? done(0) : addEventListener('load', done))"
            )
        inner = tab.frame(same.frame_id)
        assert isinstance(await inner.probe("#slot"), Visible)
        assert await inner.evaluate("location.pathname") == "/stop.html"
        async with Tab.open(cross.session) as other:
            assert isinstance(await other.probe("#slot"), Visible)
            assert await other.evaluate("location.hostname") == "localhost"
        await tab.evaluate("document.getElementById('same').remove()")
        gone = await inner.probe("#slot")
        assert isinstance(gone, Unknown)
        assert gone.reason is Reason.NAVIGATED


async def both_frames(session: Session) -> Any:
    """The frame of our own site and that of the other one, once both are there; the caller bounds it."""
    while True:
        frames = [frame for frame in await list_frames(session) if frame.url.endswith("stop.html")]
        if len(frames) == 2:
            return sorted(frames, key=lambda frame: frame.session is not session)
        await trio.sleep(0.02)
