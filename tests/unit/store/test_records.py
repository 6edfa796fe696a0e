"""What can be said of the records themselves: durable addresses, temporary chats, the fence, the names in JSON."""

from __future__ import annotations

import json

import msgspec
import pytest

from cdpwebai.records import Baseline, Change, Fence, Session, StoredOutputs, Submission, conversation_id, durable_url
from cdpwebai.store.states import begin
from tests.manifest import proves

ID = "6a2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"


@proves("ref.F6.URL-1", "ref.F6.URL-2", "ref.F6.URL-3")
@pytest.mark.parametrize(
    ("url", "durable"),
    [
        (f"https://chatgpt.com/c/{ID}", f"https://chatgpt.com/c/{ID}"),
        (f"https://chat.openai.com/c/{ID}", f"https://chat.openai.com/c/{ID}"),
        (f"https://chatgpt.com/c/{ID}/", f"https://chatgpt.com/c/{ID}/"),
        (f"https://chatgpt.com/g/g-abc123-my-gpt/c/{ID}", f"https://chatgpt.com/g/g-abc123-my-gpt/c/{ID}"),
        (f"https://chatgpt.com/c/{ID}?model=gpt-5&x=/../%5C#end", f"https://chatgpt.com/c/{ID}"),
        (f"https://ChatGPT.com/c/{ID}", f"https://ChatGPT.com/c/{ID}"),
        (f"https://www.chatgpt.com/c/{ID}", f"https://www.chatgpt.com/c/{ID}"),
        (f"https://www.chat.openai.com/c/{ID}?x", f"https://www.chat.openai.com/c/{ID}"),
    ],
)
def test_an_address_with_a_conversations_id_is_durable(url: str, durable: str) -> None:
    assert durable_url(url, "chatgpt") == durable
    assert conversation_id(url, "chatgpt") == ID


@proves(
    "ref.F6.SAFE-1",
    "ref.F6.SAFE-2",
    "ref.F6.SAFE-3",
    "ref.F6.SAFE-4",
    "ref.F6.SAFE-5",
    "ref.F6.SAFE-6",
    "ref.F6.SAFE-7",
    "ref.F6.SAFE-8",
    "ref.F6.SAFE-9",
)
@pytest.mark.parametrize(
    "url",
    [
        "",
        "about:blank",
        "https://chatgpt.com",
        "https://chatgpt.com/",
        "https://chatgpt.com/?model=gpt-5",
        "https://chatgpt.com/?temporary-chat=true",
        f"https://chatgpt.com/c/WEB:{ID}",
        f"https://chatgpt.com/c/WEB%3A{ID}",
        "https://chatgpt.com/c/",
        "https://chatgpt.com/c",
        "https://chatgpt.com/g/g-abc123-my-gpt",
        "https://chatgpt.com/g/g-p-abc/project",
        f"https://chatgpt.com/share/{ID}",
        f"https://chatgpt.com/c/{ID}/more",
        f"https://chatgpt.com/x/c/{ID}",
        f"https://chatgpt.com/g/../c/{ID}",
        f"https://chatgpt.com/g/a/../../c/{ID}",
        f"https://chatgpt.com/c/..%2f{ID}",
        f"https://chatgpt.com/c\\{ID}",
        f"https://chatgpt.com/c/{ID}\x00",
        f"https://chatgpt.com/c/{ID[:4]}\n{ID[4:]}",
        f"https://chatgpt.com/c/{ID} ",
        f"http://chatgpt.com/c/{ID}",
        f"https://chatgpt.com:443/c/{ID}",
        f"https://user@chatgpt.com/c/{ID}",
        f"https://chatgpt.com.example/c/{ID}",
        f"https://chatgpt.com./c/{ID}",
        f"https://evil.example/c/{ID}",
        f"https://www.www.chatgpt.com/c/{ID}",
        f"https://www.evil.example/c/{ID}",
        f"https://evil.example\\@chatgpt.com/c/{ID}",
        f"https://[chatgpt.com/c/{ID}",
        f"javascript://chatgpt.com/c/{ID}",
        f"https://chatgpt.com/?next=/c/{ID}",
        f"https://chatgpt.com/#/c/{ID}",
    ],
)
def test_any_other_address_is_not(url: str) -> None:
    assert durable_url(url, "chatgpt") is None
    assert conversation_id(url, "chatgpt") is None


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8123", "https://demo.example", "http://[::1]:9"])
def test_a_demo_may_be_anywhere_and_its_conversations_are_durable_by_their_path(origin: str) -> None:
    assert durable_url(f"{origin}/c/{ID}?a=1", "demo") == f"{origin}/c/{ID}"
    assert durable_url(f"{origin}/c/WEB:{ID}", "demo") is None
    assert durable_url(f"{origin}/", "demo") is None


@pytest.mark.parametrize("url", [f"file:///c/{ID}", f"http://me@127.0.0.1/c/{ID}", f"/c/{ID}"])
def test_a_demo_is_on_the_web_and_is_nobody(url: str) -> None:
    assert durable_url(url, "demo") is None


@pytest.mark.parametrize(
    ("url", "temporary"),
    [
        ("https://chatgpt.com/?temporary-chat=true", True),
        ("https://chatgpt.com/?model=x&temporary-chat=true#top", True),
        ("https://chatgpt.com/?temporary-chat=false", False),
        ("https://chatgpt.com/?temporary-chat=true1", False),
        ("https://chatgpt.com/temporary-chat=true", False),
        ("https://[", False),
    ],
)
def test_a_temporary_chat_is_told_by_its_address(url: str, temporary: bool) -> None:
    submission = Submission(vendor="chatgpt", prompt="x", baseline=Baseline(), original_url=url)
    assert submission.is_temporary is temporary


@proves("ref.F6.STORE-8")
def test_a_record_is_camel_case_outside_and_holds_what_poll_needs() -> None:
    submission = Submission(
        vendor="chatgpt",
        prompt="Why?",
        baseline=Baseline(turn_ids=("t1",), message_ids=("m1", "m2")),
        deadline_at=1600.5,
        original_url="https://chatgpt.com/",
        target_id="T",
        endpoint="ws://127.0.0.1:9/x",
    )
    session = begin(submission, "01J", 1000.25)
    assert json.loads(msgspec.json.encode(session)) == {
        "vendor": "chatgpt",
        "prompt": "Why?",
        "baseline": {"turnIds": ["t1"], "messageIds": ["m1", "m2"]},
        "surface": "chat",
        "responseContract": "chat",
        "power": None,
        "speed": None,
        "workSelection": None,
        "taskId": None,
        "taskUrl": None,
        "taskStatus": None,
        "deadlineAt": 1600.5,
        "originalUrl": "https://chatgpt.com/",
        "targetId": "T",
        "endpoint": "ws://127.0.0.1:9/x",
        "sessionId": "01J",
        "generation": 1,
        "status": "submitting",
        "promptHash": "sha256:5d8a995a6fa7cf7c577cc9d49ca9e00d4aee4d0bcd5e2ad5caff27e2a8097276",
        "createdAt": 1000.25,
        "updatedAt": 1000.25,
        "sentAt": None,
        "completedAt": None,
        "conversationUrl": None,
        "turnId": "",
        "messageId": "",
        "pasted": "",
        "answer": None,
        "partial": "",
        "warnings": [],
        "observations": {"looks": 0, "unknown": {}},
        "lastError": None,
    }


def test_a_record_of_an_earlier_version_lacks_fields_and_is_read_all_the_same() -> None:
    least = (
        b'{"vendor":"chatgpt","prompt":"x","baseline":{},"sessionId":"1","generation":1,"status":"sent",'
        b'"promptHash":"","createdAt":1,"updatedAt":2,"aFieldOfOld":3}'
    )
    assert msgspec.json.decode(least, type=type(begin(Submission(vendor="a", prompt="", baseline=Baseline()), "", 0)))


def test_a_fence_is_passed_when_any_of_its_conditions_is_true_or_when_it_was_closed() -> None:
    over = [False, False]
    fence = Fence(lambda: over[0], lambda: over[1])
    assert not fence.passed
    over[1] = True
    assert fence.passed
    over[1] = False
    assert not fence.passed
    fence.close()
    assert fence.passed


def test_a_fence_can_only_be_tightened() -> None:
    fence = Fence(lambda: True)
    fence.tighten(lambda: False)
    assert fence.passed


def test_a_change_says_nothing_of_what_it_leaves_out() -> None:
    assert all(getattr(Change(), name) in (msgspec.UNSET, ()) for name in Change.__struct_fields__)


def test_a_session_that_was_stored_before_there_were_demands_demands_nothing() -> None:
    known = msgspec.to_builtins(begin(Submission(vendor="demo", prompt="Hi", baseline=Baseline()), "01J", 1000.0))
    assert "outputs" not in known
    assert msgspec.convert(known, Session).outputs is msgspec.UNSET


def test_what_was_asked_for_beside_an_answer_is_read_back_as_it_was_stored() -> None:
    asked = StoredOutputs(image="/out.png", folder="/saved", require_files=True)
    begun = begin(Submission(vendor="demo", prompt="Hi", baseline=Baseline(), outputs=asked), "01J", 1000.0)
    assert msgspec.json.decode(msgspec.json.encode(begun), type=Session).outputs == asked
