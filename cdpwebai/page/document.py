"""A handle on one document: looks at it, acts in it, runs JavaScript in it, and never in the one that comes after.

Row 4. Both of its worlds are known by unique id, so a call that comes too late is refused by the browser: a look is
then ``Unknown("navigated")``, all else ``StaleHandle``. What follows the frame over its documents is ``view.View``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import CallError, ProtocolError, StaleHandle
from cdpwebai.page import evaluate as javascript
from cdpwebai.page.answers import MISSING, answer_of, document_is_gone, nothing_ran, unknown_of
from cdpwebai.page.documents import Worlds
from cdpwebai.page.library import Library, page_script
from cdpwebai.page.looks import LOOK_LIMIT, Looks
from cdpwebai.verdict import Reason, Unknown
from cdpwebai.wire.look import ACT, LOOK, Question

__all__ = ["Document", "Tally"]


class Tally:
    """How many looks there were, and how many were unknown, by reason."""

    def __init__(self) -> None:
        self.looks = 0
        self.unknown: Counter[Reason] = Counter()

    def count(self, answer: object) -> None:
        """Count one look."""
        self.looks += 1
        if isinstance(answer, Unknown):
            self.unknown[answer.reason] += 1


class Document(Looks):
    """One document of one frame, for as long as it lives."""

    def __init__(self, session: Session, library: Library, worlds: Worlds, tally: Tally) -> None:
        super().__init__(session, library)
        self.worlds = worlds
        self._tally = tally

    def __repr__(self) -> str:
        return f"<Document {self.worlds.main} of {self.cdp!r}>"

    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        answer: Any | Unknown = Unknown(Reason.DEADLINE, f"no answer within {timeout:g} s")
        with trio.move_on_after(timeout):
            answer = await self._ask(question)
        self._tally.count(answer)
        return answer

    async def _ask(self, question: Question) -> Any | Unknown:
        try:
            answer = answer_of(await self._send(LOOK, question))
            if answer is MISSING:
                await self._install()
            return answer
        except CallError as error:
            return unknown_of(error)

    async def act(self, name: str, *args: Any) -> Any | Unknown:
        """Run one act of the library. Unknown when it threw.

        Raises StaleHandle when the document is gone (it says whether the act may have been done), and what
        ``Session.call`` raises.
        """
        self.library.check(name, "does")
        try:
            return answer_of(await self._send(ACT, Question(library=self.library.hash, reader=name, args=args)))
        except ProtocolError as error:
            if nothing_ran(error):
                raise StaleHandle(f"the document is gone, {name} was not done") from error
            if document_is_gone(error):
                raise StaleHandle(f"the document went while {name} was done", page_may_have_changed=True) from error
            raise

    async def node(self, aim: Mapping[str, Any]) -> str | None:
        """A handle on the element that an act is aimed at, for commands that take one; None when there is none.

        Release it with ``Runtime.releaseObject``. Raises as ``act``.
        """
        reply = await self.cdp.call(
            runtime.CallFunctionOn(
                function_declaration=page_script("_node"),
                unique_context_id=self.worlds.ours,
                arguments=[runtime.CallArgument(value=aim)],
            )
        )
        return reply.result.object_id if reply.exception_details is None else None

    async def evaluate(self, expression: str, *, timeout: float = LOOK_LIMIT) -> Any:
        """As ``Tab.evaluate``, in this document or not at all."""
        since = trio.current_time()
        return await javascript.evaluate(self.cdp, self.worlds.main, expression, timeout=timeout, since=since)

    async def call_function(self, declaration: str, *args: Any, timeout: float = LOOK_LIMIT) -> Any:
        """As ``Tab.call_function``, in this document or not at all."""
        main, since = self.worlds.main, trio.current_time()
        return await javascript.call_function(self.cdp, main, declaration, *args, timeout=timeout, since=since)

    async def _send(self, declaration: str, question: Question) -> runtime.EvaluateResult:
        return await self.cdp.call(
            runtime.CallFunctionOn(
                function_declaration=declaration,
                unique_context_id=self.worlds.ours,
                arguments=[runtime.CallArgument(value=question)],
                return_by_value=True,
                await_promise=self._waits(question),
            )
        )

    def _waits(self, question: Question) -> bool:
        """A promise is awaited only where there is one: in a paused page nothing that is awaited settles."""
        script = self.library.scripts.get(question.reader)
        return script is not None and script.waits

    async def _install(self) -> None:
        """Put the library into a document that it has not reached, for the next look. Raises what the call raises."""
        await self.cdp.call(runtime.Evaluate(expression=self.library.source, unique_context_id=self.worlds.ours))
