"""A picture of the tab, always bounded, and never part of waiting for an answer.

Row 4. A tab in the background took mostly 3.4 s, and once gave no picture in 6 s (Chromium 156): hence the limit.
"""

from __future__ import annotations

import base64
from typing import Literal

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import page

__all__ = ["SCREENSHOT_LIMIT", "Picture", "screenshot"]

Picture = Literal["png", "jpeg", "webp"]

SCREENSHOT_LIMIT = 10.0
"""Seconds for one picture, where the caller says nothing else."""


async def screenshot(session: Session, *, whole: bool, picture: Picture, timeout: float) -> bytes:
    """The picture as a file's bytes. ``Tab.screenshot`` says more."""
    command = page.CaptureScreenshot(format=picture, capture_beyond_viewport=whole, clip=None)
    if whole:
        size = (await session.call(page.GetLayoutMetrics(), within=timeout)).css_content_size
        clip = page.Viewport(x=0, y=0, width=size.width, height=size.height, scale=1)
        command = page.CaptureScreenshot(format=picture, capture_beyond_viewport=True, clip=clip)
    reply = await session.call(command, within=timeout)
    return base64.b64decode(reply.data)
