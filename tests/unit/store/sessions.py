"""Sessions in any state, for tests."""

from __future__ import annotations

from typing import Any

from cdpwebai.records import Answer, Baseline, Session, Submission
from cdpwebai.store.states import begin

__all__ = ["ANSWER", "CHAT", "OTHER_CHAT", "session", "submission"]

CHAT = "https://chatgpt.com/c/11111111-aaaa"
OTHER_CHAT = "https://chatgpt.com/c/22222222-bbbb"
ANSWER = Answer(markdown="**4**", text="4", source="record", exactness="exact", message_id="a1")


def submission(**fields: Any) -> Submission:
    """A prompt about to be sent."""
    known: dict[str, Any] = {"vendor": "chatgpt", "prompt": "2+2?", "baseline": Baseline(message_ids=("old",))}
    return Submission(**(known | fields))


def session(status: str, **fields: Any) -> Session:
    """A session in this state, with what belongs to it: past the send it names message and conversation."""
    known: dict[str, Any] = {"status": status}
    if status not in ("submitting", "unknown-submission"):
        known |= {"message_id": "m1", "turn_id": "t1", "conversation_url": CHAT}
    if status == "complete":
        known |= {"answer": ANSWER}
    begun = begin(submission(), "01J", 1000.0)
    return Session(**{name: getattr(begun, name) for name in begun.__struct_fields__} | known | fields)
