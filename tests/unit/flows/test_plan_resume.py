"""Was it sent? Said only of what was seen."""

from dataclasses import replace

import pytest

from cdpwebai.flows.plan_resume import NotSent, StillUnknown, find_submission
from cdpwebai.flows.plan_send import Sent
from cdpwebai.providers.chat import ChatObservation, Message, Turn
from cdpwebai.verdict import Known
from tests.support.chat import assistant, blinded, page, user

PROMPT = "Count to three."
BEFORE = frozenset({"u0", "a0"})
OLD = (user("u0", PROMPT), assistant("a0", "one, two, three"))


def test_exactly_one_new_message_with_the_exact_text_was_sent() -> None:
    found = find_submission(PROMPT, BEFORE, page(*OLD, user("u1", PROMPT), assistant("a1", "one")), conversation="1")
    assert found == Sent("u1", "m-u1", BEFORE, "1")


def test_a_prompt_that_went_as_a_file_is_found_by_the_file_and_by_nothing_else() -> None:
    filed = Turn("user", (Message("m9", "user", "", "", "", beside="Pasted text.txt"),), finished=True, streaming=False)
    shown = page(*OLD, ("u9", filed), assistant("a1", "one"))
    found = find_submission(PROMPT, BEFORE, shown, conversation="1", pasted="Pasted text.txt")
    assert isinstance(found, Sent)
    assert (found.turn_id, found.message_id, found.file) == ("u9", "m9", "Pasted text.txt")
    for seen, pasted in [(shown, "other.txt"), (shown, ""), (page(*OLD, user("u1", PROMPT)), "Pasted text.txt")]:
        assert isinstance(find_submission(PROMPT, BEFORE, seen, conversation="1", pasted=pasted), StillUnknown)


def test_a_file_of_the_prompt_that_still_stands_while_nothing_is_new_was_not_sent() -> None:
    prompt = PROMPT * 1000
    stands = replace(page(*OLD, slot="send"), chips=Known(("Pasted text.txt",)))
    assert find_submission(prompt, BEFORE, stands, conversation="1", pasted="Pasted text.txt") == NotSent()
    assert isinstance(find_submission(prompt, BEFORE, stands, conversation="1"), StillUnknown)
    two = replace(stands, chips=Known(("Pasted text.txt", "b")))
    assert isinstance(find_submission(prompt, BEFORE, two, conversation="1", pasted="Pasted text.txt"), StillUnknown)


def test_a_prompt_that_still_stands_while_nothing_is_new_was_not_sent() -> None:
    assert find_submission(PROMPT, BEFORE, page(*OLD, draft=PROMPT), conversation="1") == NotSent()


def test_a_prompt_for_a_new_chat_that_stands_in_an_old_one_is_not_said_to_be_not_sent() -> None:
    stands = page(draft=PROMPT, path="c/1")
    assert isinstance(find_submission(PROMPT, frozenset(), stands), StillUnknown)
    assert find_submission(PROMPT, frozenset(), page(draft=PROMPT, path="")) == NotSent()


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
