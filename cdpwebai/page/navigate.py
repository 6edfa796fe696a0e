"""Navigation: five ways in which it can end, told apart by what the browser says and none by a time-out.

Row 4. ``plan`` is pure. What Chromium 156 answers to ``Page.navigate``:

==================  =========  ================  ==========  ====================================================
what happens        loader id  error text        download    here
==================  =========  ================  ==========  ====================================================
a new document      yes        none              no          "arrived", once it and what replaced it have loaded
hash only           none       none              no          "same-document"
a download          yes        net::ERR_ABORTED  yes         "download"
204, or given up    yes        net::ERR_ABORTED  no          "no-content"
beforeunload veto   none       net::ERR_ABORTED  no          NavigationFailed: the page asked to stay
no connection, ...  yes        net::ERR_...      no          NavigationFailed with the browser's own text
==================  =========  ================  ==========  ====================================================
"""

from __future__ import annotations

from contextlib import nullcontext
from typing import Literal

import msgspec
import trio

from cdpwebai.cdp.domains import page
from cdpwebai.errors import InputError, NavigationFailed, ProtocolError
from cdpwebai.page.dialogs import Dialogs
from cdpwebai.page.documents import Documents
from cdpwebai.page.following import Follower
from cdpwebai.verdict import Absent, Reason, Unknown, Verdict, Visible

__all__ = ["Navigation", "Outcome", "Until", "navigate", "plan"]

Outcome = Literal["arrived", "same-document", "download", "no-content"]
Until = Literal["load", "commit"]

ABORTED = "net::ERR_ABORTED"


class Navigation(msgspec.Struct, frozen=True):
    """How a navigation ended. ``url`` is where the tab is now.

    ``loaded``: Visible when the document has loaded, Absent when it gave up or nobody waited for it to load,
    Unknown("deadline") when it was still loading at the time limit (a picture that never ends, say).
    """

    outcome: Outcome
    url: str
    loaded: Verdict


def plan(reply: page.NavigateResult, url: str, *, vetoed: bool) -> Outcome:
    """What the browser's answer says. Raises NavigationFailed for a navigation that did not arrive."""
    if reply.error_text is None:
        return "same-document" if reply.loader_id is None else "arrived"
    if reply.is_download:
        return "download"
    if reply.error_text == ABORTED and reply.loader_id is not None:
        return "no-content"
    if vetoed:
        text = f"{url} was not opened: the page asked to stay (beforeunload); allow it with leave=True"
        raise NavigationFailed(text, evidence={"outcome": "vetoed"})
    raise NavigationFailed(
        f"{url} was not reached: {reply.error_text}", evidence={"outcome": "failed", "errorText": reply.error_text}
    )


async def navigate(
    follower: Follower, dialogs: Dialogs, url: str, *, until: Until, leave: bool, timeout: float
) -> Navigation:
    """Open an address. ``Tab.navigate`` says more."""
    deadline = trio.current_time() + timeout
    outcome = await _arrive(follower, dialogs, url, leave=leave, timeout=timeout)
    waited = outcome == "arrived" and until == "load"
    if waited:
        with trio.move_on_at(deadline):
            await follower.wait(_can_be_used)
    return Navigation(outcome, follower.documents.url, _loaded(follower.documents, waited=waited))


async def _arrive(follower: Follower, dialogs: Dialogs, url: str, *, leave: bool, timeout: float) -> Outcome:
    before, moves = dialogs.count, follower.documents.moves
    with trio.move_on_after(timeout), dialogs.leaving() if leave else nullcontext():
        reply = await _ask(follower, url)
        outcome = plan(reply, url, vetoed=dialogs.kept_the_page(since=before))
        if outcome == "arrived":  # the answer may come before the events that belong to it
            await follower.wait(lambda documents: reply.loader_id in documents.arrived)
        elif outcome == "same-document":
            await follower.wait(lambda documents: documents.moves > moves)
        else:
            follower.documents.given_up(reply.loader_id or "")
        return outcome
    raise NavigationFailed(
        f"{url} did not answer within {timeout:g} s; it may still arrive, or be stopped with Page.stopLoading",
        page_may_have_changed=True,
        evidence={"outcome": "no-answer"},
    )


async def _ask(follower: Follower, url: str) -> page.NavigateResult:
    try:
        return await follower.session.call(page.Navigate(url=url))
    except ProtocolError as error:
        if "invalid URL" in error.message:
            raise InputError(f"{url!r} is not an address that a browser can open") from error
        raise


def _can_be_used(documents: Documents) -> bool:
    return documents.settled and documents.worlds(documents.top) is not None


def _loaded(documents: Documents, *, waited: bool) -> Verdict:
    if documents.loader in documents.loaded:
        return Visible()
    still = waited and not documents.settled
    return Unknown(Reason.DEADLINE, "it has arrived and is still loading") if still else Absent()
