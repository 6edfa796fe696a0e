"""One tab as a person sees it: its top frame, what can be done there, and the protocol beneath (``cdp``).

Row 4. This joins the parts and adds nothing: looks are ``looks`` and ``view``, acts are one module each. It owns two
background tasks, one that follows the tab's documents and one that answers its dialogs.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Self

import msgspec
import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.background import background_tasks
from cdpwebai.cdp.domains import page
from cdpwebai.errors import CallTimeout
from cdpwebai.page import click as clicks
from cdpwebai.page import files, keyboard
from cdpwebai.page import navigate as navigation
from cdpwebai.page import screenshot as pictures
from cdpwebai.page.acting import ACT_LIMIT, Aim
from cdpwebai.page.dialogs import Dialog, DialogPolicy, Dialogs
from cdpwebai.page.document import Tally
from cdpwebai.page.documents import Documents
from cdpwebai.page.following import Follower
from cdpwebai.page.library import Library, base_library
from cdpwebai.page.view import View
from cdpwebai.page.wakes import Wakes, open_wakes
from cdpwebai.verdict import Reason

__all__ = ["OPEN_LIMIT", "Tab", "TabStatistics"]

OPEN_LIMIT = 10.0
"""Seconds to get hold of a tab, where the caller says nothing else."""


class TabStatistics(msgspec.Struct, frozen=True):
    """Looks and dialogs since the tab was opened, and how many looks were unknown, by reason."""

    looks: int
    unknown: dict[Reason, int]
    dialogs: int


class Tab(View):
    """One tab. Made by ``Tab.open``."""

    def __init__(self, follower: Follower, library: Library, dialogs: Dialogs) -> None:
        super().__init__(follower, library, None, Tally())
        self._dialogs = dialogs

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        session: Session,
        *,
        library: Library | None = None,
        dialogs: DialogPolicy = DialogPolicy(),  # noqa: B008 - frozen
        timeout: float = OPEN_LIMIT,
    ) -> AsyncGenerator[Self]:
        """Hold a tab (or a frame of another site, by its own session) while the block runs; it is not closed after it.

        ``library``: the readers to install, by default those that every page has. ``timeout`` in seconds.

        Raises CallTimeout when the page does not react within ``timeout``, and what ``Session.call`` raises.
        """
        readers = library or base_library()
        async with background_tasks() as nursery:
            answered = Dialogs(session, dialogs)
            follower = None
            limit = max(timeout, 0)  # what a caller has left may be less than nothing
            with trio.move_on_after(limit):
                await nursery.start(answered.run)
                follower = await _follow(nursery, session, readers)
            if follower is None:
                raise CallTimeout(
                    f"the tab did not react within {limit:.3g} s (a busy script, or a dialog that was open before)",
                    cdp_session=session.session_id,
                    waited=limit,
                )
            yield cls(follower, readers, answered)

    @property
    def url(self) -> str:
        """The address, as the browser last told it."""
        return self._follower.documents.url

    @property
    def dialogs(self) -> list[Dialog]:
        """The last hundred dialogs of the page and how each was answered, oldest first."""
        return list(self._dialogs.seen)

    def statistics(self) -> TabStatistics:
        """What was looked at so far."""
        return TabStatistics(self._tally.looks, dict(self._tally.unknown), self._dialogs.count)

    def frame(self, frame_id: str) -> View:
        """The view of another frame of this session; ``cdp.frames.list_frames`` lists them.

        A frame of another site has a session of its own: open a Tab on that one.
        """
        return View(self._follower, self.library, frame_id, self._tally)

    def wakes(self) -> AbstractAsyncContextManager[Wakes]:
        """``async with tab.wakes() as wakes``: ``await wakes.wait(at_most)`` returns when the page changed."""
        return open_wakes(self.cdp, self.library.world)

    async def navigate(
        self, url: str, *, until: navigation.Until = "load", leave: bool = True, timeout: float = 30.0
    ) -> navigation.Navigation:
        """Open an address, and wait until it has loaded (``until="commit"``: only until it has arrived).

        The result tells an arrival from a change within the document, a download, and an answer without content.
        ``leave``: a page that asks whether it may be left is left. ``timeout`` in seconds.

        Raises:
            NavigationFailed: no connection, no such host, ... with the browser's own text; no answer within
                ``timeout``; or the page asked to stay and ``leave`` is False.
            InputError: it is no address.
            Gone: the tab, the browser or the connection is no longer there.
        """
        return await navigation.navigate(self._follower, self._dialogs, url, until=until, leave=leave, timeout=timeout)

    async def click(
        self,
        aim: Aim,
        *,
        timeout: float = 5.0,
        missing: float | None = None,
        last: Callable[[], Awaitable[None]] | None = None,
    ) -> clicks.Click:
        """Press the left button once on a target: a selector (its first visible match) or a ``Target``.

        It is scrolled into view if it must, and measured until it stands still, is enabled and nothing lies over it,
        for at most ``timeout`` seconds. One that must be there already may be missing for ``missing`` seconds, and no
        longer. ``last`` is called when all that holds, right before the button goes down; what it raises, it raises
        instead of the press. The result tells what was seen of the press. When the caller's scope ends between press
        and release the button is not released, so that no click happens after the deadline. A press or a release that
        the browser does not answer within 3 s counts as made.

        Raises:
            ActRefused: nothing was pressed; ``reason`` and the message say why ("covered by ...").
            SelectorError: the selector does not parse.
            Gone: the tab, the browser or the connection is no longer there.
        """
        return await clicks.click(self, aim, timeout=timeout, missing=missing, last=last)

    async def insert_text(self, text: str, *, timeout: float = ACT_LIMIT) -> keyboard.Insertion:
        """Put text at the caret, code point for code point, without any key press; CR LF and CR become one line break.

        The result tells what stood in the field before and after. Raises ActRefused ("unfocused") when nothing that
        takes text has the focus, CallTimeout when the page has not taken it within ``timeout`` seconds, and ``Gone``.
        """
        return await keyboard.insert_text(self, text, timeout=timeout)

    async def press(self, chord: str, *, timeout: float = ACT_LIMIT) -> keyboard.Press:
        """Press and release a key ("Enter") or a chord ("Control+Shift+K"), named as in KeyboardEvent.key.

        Raises InputError for a key that is not known, ActRefused ("composing") for Enter while an input method is in
        the middle of a composition, CallTimeout when the page has not taken it within ``timeout`` seconds (it says
        whether a key may have gone down), and ``Gone``.
        """
        return await keyboard.press(self, chord, timeout=timeout)

    async def set_files(
        self, aim: Aim, paths: Sequence[str | os.PathLike[str]], *, timeout: float = ACT_LIMIT
    ) -> files.Upload:
        """Hand files to a file input, hidden or not. The result tells what the page then says that it holds.

        Raises InputError for a path that is no readable file, before anything is sent; ActRefused when there is no such
        input or it takes only one file; CallTimeout after ``timeout`` seconds; ``Gone``.
        """
        return await files.set_files(self, aim, paths, timeout=timeout)

    async def choose_files(
        self, aim: Aim, paths: Sequence[str | os.PathLike[str]], *, timeout: float = 5.0
    ) -> files.Upload:
        """Click what opens a file chooser, and hand the files to the input that it is for.

        ``timeout``: seconds until the click can be made, and again for each of what comes after it: the press, the
        chooser's opening, the handing over. Raises as ``set_files``.
        """
        return await files.choose_files(self, aim, paths, timeout=timeout)

    async def screenshot(
        self,
        *,
        whole: bool = False,
        picture: pictures.Picture = "png",
        timeout: float = pictures.SCREENSHOT_LIMIT,
    ) -> bytes:
        """A picture of what the tab shows (``whole``: of the whole document), as the bytes of a file.

        Raises CallTimeout after ``timeout`` seconds, and ``Gone``.
        """
        return await pictures.screenshot(self.cdp, whole=whole, picture=picture, timeout=timeout)


async def _follow(nursery: trio.Nursery, session: Session, library: Library) -> Follower:
    """Learn what the tab shows and put the library into every document, those that are there included."""
    documents = Documents(session.target_id or "", library.world)
    follower = Follower(session, documents)
    await nursery.start(follower.run)
    await session.call(page.Enable())
    documents.begin((await session.call(page.GetFrameTree())).frame_tree.frame)
    await session.call("Runtime.disable")  # a session that was used before would not tell its contexts again
    await session.call("Runtime.enable")
    await session.call(page.SetLifecycleEventsEnabled(enabled=True))
    await session.call(
        page.AddScriptToEvaluateOnNewDocument(source=library.source, world_name=library.world, run_immediately=True)
    )
    await follower.wait(lambda documents: documents.worlds(documents.top) is not None)
    return follower
