"""What tests of the typed commands ask a real page, in the commands themselves: nothing above them is used."""

from __future__ import annotations

from typing import Any, TypeVar

from cdpwebai.cdp import Session, Subscription
from cdpwebai.cdp.command import Event
from cdpwebai.cdp.domains import page, runtime

__all__ = ["PAGE", "node_of", "top_frame", "value_of", "wait_for"]

E = TypeVar("E", bound=Event)

PAGE = "domains.html"


async def wait_for(kind: type[E], events: Subscription[Any]) -> E:
    """The next event of one type."""
    async for event in events:
        if isinstance(event, kind):
            return event
    raise AssertionError("a subscription ends by raising")


async def value_of(session: Session, expression: str) -> object:
    answer = await session.call(runtime.Evaluate(expression=expression, return_by_value=True, await_promise=True))
    assert answer.exception_details is None
    return answer.result.value


async def node_of(session: Session, selector: str) -> str:
    """The handle of a node."""
    answer = await session.call(runtime.Evaluate(expression=f"document.querySelector({selector!r})"))
    assert answer.result.object_id is not None
    return answer.result.object_id


async def top_frame(session: Session) -> page.Frame:
    return (await session.call(page.GetFrameTree())).frame_tree.frame
