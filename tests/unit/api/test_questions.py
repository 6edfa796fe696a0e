"""What is no question is refused before a browser is touched; whatever shows a single mark is one."""

from __future__ import annotations

import pytest

from cdpwebai.api.questions import check_question
from cdpwebai.errors import PromptMissing

NOTHING = {
    "no-break spaces": "\u00a0\u202f\u3000",
    "zero-width": "\u200b\u200c\u200d\u2060\ufeff",
    "directions": "\u200e\u202e\u2066",
    "soft hyphen": "\u00ad",
    "controls": "\x00\x07\x7f\x85",
    "line ends": "\u2028\u2029\r\n\v\f",
    "fillers": "\u3164\u115f\u2800",
    "variants": "\ufe0f\u034f",
}
SOMETHING = ["?", "\u200b.\u200b", "\U0001f469\u200d\U0001f467", "\u05e9", "\u0301", "\ue000", "\u4e00", "\U0001fae8"]


@pytest.mark.parametrize("prompt", NOTHING.values(), ids=NOTHING)
def test_a_prompt_of_which_nothing_would_be_seen_is_none(prompt: str) -> None:
    with pytest.raises(PromptMissing):
        check_question(prompt)


@pytest.mark.parametrize("prompt", SOMETHING, ids=ascii)
def test_a_single_mark_is_a_prompt_whatever_stands_around_it(prompt: str) -> None:
    check_question(prompt)
