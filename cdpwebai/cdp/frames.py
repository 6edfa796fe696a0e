"""The frames of a page, across processes.

Row 3. A parent's own frame tree hides the frames of other sites (Chromium 156): those are targets of their own, seen
through ``children.auto_attach``. Here the trees are put together, and each frame names the session that can reach it.
"""

from __future__ import annotations

import msgspec

from cdpwebai.cdp.domains import page
from cdpwebai.cdp.session import Session
from cdpwebai.errors import Gone

__all__ = ["Frame", "list_frames"]


class Frame(msgspec.Struct, frozen=True):
    """One frame. ``parent_id`` is "" for the top one; calls for it go to ``session``."""

    frame_id: str
    parent_id: str
    url: str
    session: Session


async def list_frames(session: Session) -> list[Frame]:
    """Every frame of the page, parents before children; cross-site ones only while ``auto_attach`` runs.

    A frame that goes while it is asked is left out. Raises what ``Session.call`` raises for the page itself.
    """
    frames = _flatten((await session.call(page.GetFrameTree())).frame_tree, session)
    for child in session.children:
        if child.info is not None and child.info.target.type == "iframe":
            frames += await _frames_of_child(child)
    return frames


async def _frames_of_child(child: Session) -> list[Frame]:
    try:
        return await list_frames(child)
    except Gone:
        return []


def _flatten(tree: page.FrameTree, session: Session) -> list[Frame]:
    frame = tree.frame
    here = Frame(frame.id, frame.parent_id or "", frame.url, session)
    return [here, *(below for child in tree.child_frames or () for below in _flatten(child, session))]
