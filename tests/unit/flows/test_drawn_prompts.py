"""A prompt that the page shows drawn as Markdown is found as sent, by more than its text; a temporary chat needs no
address."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cdpwebai.api.submissions import find_sent
from cdpwebai.errors import SubmissionUnknown
from cdpwebai.flows.plan_send import Ask, GiveUp, Look, Press, Refuse, SendAction, SendState, Sent, plan_send, told
from cdpwebai.flows.text import is_temporary
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Baseline, Session
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves
from tests.support.chat import blinded, page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Look at this:\n\n```python\nprint('hi')\n```\n\nand **this** `code`."
DRAWN = "Look at this:\n\nprint('hi')\n\nand this code."


def after_press(look: ChatObservation, prompt: str = PROMPT, record: str | None = None) -> tuple[float, SendAction]:
    """What comes of a press after which the page looks like this, and how many seconds after it.

    ``record``: what the record has in the message of which it is asked, None where it cannot be read.
    """
    state = SendState(prompt, since=0.0)
    state, _ = plan_send(state, page(), 0.0)
    state, action = plan_send(state, page(draft=prompt, slot="send"), 0.1)
    assert isinstance(action, Press)
    now = 0.1
    while isinstance(action, Press | Look | Ask):
        if isinstance(action, Ask):
            assert action == Ask("1", "m-u1")
            state = told(state, action.message_id, record) if record is not None else state
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


HARD = [
    "---",
    "Compare\n---\nwell",
    "\ue200cite\ue202turn0search0\ue201",
    "[one][1]\n\n[1]: https://one.example",
    ":smile:",
]


@pytest.mark.parametrize("shown", ["", "drawn in some other way"])
@pytest.mark.parametrize("prompt", HARD)
def test_however_the_page_draws_it_the_one_new_message_is_ours_where_the_record_has_the_prompt_in_it(
    prompt: str, shown: str
) -> None:
    seconds, action = after_press(page(user("u1", shown)), prompt, record=prompt)
    assert action == Sent("u1", "m-u1", frozenset(), "1")
    assert seconds <= 2


@pytest.mark.parametrize("record", [None, "", "Another's prompt.", "-- -", "---\n\nand more"])
def test_a_record_that_has_something_else_in_it_or_is_not_read_makes_no_message_ours(record: str | None) -> None:
    seconds, action = after_press(page(user("u1", "")), "---", record=record)
    assert isinstance(action, GiveUp)
    assert seconds >= 20


@pytest.mark.parametrize(
    "look",
    [
        page(user("u1", "drawn"), user("u2", "another's")),
        page(user("u1", "drawn"), path=""),
        page(user("u1", "drawn"), path="c/WEB:1"),
        blinded(page(user("u1", "drawn")), "place"),
        blinded(page(user("u1", "drawn")), "turns"),
        page(),
    ],
    ids=["two new", "no conversation", "a passing one", "where", "not read", "none"],
)
def test_the_record_is_asked_of_one_new_message_in_a_conversation_and_of_nothing_else(look: ChatObservation) -> None:
    state = SendState("---", since=0.0)
    state, _ = plan_send(state, page(), 0.0)
    state, _ = plan_send(state, page(draft="---", slot="send"), 0.1)
    for tick in range(1, 80):
        state, action = plan_send(state, look, 0.1 + tick / 2)
        assert not isinstance(action, Ask)


def test_the_record_is_asked_once_a_second_and_a_look_is_made_in_time_for_it() -> None:
    state = SendState("---", since=0.0)
    state, _ = plan_send(state, page(), 0.0)
    state, _ = plan_send(state, page(draft="---", slot="send"), 0.0)
    look, now, asked = page(user("u1", "")), 0.1, list[float]()
    while now < 4:
        state, action = plan_send(state, look, now)
        if isinstance(action, Ask):
            asked.append(now)
        now = action.until if isinstance(action, Look) else now + 0.01
    assert asked == [1.0, 2.0, 3.0]


@pytest.mark.parametrize(
    ("prompt", "shown"),
    [
        ("One\n---\ntwo", "One\n\ntwo"),
        ("Title\n===\n\ntext", "Title\ntext"),
        ("1 &lt; 2 &amp; 3", "1 < 2 & 3"),
        ("- [x] done\n- [ ] to do", "done\nto do"),
        ("* one\n* **two**", "one\ntwo"),
    ],
)
def test_what_a_page_draws_of_rules_titles_entities_and_tasks_is_the_prompt(prompt: str, shown: str) -> None:
    assert after_press(page(user("u1", shown)), prompt) == (0.5, Sent("u1", "m-u1", frozenset(), "1"))


def test_a_message_with_no_text_is_not_what_a_lone_rule_is_drawn_as() -> None:
    assert isinstance(after_press(page(user("u1", "")), "---")[1], GiveUp)


class DrawingPage(PaperPage):
    """Shows what is sent as a rule, with no text. ``record``: what the site's record then has in the message."""

    def __init__(self, record: Reading[str]) -> None:
        super().__init__(lambda paper: setattr(paper, "seen", page(user("u1", ""), slot="stop")))
        self.record_says = record
        self.asked: list[tuple[str, str]] = []

    async def said(self, conversation: str, message_id: str) -> Reading[str]:
        self.asked.append((conversation, message_id))
        return self.record_says


async def test_the_driver_has_the_record_say_it_and_the_prompt_is_sent(autojump_clock: object) -> None:
    paper = DrawingPage(Known("---"))
    driver = sending(paper, store := MemoryStore(), "---")
    assert (await driver.run()).message_id == "m-u1"
    assert (store.told, paper.acts, paper.asked) == (["submitting", "sent"], ["insert", "press"], [("1", "m-u1")])


@pytest.mark.parametrize("record", [Known("another"), Unknown(Reason.NOT_SUPPORTED)])
async def test_a_record_that_does_not_say_it_leaves_the_submission_unknown(
    autojump_clock: object, record: Reading[str]
) -> None:
    driver = sending(paper := DrawingPage(record), MemoryStore(), "---")
    with pytest.raises(SubmissionUnknown):
        await driver.run()
    assert paper.acts == ["insert", "press"]
    assert len(paper.asked) > 10


async def test_where_the_record_may_not_be_asked_it_is_not(autojump_clock: object) -> None:
    paper = DrawingPage(Known("---"))
    driver = sending(paper, MemoryStore(), "---", witness=False)
    with pytest.raises(SubmissionUnknown):
        await driver.run()
    with pytest.raises(SubmissionUnknown):
        await come_back(Known("---"), page(user("u1", "")), witness=False)
    assert paper.asked == []


async def come_back(record: Reading[str], look: ChatObservation, *, witness: bool = True) -> str:
    """The id of the message that is found for a session of which it is not known whether its prompt was sent."""
    paper = DrawingPage(record)
    paper.seen, paper.tab = look, cast("Any", SimpleNamespace(url="https://chat.example/c/1"))
    journal = sending(paper, MemoryStore(), "---").journal
    journal.session = Session(
        vendor="demo", prompt="---", baseline=Baseline(turn_ids=("u0",)), id="S1", generation=1,
        status="unknown-submission", prompt_hash="", created_at=0.0, updated_at=0.0,
    )  # fmt: skip
    return (await find_sent(paper, journal.session, journal, witness=witness)).message_id


async def test_who_comes_back_finds_it_by_the_record_too(autojump_clock: object) -> None:
    assert await come_back(Known("---"), page(user("u1", ""))) == "m-u1"


@pytest.mark.parametrize(
    ("record", "look"),
    [
        (Known("another"), page(user("u1", ""))),
        (Unknown(Reason.NOT_SUPPORTED), page(user("u1", ""))),
        (Known("---"), page(user("u1", ""), user("u2", ""))),
        (Known("---"), page(user("u1", ""), path="")),
        (Known("---"), page(user("u0", ""))),
        (Known("---"), page(user("u0", "Before."), user("u1", ""))),
    ],
    ids=["another's", "unreadable", "two", "no conversation", "an old one", "an older conversation"],
)
async def test_who_comes_back_and_is_told_anything_less_finds_nothing(
    autojump_clock: object, record: Reading[str], look: ChatObservation
) -> None:
    with pytest.raises(SubmissionUnknown):
        await come_back(record, look)


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
