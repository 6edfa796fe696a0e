"""A prompt that the page shows drawn as Markdown is found as sent, by more than its text; a temporary chat needs no
address."""

from __future__ import annotations

import pytest

from cdpwebai.flows.plan_send import GiveUp, Look, Press, Refuse, SendAction, SendState, Sent, plan_send
from cdpwebai.flows.text import is_temporary
from cdpwebai.providers.chat import ChatObservation
from tests.manifest import proves
from tests.support.chat import blinded, page, user

PROMPT = "Look at this:\n\n```python\nprint('hi')\n```\n\nand **this** `code`."
DRAWN = "Look at this:\n\nprint('hi')\n\nand this code."


def after_press(look: ChatObservation, prompt: str = PROMPT) -> tuple[float, SendAction]:
    """What comes of a press after which the page looks like this, and how many seconds after it."""
    state = SendState(prompt, since=0.0)
    state, _ = plan_send(state, page(), 0.0)
    state, action = plan_send(state, page(draft=prompt, slot="send"), 0.1)
    assert isinstance(action, Press)
    now = 0.1
    while isinstance(action, Press | Look):
        now += 0.5
        state, action = plan_send(state, look, now)
    return now - 0.1, action


@proves("oracle.B5", "oracle.B6")
def test_the_one_new_message_that_shows_the_prompt_drawn_is_ours() -> None:
    seconds, action = after_press(page(user("u1", DRAWN)))
    assert action == Sent("u1", "m-u1", frozenset(), "1")
    assert seconds == 0.5


@pytest.mark.parametrize(
    "look",
    [
        page(user("u1", DRAWN), draft=PROMPT, slot="send"),
        page(user("u1", DRAWN), draft="something else"),
        blinded(page(user("u1", DRAWN)), "composer"),
        page(user("u1", DRAWN), user("u2", "Another's.")),
        page(user("u1", "Look at this: print('bye') and this code.")),
        page(user("u1", "")),
    ],
    ids=["still-there", "something-there", "not-seen", "two-new", "other-words", "empty"],
)
def test_anything_less_is_not_taken_for_it(look: ChatObservation) -> None:
    seconds, action = after_press(look)
    assert isinstance(action, GiveUp)
    assert seconds >= 20


def test_a_prompt_that_nothing_is_drawn_of_must_be_there_to_the_character() -> None:
    _, action = after_press(page(user("u1", "Count to three, please.")), "Count to three.")
    assert isinstance(action, GiveUp | Refuse)


@proves("oracle.A36")
def test_a_temporary_chat_is_sent_when_its_message_is_seen_and_any_other_when_it_has_its_address() -> None:
    temporary = page(user("u1", DRAWN), path="?temporary-chat=true")
    assert after_press(temporary) == (0.5, Sent("u1", "m-u1", frozenset(), ""))
    seconds, action = after_press(page(user("u1", DRAWN), path=""))
    assert action == Sent("u1", "m-u1", frozenset(), "")
    assert seconds == 5.5


def test_only_the_sites_own_word_makes_an_address_a_temporary_chats() -> None:
    assert is_temporary("https://chat.example/?temporary-chat=true")
    assert is_temporary("https://chat.example/?model=x&temporary-chat=true#top")
    for url in ("https://chat.example/", "https://chat.example/?temporary-chat=false", "https://chat.example/c/1"):
        assert not is_temporary(url)
