"""Was it sent? Said only of what was seen."""

import pytest

from cdpwebai.flows.plan_resume import NotSent, StillUnknown, find_submission
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import ChatObservation
from tests.support.chat import assistant, blinded, page, user

PROMPT = "Count to three."
BEFORE = frozenset({"u0", "a0"})
OLD = (user("u0", PROMPT), assistant("a0", "one, two, three"))


def test_exactly_one_new_message_with_the_exact_text_was_sent() -> None:
    found = find_submission(PROMPT, BEFORE, page(*OLD, user("u1", PROMPT), assistant("a1", "one")), conversation="1")
    assert found == Sent("u1", "m-u1", BEFORE, "1")


def test_a_prompt_that_still_stands_while_nothing_is_new_was_not_sent() -> None:
    assert find_submission(PROMPT, BEFORE, page(*OLD, draft=PROMPT), conversation="1") == NotSent()


@pytest.mark.parametrize(
    "look",
    [
        page(*OLD),
        page(*OLD, user("u1", "Count to four.")),
        page(*OLD, user("u1", "Count to four."), draft=PROMPT),
        page(*OLD, user("u1", PROMPT), user("u2", PROMPT)),
        blinded(page(*OLD, draft=PROMPT), "turns"),
        blinded(page(*OLD, draft=PROMPT), "composer"),
        blinded(page(*OLD, user("u1", PROMPT)), "place"),
    ],
    ids=["nowhere", "another text", "another text, and still there", "twice", "turns", "composer", "place"],
)
def test_everything_else_stays_unknown_with_its_reason(look: ChatObservation) -> None:
    found = find_submission(PROMPT, BEFORE, look)
    assert isinstance(found, StillUnknown)
    assert found.why
