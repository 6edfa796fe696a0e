"""Which session is meant where none was named."""

from __future__ import annotations

import pytest

from cdpwebai.errors import TargetAmbiguous
from cdpwebai.records import Session
from cdpwebai.store.choice import Found, choose
from tests.manifest import proves
from tests.unit.store.sessions import CHAT, OTHER_CHAT, session

ONE = session("polling", id="01", target_id="T1", conversation_url=CHAT, deadline_at=5000.0)
TWO = session("sent", id="02", target_id="T2", conversation_url=OTHER_CHAT)
EARLY = session("submitting", id="03", target_id="T3")


@proves("ref.F6.STORE-9", "ref.F1.U10b")
def test_the_exact_target_comes_first_then_the_exact_conversation() -> None:
    assert choose([ONE, TWO], target_id="T2", url=CHAT) == Found(TWO)
    assert choose([ONE, TWO], target_id="T9", url=f"{CHAT}?model=x") == Found(ONE)
    assert choose([ONE, TWO], url=OTHER_CHAT) == Found(TWO)


@proves("ref.F1.U10")
@pytest.mark.parametrize("active", [[], [ONE], [ONE, TWO, EARLY]])
def test_no_session_is_borrowed_for_a_target_or_an_address_of_its_own(active: list[Session]) -> None:
    assert choose(active, target_id="T9") is None
    assert choose(active, url="https://chatgpt.com/c/33333333-cccc") is None
    assert choose(active, url="https://chatgpt.com/") is None


def test_an_address_that_names_no_conversation_is_not_that_of_a_session_without_one() -> None:
    assert choose([EARLY], url="https://chatgpt.com/c/WEB:1") is None


@proves("ref.F6.TGT-2")
def test_the_only_active_session_is_taken_with_a_warning() -> None:
    assert choose([ONE]) == Found(ONE, ("session-auto-bound:01",))
    assert choose([]) is None


@proves("ref.F6.TGT-1")
def test_of_two_active_sessions_none_is_taken_and_both_are_named() -> None:
    with pytest.raises(TargetAmbiguous, match=r"2 active sessions of chatgpt fit \(01, 02\)") as caught:
        choose([ONE, TWO])
    assert caught.value.evidence["candidates"][0] == {
        "sessionId": "01",
        "vendor": "chatgpt",
        "status": "polling",
        "targetId": "T1",
        "conversationUrl": CHAT,
        "deadlineAt": 5000.0,
    }


def test_two_sessions_of_one_target_or_one_conversation_are_ambiguous_too() -> None:
    again = session("sent", id="04", target_id="T1", conversation_url=CHAT)
    with pytest.raises(TargetAmbiguous, match=r"\(01, 04\)"):
        choose([ONE, TWO, again], target_id="T1")
    with pytest.raises(TargetAmbiguous, match=r"\(01, 04\)"):
        choose([ONE, TWO, again], url=CHAT)
