"""Was it sent, where nobody saw the end of the sending: looked for on the page, and stored.

Row 7, below ``chat`` and ``sessions``. What a look says is ``flows.plan_resume``'s; nothing is ever sent from here.
"""

from __future__ import annotations

import trio

from cdpwebai.api.confirming import FIND_SECONDS
from cdpwebai.errors import ProviderError, SubmissionUnknown
from cdpwebai.flows.journal import Journal
from cdpwebai.flows.plan_prompt import file_size, files_fit, lone_message
from cdpwebai.flows.plan_resume import NotSent, StillUnknown, find_submission
from cdpwebai.flows.plan_send import Sent
from cdpwebai.flows.text import conversation_of, same_prompt
from cdpwebai.providers.chat import ChatObservation, Message
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Session
from cdpwebai.verdict import Known

__all__ = ["UNSETTLED", "find_sent", "store_unsent"]

UNSETTLED = ("submitting", "unknown-submission")
"""The statuses of a session of which it is not known whether its prompt was sent."""

ASK_AGAIN = 0.5
"""Seconds after a reading of the record that proved nothing."""

LEAVING_SECONDS = 2.0
"""How long storing that nothing was sent may hold up an end that somebody waits for."""

NOT_SENT_SECONDS = 3.0
"""For so long it must be seen that a prompt was not sent: what was sent may be shown a moment later."""


async def find_sent(page: ChatPage, session: Session, journal: Journal, *, witness: bool = True) -> Sent:
    """Our own message, on the page of a session that is in UNSETTLED; stored as sent before this returns.

    ``witness``: whether the site's record may be asked what a message says that the page does not show as the prompt.
    Raises ProviderError when it was not sent, and SubmissionUnknown when that cannot be told.
    """
    match await _look_for(page, session, witness=witness):
        case Sent() as found:
            journal.ledger.warn(["prompt-sent-as-file"] if found.file else [])
            await journal.sent(found, page.tab.url)
            return found
        case NotSent():
            raise ProviderError(
                "the prompt was not sent: it still stands in the composer, and nothing new is there",
                code="provider.commit-not-verified",
                stage="commit-verify",
                hint="re-snapshot",
                page_may_have_changed=True,
            )
        case StillUnknown(why):
            raise SubmissionUnknown(
                f"it cannot be told whether the prompt was sent: {why}; it is not sent again",
                page_may_have_changed=None,
            )


async def _look_for(page: ChatPage, session: Session, *, witness: bool) -> Sent | NotSent | StillUnknown:
    """Look until it is told or the page has had its time to come in."""
    found: Sent | NotSent | StillUnknown = StillUnknown("the page was not seen")
    not_sent_since: float | None = None
    with trio.move_on_after(FIND_SECONDS):
        async with page.wakes() as wakes:
            while not isinstance(found, Sent):
                found = await _look_once(page, session, witness=witness)
                now = trio.current_time()
                not_sent_since = (not_sent_since or now) if isinstance(found, NotSent) else None
                if not_sent_since is not None and now >= not_sent_since + NOT_SENT_SECONDS:
                    break
                await wakes.wait(0.5)
    return found


async def _look_once(page: ChatPage, session: Session, *, witness: bool) -> Sent | NotSent | StillUnknown:
    """What one look says, and the site's record where the look alone does not tell."""
    seen = await page.observe()
    before = frozenset(session.baseline.turn_ids)
    known = {"conversation": session.conversation_id or "", "pasted": session.pasted}
    match find_submission(session.prompt, before, seen, **known):
        case Sent(file=file) as found if file:
            return await _proven(page, session.prompt, found)
        case StillUnknown() if witness and not session.pasted:
            proven = await _said_in_record(page, session.prompt, seen, lone_message(before, seen))
            return find_submission(session.prompt, before, seen, **known, proven=proven)
        case found:
            return found


async def _said_in_record(page: ChatPage, prompt: str, seen: ChatObservation, message: Message | None) -> str:
    """The id of the one new message, where the record has the prompt's exact text in it; a page may show it drawn."""
    conversation = conversation_of(seen.place.value.url) if isinstance(seen.place, Known) else ""
    if message is None or not conversation:
        return ""
    match await page.said(conversation, message.id):
        case Known(text) if same_prompt(prompt, text):
            return message.id
        case _:
            await trio.sleep(ASK_AGAIN)
            return ""


async def _proven(page: ChatPage, prompt: str, found: Sent) -> Sent | StillUnknown:
    """A message that shows a file of that name is ours when the site's record says that its file is as long."""
    match await page.attached(found.conversation, found.message_id):
        case Known(files) if files_fit((file_size(prompt),), files) == "yes":
            return found
        case _:
            return StillUnknown("a new message shows a file of the same name, and nothing proves that it is the prompt")


async def store_unsent(journal: Journal) -> None:
    """Who is interrupted or cancelled before Send was pressed knows that nothing was sent, and stores it.

    Where something has been stored of it already, nothing is. Raises nothing.
    """
    if journal.session is None or journal.session.status != "submitting":
        return
    unsent = ProviderError(
        "it was ended before Send was pressed; the prompt may stand in the composer",
        code="provider.commit-not-verified",
        stage="send-click",
        hint="look-in-browser",
        page_may_have_changed=True,
    )
    with trio.move_on_after(LEAVING_SECONDS, shield=True):
        await journal.failed(unsent, unsent=True)
