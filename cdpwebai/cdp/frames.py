"""The frames of a page, across processes.

Row 3. A parent's own frame tree hides the frames of other sites (Chromium 156): those are targets of their own, seen
through ``children.auto_attach``. Here the trees are put together, and each frame names the session that can reach it.
"""

from __future__ import annotations

import msgspec

from cdpwebai.cdp.command import Wire
from cdpwebai.cdp.session import Session
from cdpwebai.errors import Gone

__all__ = ["Frame", "list_frames"]


class Frame(msgspec.Struct, frozen=True):
    """One frame. ``parent_id`` is "" for the top one; calls for it go to ``session``."""

    frame_id: str
    parent_id: str
    url: str
    session: Session


class _FrameBody(Wire):
    id: str
    parent_id: str = ""
    url: str = ""


class _Tree(Wire):
    frame: _FrameBody
    child_frames: tuple[_Tree, ...] = ()


async def list_frames(session: Session) -> list[Frame]:
    """Every frame of the page, parents before children; cross-site ones only while ``auto_attach`` runs.

    A frame that goes while it is asked is left out. Raises what ``Session.call`` raises for the page itself.
    """
    reply = await session.call("Page.getFrameTree")
    frames = _flatten(msgspec.convert(reply["frameTree"], _Tree), session)
    for child in session.children:
        if child.info is not None and child.info.target.type == "iframe":
            frames += await _frames_of_child(child)
    return frames


async def _frames_of_child(child: Session) -> list[Frame]:
    try:
        return await list_frames(child)
    except Gone:
        return []


def _flatten(tree: _Tree, session: Session) -> list[Frame]:
    frame = tree.frame
    here = Frame(frame.id, frame.parent_id, frame.url, session)
    return [here, *(below for child in tree.child_frames for below in _flatten(child, session))]
