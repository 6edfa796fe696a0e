"""Attaching files to a prompt: the driver. It looks, asks ``plan_attach``, hands files over, and looks again.

Row 6. It never takes a file away, and hands none over twice. Whether the browser has our disk is asked once, before the
first file; where it has not, the bytes go through the page. ``local_files`` has checked the files before.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import trio

from cdpwebai.errors import ActRefused, ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.local_files import LocalFile, remarks, unchanged
from cdpwebai.flows.plan_attach import (
    Arrived,
    AttachState,
    HandOver,
    NotAttached,
    attach_limit,
    gate_of,
    plan_attach,
    standing,
)
from cdpwebai.flows.send_steps import Look, Prepared
from cdpwebai.providers.chat_page import ChatPage

__all__ = ["Attaching"]

logger = logging.getLogger("cdpwebai")

AGAIN = 0.25
"""Seconds between two looks at files that are on their way."""


class Attaching:
    """These files, all of them, for one prompt."""

    def __init__(self, files: Sequence[LocalFile]) -> None:
        self.files = tuple(files)
        self._by_path: bool | None = None

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """Attach them, and see them attached.

        Raises ProviderError with the page's own words and how it stands with each file, and ``Gone``.
        """
        ledger.warn(remarks(self.files))
        names = tuple(one.name for one in self.files)
        limit = attach_limit([one.size for one in self.files])
        state = AttachState(names, limit, since=trio.current_time())
        async with page.wakes() as wakes:
            while True:
                inputs = await page.inputs()
                refusals = await page.refusals()
                seen = await page.observe()
                ledger.note(seen)
                state, action = plan_attach(state, seen, inputs, refusals, trio.current_time())
                ledger.underway = standing(state, seen)
                match action:
                    case Look(until):
                        await wakes.wait(max(min(until - trio.current_time(), AGAIN), 0))
                    case HandOver():
                        await self._hand_over(page, action)
                    case Arrived(chips):
                        logger.info("attached: %s", ledger.underway)
                        ledger.underway = ""
                        sizes = tuple(None if one.is_image else one.size for one in self.files)
                        return Prepared((gate_of(chips),), chips, sizes)
                    case NotAttached(code, stage, hint, why):
                        text = f"{why}; the prompt was not sent"
                        touched = state.handed > 0
                        raise ProviderError(text, code=code, stage=stage, hint=hint, page_may_have_changed=touched)

    async def _hand_over(self, page: ChatPage, action: HandOver) -> None:
        """Give them to the page, once. A refusal means that none of these was handed over."""
        files = [self.files[at] for at in action.files]
        changed = [one.name for one in files if not unchanged(one)]
        if changed:
            raise self._refused(f"{', '.join(changed)} was changed or taken away since it was checked", action)
        try:
            if self._by_path is None:
                self._by_path = await page.shares_disk([one.path for one in self.files])
            logger.info("attaching %s%s", ", ".join(map(str, files)), "" if self._by_path else ", through the page")
            await page.attach(action.place, action.taker, [one.path for one in files], by_path=self._by_path)
        except ActRefused as error:
            raise self._refused(error.message, action) from error

    def _refused(self, why: str, action: HandOver) -> ProviderError:
        text = f"{why}; the prompt was not sent"
        known = {"code": "provider.attachment-preflight", "stage": "attachment-preflight", "hint": "re-upload"}
        return ProviderError(text, page_may_have_changed=bool(action.files[0]), **known)
