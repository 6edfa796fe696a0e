"""One frame as a person sees it: looks and JavaScript that go to whichever document it shows now.

Row 4. Reading never clicks, focuses, scrolls or writes; acts are functions of their own that take a view. A ``Tab`` is
the view of its top frame with those acts beside it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import trio

from cdpwebai.errors import CallTimeout, StaleHandle
from cdpwebai.page import evaluate as javascript
from cdpwebai.page.answers import unknown_of
from cdpwebai.page.document import Document, Tally
from cdpwebai.page.documents import Worlds
from cdpwebai.page.following import Follower
from cdpwebai.page.library import Library
from cdpwebai.page.looks import LOOK_LIMIT, Looks
from cdpwebai.verdict import Reason, Unknown
from cdpwebai.wire.look import Question

__all__ = ["View"]

Use = Callable[[str, float], Awaitable[Any]]
"""Runs code in the context with this unique id, with a limit that counts from this time."""


class View(Looks):
    """Looks into one frame. Every look is one round trip, bound to one document, and never raises for a bad look."""

    def __init__(self, follower: Follower, library: Library, frame_id: str | None, tally: Tally) -> None:
        super().__init__(follower.session, library)
        self._frame_id = frame_id
        self._follower = follower
        self._tally = tally

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of frame {self.frame_id} on {self.cdp!r}>"

    @property
    def frame_id(self) -> str:
        """The frame that is looked into. A tab's top frame may become another one, when a prerendered page comes up."""
        return self._frame_id or self._follower.documents.top

    @property
    def document(self) -> Document | None:
        """A handle on the document that is shown now, which outlives it only to refuse. None between two documents."""
        worlds = self._follower.documents.worlds(self.frame_id)
        return None if worlds is None else Document(self.cdp, self.library, worlds, self._tally)

    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        """One look at the present document; its raw answer, or why there is none."""
        document = self.document
        if document is not None:
            return await document.ask(question, timeout)
        gone = self.cdp.gone
        answer = Unknown(Reason.NAVIGATED, "there is no document at the moment") if gone is None else unknown_of(gone)
        self._tally.count(answer)
        await trio.lowlevel.checkpoint()
        return answer

    async def evaluate(self, expression: str, *, timeout: float = LOOK_LIMIT) -> Any:
        """The value of a JavaScript expression in the page's own world. A promise is awaited.

        ``page.values`` tells what becomes of which value. A primitive costs one round trip, an object three (it is
        checked for what JSON would lose, and released). ``timeout`` in seconds.

        Raises:
            PageException: it threw, or its promise was rejected; a syntax error, too.
            NotSerialisable: JSON would lose a part of the value.
            CallTimeout: no value within ``timeout``; the message says whether the page is busy, paused or waiting (to
                find out takes up to a second more).
            StaleHandle: the document was replaced while it ran.
            PromiseCollected: what was awaited can never settle.
            Gone: the tab, the browser or the connection is no longer there.
        """

        async def use(context: str, since: float) -> Any:
            return await javascript.evaluate(self.cdp, context, expression, timeout=timeout, since=since)

        return await self._in_document(timeout, use)

    async def call_function(self, declaration: str, *args: Any, timeout: float = LOOK_LIMIT) -> Any:
        """What a JavaScript function gives for these arguments, in the page's own world. A promise is awaited.

        Arguments go by value and arrive equal: None, bool, int, float, str, UNDEFINED, and lists and dicts of them; a
        ``BigInt``, and an int beyond 2**53, as BigInt. Raises InputError for any other, before anything is sent, and
        else as ``evaluate``.
        """

        async def use(context: str, since: float) -> Any:
            return await javascript.call_function(self.cdp, context, declaration, *args, timeout=timeout, since=since)

        return await self._in_document(timeout, use)

    async def _in_document(self, timeout: float, use: Use) -> Any:
        """Use the present document; the next one when it was gone before anything ran in it, and only then."""
        since = trio.current_time()
        while True:
            worlds = await self._wait_document(timeout, since)
            try:
                return await use(worlds.main, since)
            except StaleHandle as error:
                if error.page_may_have_changed:
                    raise
            with trio.move_on_at(since + timeout):
                await self._wait_replaced(worlds)

    async def _wait_document(self, timeout: float, since: float) -> Worlds:
        with trio.move_on_at(since + timeout):
            await self._follower.wait(lambda documents: documents.worlds(self.frame_id) is not None)
        worlds = self._follower.documents.worlds(self.frame_id)
        if worlds is None:
            text = f"the frame showed no document within {max(timeout, 0):g} s, so nothing was run"
            raise CallTimeout(text, cdp_session=self.cdp.session_id, waited=trio.current_time() - since)
        return worlds

    async def _wait_replaced(self, worlds: Worlds) -> None:
        await self._follower.wait(lambda documents: documents.worlds(self.frame_id) != worlds)
