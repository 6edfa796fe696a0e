"""Sending in Work: as in Chat, with Work's own words for what could not be verified.

Row 6, thin. By Work's own Send and never by Enter: that is ``send``'s. What proves a task sent is its new message; that
Stop could not be seen beside it is a warning then, and without it stands in the error.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from cdpwebai.errors import CdpWebAIError, ProviderError
from cdpwebai.flows.plan_send import GiveUp, Refuse, Sent
from cdpwebai.flows.send import LOOK, Sending
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.verdict import Absent, Unknown, Visible

__all__ = ["WorkSending"]


class WorkSending(Sending):
    """As ``Sending``."""

    def beside_sent(self, sent: Sent, seen: ChatObservation) -> Sequence[str]:
        """Also that Stop could not be seen, and that the task has no address yet: who polls may still find it."""
        told = [*super().beside_sent(sent, seen)]
        if isinstance(seen.stop, Unknown):
            told.append("work-stop-probe-unverified")
        if not sent.conversation:
            told.append("work-task-url-unresolved")
        return told

    def refuse(self, refusal: Refuse, seen: ChatObservation) -> NoReturn:
        """Raise for a prompt that was surely not sent."""
        if refusal.code != "provider.commit-not-verified":
            super().refuse(refusal, seen)
        hint = "check-composer" if refusal.stage in ("insert", "send-click") else "retry-work-send"
        raise self._unverified(refusal.why, hint, seen)

    def give_up(self, given: GiveUp, seen: ChatObservation) -> NoReturn:
        """Raise for a prompt of which it cannot be told whether it was sent: what the site says of it first."""
        if given.code not in ("", "provider.commit-not-verified"):
            super().give_up(given, seen)
        raise self._unverified(f"{given.why}; {LOOK}", "retry-work-send", seen)

    def not_proven(self, why: str) -> CdpWebAIError:
        """What is to be raised where Send was pressed and nothing more is known of it, with what was seen of Stop."""
        return self._unverified(f"{why}; {LOOK}", "retry-work-send", self.seen)

    def _unverified(self, why: str, hint: str, seen: ChatObservation | None) -> ProviderError:
        match seen.stop if seen else None:
            case Visible():
                stop = "visible"
            case Absent():
                stop = "absent"
            case _:
                stop = "unknown"
        return ProviderError(
            why,
            code="provider.work-submit-unverified",
            stage="work-submit",
            hint=hint,
            page_may_have_changed=None if self.may_be_sent else self.has_touched,
            evidence={"stopProbe": stop},
        )
