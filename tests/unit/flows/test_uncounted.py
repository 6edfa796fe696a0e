"""What stood there before the prompt: where it cannot be told, nothing is stored, typed or pressed."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import CdpWebAIError
from cdpwebai.flows.plan_ready import READY_LIMIT
from cdpwebai.providers.chat import ChatObservation
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Keep me."
OLD = (user("u0", "Hi"), assistant("a0", "Hello."))


class OldChat(PaperPage):
    """A conversation whose turns can be read from ``readable_at`` on, and never when that is None."""

    def __init__(self, readable_at: float | None) -> None:
        super().__init__(lambda paper: setattr(paper, "seen", page(*OLD, user("u1", PROMPT), slot="stop")))
        self.seen = page(*OLD)
        self.readable_at = readable_at

    async def observe(self) -> ChatObservation:
        readable = self.readable_at is not None and trio.current_time() >= self.readable_at
        return self.seen if readable else blinded(self.seen, "turns")

    async def insert(self, selector: str, *pieces: str) -> None:
        self.acts.append("insert")
        self.seen = page(*OLD, draft="".join(pieces), slot="send")


@proves("ref.F1.X8", "ref.F1.X10")
async def test_turns_that_are_never_read_never_stand_still_and_nothing_is_stored_or_typed(
    autojump_clock: MockClock,
) -> None:
    chat, store = OldChat(None), MemoryStore()
    with pytest.raises(CdpWebAIError) as caught:
        await sending(chat, store, PROMPT).run()
    assert trio.current_time() >= READY_LIMIT
    told = (caught.value.error_code, caught.value.stage, caught.value.retry_hint)
    assert told == ("snapshot.unavailable", "baseline-snapshot", "re-snapshot")
    assert (caught.value.page_may_have_changed, caught.value.exit_code) == (False, 3)
    assert (chat.acts, store.told) == ([], [])


async def test_turns_that_are_read_late_are_the_baseline_and_the_prompt_is_sent_once(autojump_clock: MockClock) -> None:
    chat, store = OldChat(3.0), MemoryStore()
    sent = await sending(chat, store, PROMPT).run()
    assert sent.before == {"u0", "a0"}
    assert (chat.acts, store.told) == (["insert", "press"], ["submitting", "sent"])
