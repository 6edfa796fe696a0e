"""What is said when the time is over, by where the answer was being made."""

from __future__ import annotations

import trio

from cdpwebai.api.answering import Budget, not_finished


def test_an_answer_goes_on_in_a_browser_that_stays_and_not_in_one_that_ends_with_us() -> None:
    async def late(*, ends: bool) -> str:
        return not_finished(None, Budget.of(3), ends=ends).message

    assert "it goes on in the browser" in trio.run(lambda: late(ends=False))
    ended = trio.run(lambda: late(ends=True))
    assert "its browser ends with the command" in ended
    assert "goes on" not in ended
