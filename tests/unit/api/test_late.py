"""What is said when the time is over, by where the answer was being made."""

from __future__ import annotations

from dataclasses import replace

import trio

from cdpwebai.api.answering import Budget, not_finished
from cdpwebai.api.conversation import too_late
from cdpwebai.errors import SubmissionUnknown
from tests.support.sending import MemoryStore, PaperPage, sending


def test_an_answer_goes_on_in_a_browser_that_stays_and_not_in_one_that_ends_with_us() -> None:
    async def late(*, ends: bool) -> str:
        return not_finished(None, Budget.of(3), ends=ends).message

    assert "it goes on in the browser" in trio.run(lambda: late(ends=False))
    ended = trio.run(lambda: late(ends=True))
    assert "its browser ends with the command" in ended
    assert "goes on" not in ended


async def test_a_prompt_that_was_pressed_and_is_not_shown_in_time_may_be_sent(autojump_clock: object) -> None:
    pressed = sending(PaperPage(), MemoryStore(), "Hello?")
    pressed.state = replace(pressed.state, phase="pressed")
    error = too_late(pressed, None, Budget.of(5), ends=False)
    assert isinstance(error, SubmissionUnknown)
    assert error.page_may_have_changed is None
    assert "5 s were over" in error.message
    assert "before you send the prompt again" in error.message
