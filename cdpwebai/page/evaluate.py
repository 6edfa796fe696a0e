"""JavaScript in the page's own world: one call for a primitive, two more for an object, which is checked and let go.

Row 4, a driver: ``values`` says what becomes of values and exceptions. Nothing is ever spliced into source: an
expression is sent as it is, values for a function go as arguments. The Debugger domain is never enabled, so that a
``debugger`` statement stops nothing; when another client has paused the page, the time-out says so.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import runtime
from cdpwebai.errors import CallTimeout, CdpError, PromiseCollected, ProtocolError, StaleHandle
from cdpwebai.page.answers import document_is_gone, nothing_ran
from cdpwebai.page.library import page_script
from cdpwebai.page.values import exception_of, kept_value, primitive_of, to_argument

__all__ = ["DIAGNOSIS", "call_function", "evaluate"]

DIAGNOSIS = 0.5
"""Seconds for each of the two questions that find out, after a time-out, why there was no answer."""

Send = Callable[[], Coroutine[Any, Any, runtime.EvaluateResult]]


async def evaluate(session: Session, context: str, expression: str, *, timeout: float, since: float) -> Any:
    """The value of an expression in the context with this unique id. ``Tab.evaluate`` says more.

    ``timeout`` seconds are counted from ``since``, when the caller began: it may have waited for the document before.
    """
    command = runtime.Evaluate(expression=expression, unique_context_id=context, await_promise=True)
    return await _value(session, lambda: session.call(command), timeout, since)


async def call_function(
    session: Session, context: str, declaration: str, *args: Any, timeout: float, since: float
) -> Any:
    """The value that a function gives for these arguments. ``Tab.call_function`` says more; the limit as above."""
    command = runtime.CallFunctionOn(
        function_declaration=f"{declaration}\n",  # the browser puts a bracket behind it, which a comment must not eat
        unique_context_id=context,
        arguments=[to_argument(each) for each in args],
        await_promise=True,
    )
    return await _value(session, lambda: session.call(command), timeout, since)


async def _value(session: Session, send: Send, timeout: float, since: float) -> Any:
    """Send, then take the value apart, all within the limit; raise what it means when that does not succeed."""
    with trio.move_on_at(since + timeout):
        return await _taken(session, await _sent(send))
    waited = trio.current_time() - since
    state = await _diagnose(session)
    raise CallTimeout(
        f"the expression gave no value within {max(timeout, 0):g} s: {STATES[state]}; it may have changed the page",
        method="Runtime.evaluate",
        cdp_session=session.session_id,
        waited=waited,
        page_may_have_changed=True,
        evidence={"page": state},
    )


async def _sent(send: Send) -> runtime.EvaluateResult:
    """The reply to the call that runs the code. Its refusal alone can mean that nothing ran."""
    try:
        return await send()
    except ProtocolError as error:
        raise _meaning(error) from error


async def _taken(session: Session, reply: runtime.EvaluateResult) -> Any:
    """The value in a reply, and the page's objects released again; they go with the document where that fails."""
    thrown = reply.exception_details
    handles = [value.object_id for value in (reply.result, thrown and thrown.exception) if value and value.object_id]
    try:
        if thrown is not None:
            raise exception_of(thrown)
        value = primitive_of(reply.result)
        return value if reply.result.object_id is None else await _copied(session, reply.result.object_id)
    finally:
        for handle in handles:
            with suppress(CdpError):
                await session.call(runtime.ReleaseObject(object_id=handle))


async def _copied(session: Session, object_id: str) -> Any:
    """An object by value, checked for what JSON would lose. The code has run: no failure here may have it run again."""
    copy = runtime.CallFunctionOn(function_declaration=page_script("_value"), object_id=object_id, return_by_value=True)
    try:
        reply = await session.call(copy)
    except ProtocolError as error:
        text = "the expression ran, and its document was replaced before the value could be read"
        raise StaleHandle(text, page_may_have_changed=True) from error
    if reply.exception_details is not None:
        raise exception_of(reply.exception_details)
    return kept_value(reply.result.value)


def _meaning(error: ProtocolError) -> Exception:
    """The error for a refusal to run the code, or to go on with it. Its texts are those of Chromium 156."""
    if nothing_ran(error):
        return StaleHandle("the document is gone, and nothing was run: take the tab's present one")
    if document_is_gone(error):
        return StaleHandle("the document was replaced while the expression ran", page_may_have_changed=True)
    if "Promise was collected" in error.message:
        text = "the promise that was awaited was collected: nothing holds it, so it can never settle"
        return PromiseCollected(text, page_may_have_changed=True)
    return error


STATES = {
    "busy": "the page does not react (a busy script, or a dialog that waits for an answer)",
    "paused": "the page's script is paused, by a debugger of another client",
    "waiting": "the page reacts, so what was awaited has not settled",
    "unknown": "why could not be found out",
}
"""What the page does while an expression gives no value, and how it is said."""


async def _diagnose(session: Session) -> str:
    """Which of ``STATES``. A paused page still answers at once, but settles no promise (measured with Chromium 156)."""
    try:
        if not await _answers(session, await_promise=False):
            return "busy"
        return "waiting" if await _answers(session, await_promise=True) else "paused"
    except CdpError:
        return "unknown"


async def _answers(session: Session, *, await_promise: bool) -> bool:
    with trio.move_on_after(DIAGNOSIS):
        await session.call(runtime.Evaluate(expression="0", await_promise=await_promise))
        return True
    return False
