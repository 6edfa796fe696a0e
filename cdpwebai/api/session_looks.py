"""Looking at stored sessions without working on them: as they are to be told, and what is known of one in trouble.

Row 7. Nothing here starts a browser, opens a tab or changes a record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

import msgspec
import trio

from cdpwebai.api.answering import is_past, poll_command
from cdpwebai.api.browsers import Where, open_browser
from cdpwebai.api.session_page import way_to
from cdpwebai.browser.ended import has_ended
from cdpwebai.errors import CdpError, Unreachable
from cdpwebai.flows.plan_resume import UseTab, as_known
from cdpwebai.records import Lease, LeaseKind, Session, Status
from cdpwebai.store import Store

__all__ = ["SessionReport", "TabLook", "examine", "list_sessions", "show_session"]

LOOK_SECONDS = 5.0
"""How long the browser may take to list its tabs."""

LEASES: tuple[LeaseKind, ...] = ("watch", "stop")
"""What besides the session itself may be held in its name."""


async def list_sessions(
    store: Store, *, vendor: str = "", statuses: Sequence[Status] = (), limit: int = 100
) -> tuple[Session, ...]:
    """As ``Store.list``; one that was about to be sent by a process that died is told as not known to be sent."""
    held = await store.held("session")
    begun: tuple[Status, ...] = ("submitting",) if "unknown-submission" in statuses else ()
    found = await store.list(vendor=vendor, statuses=(*statuses, *begun), limit=limit)
    told = (as_known(session, held) for session in found)
    return tuple(session for session in told if not statuses or session.status in statuses)


async def show_session(store: Store, session_id: str) -> Session:
    """As ``Store.get``, told as ``list_sessions`` does. Raises SessionNotFound."""
    return as_known(await store.get(session_id), await store.held("session"))


class TabLook(msgspec.Struct, frozen=True, rename="camel"):
    """Whether the session's tab is there: ``alive``, ``elsewhere`` (it shows something else), ``gone``, ``unknown``."""

    state: Literal["alive", "elsewhere", "gone", "unknown"]
    target_id: str
    url: str = ""
    reason: str = ""


class SessionReport(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What is known of one session: nothing of what was asked or answered, and addresses without query and fragment."""

    ok: bool = True
    status: str = "session-doctor"
    summary: str
    session: dict[str, object]
    target: TabLook
    lock: Lease | None
    active_commands: tuple[Lease, ...]
    recommendations: tuple[str, ...]


async def examine(store: Store, session_id: str, where: Where) -> SessionReport:
    """Look at a session's record, its tab, and who works on it. Raises SessionNotFound, StoreError."""
    session = await show_session(store, session_id)
    lock = await store.holder("session", session.id)
    target = await _look(session, where)
    others = [await store.holder(kind, session.id) for kind in LEASES]
    others.append(await store.holder("target", session.target_id))
    return SessionReport(
        summary=f"{session.status}; its tab is {target.state}" + (f"; {lock.purpose} is at work" if lock else ""),
        session=_public(session),
        target=target,
        lock=lock,
        active_commands=tuple(lease for lease in others if lease is not None),
        recommendations=tuple(_advice(session, target, lock)),
    )


async def _look(session: Session, where: Where) -> TabLook:
    endpoint = where.cdp or session.endpoint
    if not endpoint:
        return TabLook("gone", session.target_id, reason="its browser ended with the command that sent it")
    try:
        with trio.fail_after(LOOK_SECONDS):
            async with open_browser(replace(where, cdp=endpoint), timeout=LOOK_SECONDS) as browser:
                tabs = [(tab.target_id, tab.url) for tab in await browser.tabs()]
    except Unreachable as error:
        ended = not where.cdp and await has_ended(endpoint)
        return TabLook("gone" if ended else "unknown", session.target_id, reason=_plain(error.message))
    except (CdpError, trio.TooSlowError) as error:
        return TabLook("unknown", session.target_id, reason=_plain(str(error) or "the browser did not list its tabs"))
    shown = dict(tabs).get(session.target_id)
    if shown is None:
        return TabLook("gone", session.target_id, reason="the browser does not list it")
    own = isinstance(way_to(session)(tabs), UseTab)
    return TabLook("alive" if own else "elsewhere", session.target_id, url=_plain(shown))


def _advice(session: Session, target: TabLook, lock: Lease | None) -> Iterator[str]:
    if session.status == "complete":
        yield f"the answer is stored: {poll_command(session)}"
        return
    if lock is not None:
        yield f"pid {lock.owner.pid} works on it ({lock.purpose}): wait, or end that command"
        return
    poll = poll_command(session) + (" --timeout 60" if is_past(session) else "")
    match target.state:
        case "unknown":
            yield "its tab could not be seen, so nothing is opened in its place: try again later"
        case "alive":
            yield poll
        case _ if session.surface == "work":
            yield f"a task that may run is not joined again: look in the browser ({session.task_url or 'no address'})"
        case _ if session.conversation_url is not None:
            yield f"{poll} opens its conversation in a tab of its own"
            yield f"cdpwebai sessions reattach {session.id} --navigate opens it in a tab that stays"
        case _:
            yield "its conversation never got an address: look for it in the site's own list"


def _public(session: Session) -> dict[str, object]:
    known: dict[str, object] = msgspec.to_builtins(session)
    secret = ("prompt", "promptHash", "answer", "partial", "baseline", "outputs")
    told = {name: value for name, value in known.items() if name not in secret}
    for name in ("originalUrl", "conversationUrl", "endpoint"):
        told[name] = _plain(str(told[name])) if told[name] else told[name]
    return told


def _plain(url: str) -> str:
    """An address without query and fragment; any other text as it is."""
    if "://" not in url or " " in url:
        return url
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))
