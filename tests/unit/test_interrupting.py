"""What is said after Ctrl-C follows what is stored of the prompt."""

from __future__ import annotations

import click
import msgspec
import pytest

from cdpwebai.records import Answer, Baseline, Session, Status, Submission
from cdpwebai.store.states import begin
from cdpwebai_cli.interrupting import interrupted, interrupted_document
from cdpwebai_cli.options.shared import Options

SUBMISSION = Submission(vendor="demo", prompt="Hi", baseline=Baseline(), original_url="http://127.0.0.1:9/")
BEGUN = begin(SUBMISSION, "S", 1.0)
ANSWER = Answer(text="OK", markdown="OK", source="record", exactness="exact", message_id="a")


def stored(status: Status, message_id: str = "") -> Session:
    answer = ANSWER if status == "complete" else None
    return msgspec.structs.replace(BEGUN, status=status, message_id=message_id, answer=answer)


@pytest.mark.parametrize(
    ("session", "said"),
    [
        (None, "nothing was sent"),
        (stored("failed"), "nothing was sent"),
        (stored("submitting"), "the prompt may have been sent, and its browser has ended"),
        (stored("unknown-submission"), "the prompt may have been sent"),
        (stored("sent", "m"), "the prompt was sent"),
        (stored("failed", "m"), "the prompt was sent"),
        (msgspec.structs.replace(stored("timeout", "m"), endpoint="x"), "the prompt was sent, and its answer goes on"),
        (stored("complete", "m"), "the answer is complete and stored; come back with: cdpwebai poll --session S"),
    ],
)
def test_the_sentence_follows_what_is_stored(session: Session | None, said: str) -> None:
    assert interrupted(session).startswith(f"interrupted: {said}")
    known = interrupted_document(session)
    status, session_id = ("interrupted", None) if session is None else (session.status, "S")
    assert (known["ok"], known["status"], known["sessionId"]) == (False, status, session_id)


@pytest.mark.parametrize(
    ("ended", "told"), [(KeyboardInterrupt(), KeyboardInterrupt), (SystemExit(3), BaseExceptionGroup)]
)
def test_ctrl_c_is_one_whichever_task_it_comes_to(ended: BaseException, told: type[BaseException]) -> None:
    async def run() -> None:
        raise BaseExceptionGroup("a task has ended", [BaseExceptionGroup("another", [ended])])

    with click.Context(click.Command("any")), pytest.raises(told):
        Options("", None, False, False, False).run(run)
