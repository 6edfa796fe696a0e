"""A page that was opened or reached anew: our own message is seen there, or known by the site's record to be there,
and a chat's page is not on Work.

Row 7, below ``answering`` and ``sessions``. It says nothing of the answer.
"""

from __future__ import annotations

import math

import trio

from cdpwebai.errors import ProviderError, SessionMismatch
from cdpwebai.flows.plan_preflight import turned
from cdpwebai.flows.plan_resume import Elsewhere, StillUnknown, find_message, shows_others
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.verdict import Known

__all__ = ["FIND_SECONDS", "MISSING_SECONDS", "confirm", "confirm_in_chat", "refuse_work"]

MISSING_SECONDS = 3.0
"""For so long our own message may be missing on a page that shows other turns, before the record is asked for it, and
between two readings."""

FIND_SECONDS = 15.0
"""How long a page that was opened or reached anew may take until our own message is seen there."""


async def confirm(page: ChatPage, sent: Sent, *, witness: bool = False) -> Sent:
    """See our own message on a page that was opened or reached anew.

    ``witness``: whether the site's record may say that it is in the conversation, where the page shows other turns of
    that and not this one; pages keep only the last ones in the document.

    Raises SessionMismatch for a page that shows another conversation, and ProviderError for one that does not show the
    message within FIND_SECONDS; neither says anything of the answer.
    """
    found, _ = await _confirmed(page, sent, witness=witness)
    return found


async def confirm_in_chat(page: ChatPage, sent: Sent, *, witness: bool = False) -> Sent:
    """As ``confirm`` for a prompt of Chat's, and as ``refuse_work``, both by one look where that tells."""
    found, seen = await _confirmed(page, sent, witness=witness)
    await refuse_work(page, seen)
    return found


async def _confirmed(page: ChatPage, sent: Sent, *, witness: bool) -> tuple[Sent, ChatObservation | None]:
    """As ``confirm``, with the look that has shown it."""
    seen: ChatObservation | None = None
    found: Sent | Elsewhere | StillUnknown = StillUnknown("the page was not seen")
    record_at = trio.current_time() + (MISSING_SECONDS if witness and sent.conversation else math.inf)
    with trio.move_on_after(FIND_SECONDS):
        async with page.wakes() as wakes:
            while not isinstance(found, Sent):
                seen = await page.observe()
                found = find_message(sent, seen)
                if isinstance(found, StillUnknown) and shows_others(seen) and trio.current_time() >= record_at:
                    record_at += MISSING_SECONDS
                    if isinstance(await page.said(sent.conversation, sent.message_id), Known):
                        found = sent
                if not isinstance(found, Sent):
                    await wakes.wait(0.5)
    match found:
        case Sent():
            return found, seen
        case Elsewhere(conversation):
            raise SessionMismatch(
                f"the page shows another conversation ({conversation or 'none'}) than the prompt's"
                f" ({sent.conversation})",
                evidence={"expected": sent.conversation, "seen": conversation},
                page_may_have_changed=None,
            )
        case StillUnknown(why):
            raise ProviderError(
                f"it could not be verified within {FIND_SECONDS:g} s that the page is the prompt's: {why}",
                code="session.reattach-unverified",
                stage="target-resolution",
                hint="retry-reattach",
                page_may_have_changed=None,
            )


async def refuse_work(page: ChatPage, seen: ChatObservation | None = None) -> None:
    """Raise ProviderError for the page of a chat that is on Work now, or does not tell, once that has lasted.

    Chat's commands do nothing there. What could not be seen holds nothing up, and the session stays what it is: who
    turns the page back to Chat comes back to it. ``seen``: a look at it, just now.
    """
    if seen is not None and turned(seen) is None:
        return
    since = trio.current_time()
    async with page.wakes() as wakes:
        while (found := turned(await page.observe())) is not None:
            left = since + found.lasts - trio.current_time()
            if left <= 0:
                known = {"code": found.code, "stage": found.stage, "hint": found.hint}
                raise ProviderError(f"{found.why}; nothing was done there", page_may_have_changed=None, **known)
            await wakes.wait(left)
