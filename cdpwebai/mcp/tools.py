"""The tools: what each is called, what it takes, what it does, and what it gives back as JSON.

Row 9, over ``api``. Sending, waiting and stopping are calls of their own, each with its own limit: a client that stops
waiting stops nothing else, and nothing is ever sent by coming back. The doors are the command line's: Chat's refuse a
page that is on Work, and a task is waited for by what its record says.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from cdpwebai.api import session_looks
from cdpwebai.api import sessions as operations
from cdpwebai.api.beside import Beside, check_tools
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import check_question, open_chat, open_site
from cdpwebai.api.work import open_work, sent_result, task_result
from cdpwebai.errors import CdpWebAIError
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.mcp.arguments import Arguments, Sessions, Stop, SubmitPrompt, WaitResponse, WorkSend
from cdpwebai.mcp.progress import Telling
from cdpwebai.records.documents import sent_document, session_document
from cdpwebai.store import open_store

__all__ = ["TOOLS", "Call", "Tool"]

SEND_SECONDS = 60.0
WORK_SECONDS = 90.0
"""How long a prompt, and a task, may take to be sent, and never longer than the session's own time."""

VENDOR = "chatgpt"
"""Whose Work is."""

A = TypeVar("A", bound=Arguments)
Document = dict[str, Any]


@dataclass(frozen=True)
class Call:
    """What a call has beside its arguments: where the page of a vendor is, and who is told how it stands."""

    where: Callable[[str], Where]
    telling: Telling


@dataclass(frozen=True)
class Tool(Generic[A]):
    """A tool. ``run`` raises CdpWebAIError. ``reads_only``: nothing is done to a page or a stored session."""

    name: str
    description: str
    arguments: type[A]
    run: Callable[[A, Call], Awaitable[Document]]
    reads_only: bool = False


async def _submit_prompt(given: SubmitPrompt, call: Call) -> Document:
    """Send a prompt once; the session, when the page shows it. Raises as ``Chat.send``."""
    check_question(given.prompt, given.timeout)
    tools = (*given.tools, *(("web-search",) if given.web_search else ()))
    wanted(given.model, given.effort, given.family, strict=given.strict)
    check_tools(tools)
    beside = Beside(
        replace_draft=given.replace_draft,
        model=given.model,
        effort=given.effort,
        family=given.family,
        strict=given.strict,
        tools=tools,
    )
    async with open_site(given.vendor, given.url) as home:
        async with open_chat(given.vendor, url=home, where=call.where(given.vendor)) as chat:
            session = await chat.send(
                given.prompt,
                timeout=min(given.timeout, SEND_SECONDS),
                answer_within=given.timeout,
                on_session=call.telling.session,
                on_wait=call.telling.waiting,
                **beside,
            )
    return sent_document(session)


async def _work_send(given: WorkSend, call: Call) -> Document:
    """Send a task once; the task, when the page shows it. Raises as ``Work.send``."""
    check_question(given.prompt, given.timeout)
    async with open_work(VENDOR, where=call.where(VENDOR)) as work:
        session = await work.send(
            given.prompt,
            power=given.power,
            speed=given.speed or None,
            timeout=min(given.timeout, WORK_SECONDS),
            answer_within=given.timeout,
            on_session=call.telling.session,
            on_wait=call.telling.waiting,
        )
    return sent_result(session)


async def _wait_response(given: WaitResponse, call: Call) -> Document:
    """The answer of a session, whole. Raises as ``sessions.poll``."""
    async with open_store() as store:
        session = await store.get(given.session_id)
        result = await operations.poll(
            store,
            session,
            call.where(session.vendor),
            timeout=given.timeout or None,
            tell=call.telling.progress,
            witness=given.witness == "auto",
        )
        known = await store.get(session.id)
    return task_result(known, result) if known.surface == "work" else msgspec.to_builtins(result)


async def _list_sessions(given: Sessions, _call: Call) -> Document:
    """The stored sessions, the newest first."""
    async with open_store() as store:
        found = await session_looks.list_sessions(
            store, vendor=given.vendor or "", statuses=given.status, limit=given.limit
        )
    return {"ok": True, "status": "list", "sessions": [session_document(session) for session in found]}


async def _stop(given: Stop, call: Call) -> Document:
    """Press Stop in the session's page, and see it gone. Raises as ``sessions.stop``."""
    async with open_store() as store:
        session = await store.get(given.session_id)
        try:
            stopped = await operations.stop(store, session, call.where(session.vendor), timeout=given.timeout)
        except CdpWebAIError as error:
            error.session_id = session.id
            raise
    return {"ok": True, "status": "stopped", "sessionId": stopped.id}


TOOLS: tuple[Tool[Any], ...] = (
    Tool(
        "web_ai_submit_prompt",
        "Send a prompt to a web chat once, and return its sessionId when the page shows it. web_ai_wait_response brings"
        " the answer. Never call it again for the same prompt: after an error or a time-out come back by the session.",
        SubmitPrompt,
        _submit_prompt,
    ),
    Tool(
        "web_ai_wait_response",
        "Wait for the answer to what was sent, and return it whole. Nothing is ever sent from here. A wait that ends,"
        " by its limit or cancelled, ends nothing else: the answer goes on in the browser, and can be had later.",
        WaitResponse,
        _wait_response,
    ),
    Tool(
        "web_ai_session_resume",
        "Come back to a session of an earlier day or of another program: the same as web_ai_wait_response.",
        WaitResponse,
        _wait_response,
    ),
    Tool(
        "web_ai_sessions",
        "List the stored sessions, the newest first: what was sent, and how it stands.",
        Sessions,
        _list_sessions,
        reads_only=True,
    ),
    Tool(
        "web_ai_stop",
        "Press Stop in a session's page, and see it gone. Not for a task of Work.",
        Stop,
        _stop,
    ),
    Tool(
        "web_ai_work_send",
        "Send a task to Work, ChatGPT's second surface, once, at a power, and return its sessionId when the page shows"
        " it; web_ai_wait_response brings its answer. Where power or speed cannot be proven, nothing is sent.",
        WorkSend,
        _work_send,
    ),
)
"""In the order in which a client is shown them."""
