"""Dialogs of the page, answered by policy as soon as they open: until then the page stands still, and every call to it.

Row 4. The policy is a pure table; the task that applies it ends quietly with its session.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

import msgspec
import trio

from cdpwebai.cdp import Session
from cdpwebai.cdp.domains import page
from cdpwebai.errors import CdpError, Lagged, MalformedReply, ProtocolError

__all__ = ["Dialog", "DialogPolicy", "Dialogs"]

log = logging.getLogger("cdpwebai.page")


class DialogPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """Which dialogs are accepted; all others are dismissed. A prompt that is accepted gets its own default text.

    ``leave``: the question whether to leave the page, put because the page itself navigates. For a navigation of ours
    ``navigate`` says it.
    """

    alert: bool = False
    confirm: bool = False
    prompt: bool = False
    leave: bool = False

    def accepts(self, kind: str, *, leaving: bool) -> bool:
        """The answer to a dialog of this kind: alert, confirm, prompt, beforeunload. ``leaving``: we navigate."""
        match kind:
            case "alert":
                return self.alert
            case "confirm":
                return self.confirm
            case "prompt":
                return self.prompt
            case "beforeunload":
                return leaving or self.leave
            case _:
                return False


class Dialog(msgspec.Struct, frozen=True):
    """A dialog that was open, and how it was answered. ``kind``: alert, confirm, prompt, beforeunload."""

    kind: str
    message: str
    accepted: bool


class Dialogs:
    """Answers the dialogs of one session. ``seen``: the last hundred, oldest first; ``count``: all that ever were."""

    def __init__(self, session: Session, policy: DialogPolicy) -> None:
        self.session = session
        self.policy = policy
        self.seen: deque[Dialog] = deque(maxlen=100)
        self.count = 0
        self._leaving = 0

    @contextmanager
    def leaving(self) -> Generator[None]:
        """While the block runs, the question whether to leave the page is answered with yes."""
        self._leaving += 1
        try:
            yield
        finally:
            self._leaving -= 1

    def kept_the_page(self, *, since: int) -> bool:
        """Whether, after the first ``since`` dialogs, a question to leave the page was answered with no."""
        recent = list(self.seen)[-(self.count - since) :] if self.count > since else []
        return any(dialog.kind == "beforeunload" and not dialog.accepted for dialog in recent)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """The task that answers."""
        async with self.session.subscribe(page.JavascriptDialogOpening) as opened:
            task_status.started()
            while True:
                try:
                    await self._answer(await anext(opened))
                except (Lagged, MalformedReply) as error:
                    log.warning("a dialog may have been missed: %s", error)
                except CdpError as error:
                    log.debug("the dialogs of %r are answered no more: %s", self.session, error)
                    return

    async def _answer(self, dialog: page.JavascriptDialogOpening) -> None:
        accepted = self.policy.accepts(dialog.type, leaving=self._leaving > 0)
        text = dialog.default_prompt if accepted and dialog.type == "prompt" else None
        self.seen.append(Dialog(dialog.type, dialog.message, accepted))
        self.count += 1
        log.info("the page opened a dialog (%s), it was %s", dialog.type, "accepted" if accepted else "dismissed")
        try:
            await self.session.call(page.HandleJavaScriptDialog(accept=accepted, prompt_text=text))
        except ProtocolError as error:
            log.debug("the dialog was answered by somebody else: %s", error)
