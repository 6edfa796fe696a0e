"""Where a session's page is, and which message is ours: told by ids alone, and never guessed."""

from typing import Any

import pytest

from cdpwebai.flows.plan_resume import (
    Elsewhere,
    Lost,
    NotSent,
    OpenNew,
    StillUnknown,
    UseTab,
    as_known,
    find_message,
    find_submission,
    plan_return,
)
from cdpwebai.flows.plan_send import Sent
from cdpwebai.records import Baseline, Session
from tests.manifest import proves
from tests.support.chat import assistant, blinded, page, user

URL = "https://chatgpt.com/c/11111111-1111-4111-8111-111111111111"
OTHER = "https://chatgpt.com/c/22222222-2222-4222-8222-222222222222"
PROMPT = "Count to three."
SENT = Sent("u1", "m-u1", frozenset({"u0", "a0"}), "1")
OLD = (user("u0", "Hi"), assistant("a0", "Hello."))


def session(**fields: Any) -> Session:
    known: dict[str, Any] = {
        "vendor": "chatgpt",
        "prompt": PROMPT,
        "baseline": Baseline(),
        "id": "S",
        "generation": 1,
        "status": "sent",
        "prompt_hash": "",
        "created_at": 0.0,
        "updated_at": 0.0,
        "target_id": "T",
        "conversation_url": URL,
    }
    return Session(**(known | fields))


@proves("ref.F6.REC-TAB-1")
def test_its_own_tab_is_used_while_that_shows_its_conversation() -> None:
    assert plan_return(session(), [("O", OTHER), ("T", f"{URL}?model=x")]) == UseTab("T")


@proves("ref.F6.REC-TAB-3")
@pytest.mark.parametrize(
    "tabs",
    [[], [("O", URL)], [("T", OTHER)], [("T", "https://chatgpt.com/")], [("T", "about:blank")]],
    ids=["gone", "another tab shows it", "elsewhere", "a new chat", "blank"],
)
def test_otherwise_its_durable_address_is_opened_and_nobody_s_tab_is_moved(tabs: list[tuple[str, str]]) -> None:
    assert plan_return(session(), tabs) == OpenNew(URL)


@proves("ref.F6.REC-TAB-4")
def test_a_tab_that_is_known_to_be_dead_is_not_used_though_the_browser_lists_it() -> None:
    assert plan_return(session(), [("T", URL)], dead=("T",)) == OpenNew(URL)


@proves("ref.F6.NEWTAB-1", "oracle.H13")
def test_without_a_durable_address_there_is_no_way_back_but_its_own_tab() -> None:
    fresh = session(conversation_url=None, original_url="https://chatgpt.com/")
    assert plan_return(fresh, [("T", "https://chatgpt.com/")]) == UseTab("T")
    assert isinstance(plan_return(fresh, [("O", "https://chatgpt.com/")]), Lost)


@proves("report.B56")
def test_nobody_presses_send_for_a_session_that_nobody_holds() -> None:
    assert as_known(session(status="submitting"), {"S"}).status == "submitting"
    assert as_known(session(status="submitting"), {"other"}).status == "unknown-submission"
    assert as_known(session(status="sent"), frozenset[str]()).status == "sent"


def test_our_own_message_is_known_by_its_id_whatever_its_turn_is_called_now() -> None:
    seen = page(*OLD, ("other-id", user("u1", PROMPT)[1]), assistant("a1", "one"))
    assert find_message(SENT, seen) == Sent("other-id", "m-u1", SENT.before, "1")


@pytest.mark.parametrize(
    "seen",
    [
        page(*OLD),
        page(*OLD, user("u2", PROMPT)),
        blinded(page(*OLD, user("u1", PROMPT)), "turns"),
        blinded(page(*OLD, user("u1", PROMPT)), "place"),
    ],
    ids=["not shown", "the same text in another message", "turns not read", "address not read"],
)
def test_where_it_is_not_seen_nothing_is_ours(seen: Any) -> None:
    assert isinstance(find_message(SENT, seen), StillUnknown)


def test_a_page_of_another_conversation_is_elsewhere_also_when_the_message_seems_to_be_there() -> None:
    assert find_message(SENT, page(*OLD, user("u1", PROMPT), path="c/2")) == Elsewhere("2")


def test_not_sent_needs_a_look_at_the_whole_conversation() -> None:
    before = frozenset({"u0", "a0"})
    assert find_submission(PROMPT, before, page(*OLD, draft=PROMPT), conversation="1") == NotSent()
    still_loading = page(draft=PROMPT)
    assert isinstance(find_submission(PROMPT, before, still_loading, conversation="1"), StillUnknown)
    elsewhere = page(*OLD, draft=PROMPT, path="c/2")
    assert isinstance(find_submission(PROMPT, before, elsewhere, conversation="1"), StillUnknown)


def test_a_prompt_in_an_older_or_another_conversation_is_not_the_one_that_was_sent() -> None:
    older = page(*OLD, user("u1", PROMPT))
    assert isinstance(find_submission(PROMPT, frozenset(), older), StillUnknown)
    assert isinstance(
        find_submission(PROMPT, frozenset(), page(user("u1", PROMPT), path="c/2"), conversation="1"), StillUnknown
    )
    assert find_submission(PROMPT, frozenset(), page(user("u1", PROMPT))) == Sent("u1", "m-u1", frozenset(), "1")
