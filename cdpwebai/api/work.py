"""Work, the second surface: send a task at a power, wait for its proof, come back to it.

Row 7. The same machinery as ``chat``; what differs is what is set beside the prompt and when its answer is complete.
Its doors are these and the command ``work``; Chat's refuse a page that is on Work.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from cdpwebai.api.answering import Budget
from cdpwebai.api.asking import ASK_SECONDS, Chat
from cdpwebai.api.browsers import Where
from cdpwebai.api.opening import open_conversation
from cdpwebai.errors import InputError
from cdpwebai.flows.poll import Progress
from cdpwebai.flows.work_steps import POWERS, Wish
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.records import QueryResult, Session

__all__ = ["Work", "check_task", "check_work", "open_work", "sent_result", "task_result"]


class Work:
    """One task's tab. Made by ``open_work``; ``chat`` is the conversation that it stands in."""

    def __init__(self, chat: Chat) -> None:
        self.chat = chat

    async def query(
        self,
        prompt: str,
        *,
        power: int,
        speed: str | None = None,
        timeout: float | Budget = ASK_SECONDS,
        tell: Callable[[Progress], None] = lambda _: None,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
        witness: bool = True,
    ) -> QueryResult:
        """Send the prompt once at this power, and return its answer when task and answer are proven complete.

        ``power``: 1 to 6. ``speed``: "standard" or "fast"; without it the page's own is left as it is. ``tell``,
        ``on_session``, ``on_wait`` and ``witness`` as in ``Chat.query``.

        Raises as ``Chat.ask``; InputError also for any other power and speed, and ProviderError where surface, power
        or speed could not be set and proven (nothing was sent then), and where the task's state was not known for long.
        """
        wish = check_work(power, speed)
        return await self.chat.query(
            prompt, wish=wish, timeout=timeout, tell=tell, on_session=on_session, on_wait=on_wait, witness=witness
        )

    async def send(
        self,
        prompt: str,
        *,
        power: int,
        speed: str | None = None,
        timeout: float = 90.0,
        answer_within: float = ASK_SECONDS,
        on_session: Callable[[Session], None] = lambda _: None,
        on_wait: Callable[[str], None] = lambda _: None,
    ) -> Session:
        """As ``query``, and return its session when the page shows the prompt, within ``timeout`` seconds.

        ``answer_within``: the session's own deadline, in seconds from now.
        """
        wish = check_work(power, speed)
        return await self.chat.send(
            prompt, wish=wish, timeout=timeout, answer_within=answer_within, on_session=on_session, on_wait=on_wait
        )


def check_work(power: Any, speed: str | None) -> Wish:
    """What is wished, from what was given. Raises InputError, before a browser is touched."""
    match power, speed:
        case int(), None | "standard" | "fast" if not isinstance(power, bool) and power in POWERS:
            return Wish(power, speed)
        case _, None | "standard" | "fast":
            raise InputError(f"the power is a whole number from 1 to {len(POWERS)}, not {power!r}")
        case _:
            raise InputError(f"the speed is standard or fast, not {speed!r}")


def check_task(session: Session) -> None:
    """Raise InputError for a session that is none of Work's."""
    if session.surface != "work":
        raise InputError(f"session {session.id} is one of Chat: cdpwebai poll --session {session.id}")


def sent_result(session: Session) -> dict[str, Any]:
    """A task that was sent, as the command line tells it.

    ``evidence``: what the picker showed, None for a task of older days. ``moreUsage``: whether its speed takes more, by
    what was seen, else by what was asked for, None where neither tells; how much more is told nowhere.
    """
    return {"ok": True, "status": "work-sent", "vendor": session.vendor, **_told(session), "warnings": session.warnings}


def task_result(session: Session, result: QueryResult) -> dict[str, Any]:
    """A task's answer, as the command line tells it."""
    known: dict[str, Any] = msgspec.to_builtins(result)
    return {**known, **_told(session)}


def _told(session: Session) -> dict[str, Any]:
    naming, seen = POWERS.get(session.power or 0), session.work_selection
    asked = None if session.speed is None else session.speed == "fast"
    return {
        "surface": session.surface,
        "sessionId": session.id,
        "taskId": session.task_id,
        "taskUrl": session.task_url,
        "taskStatus": session.task_status,
        "power": session.power,
        "speed": session.speed,
        "model": naming.model if naming else None,
        "effort": naming.effort if naming else None,
        "moreUsage": seen.more_usage if seen and seen.more_usage is not None else asked,
        "evidence": msgspec.to_builtins(seen),
        "responseContract": session.response_contract,
    }


@asynccontextmanager
async def open_work(
    vendor: str = "chatgpt", *, url: str = "", where: Where | None = None, timeout: float = 60.0
) -> AsyncGenerator[Work, None]:
    """Open Work in a tab of our own for the block; the rest as ``open_chat``."""
    async with open_conversation(vendor, url=url, where=where, timeout=timeout, page=WorkPage) as chat:
        yield Work(chat)
