"""Each rule of the sweep names the run that breaks it, and lets the good ones pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace as replace_in

from cdpwebai.errors import ArtifactsMissing, Disconnected, NotFinished, ProviderError, SubmissionUnknown
from cdpwebai.records import Answer, Artifact, Baseline, Session
from tests.faults.judging import GRACE, Run, Truth, broken_rules

PROMPT, ANSWER = "Count to four.", "one, two, three, four."
ADDRESS = "http://127.0.0.1:1/c/5f0c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f"

TRUTH = Truth(
    values=frozenset({ANSWER}), answers=frozenset({ANSWER}), message_id="m", address=ADDRESS, sent=False, seconds=60
)
LATER = replace(TRUTH, sent=True)


def answer(markdown: str = ANSWER) -> Answer:
    return Answer(markdown=markdown, text=markdown, source="record", exactness="exact", message_id="a")


def stored(status: Any, message_id: str = "m", markdown: str = "", url: str | None = ADDRESS) -> Session:
    return Session(
        vendor="demo",
        prompt=PROMPT,
        baseline=Baseline(),
        id="S",
        generation=1,
        status=status,
        prompt_hash="",
        created_at=0,
        updated_at=0,
        message_id=message_id,
        conversation_url=url,
        answer=answer(markdown) if markdown else None,
    )


SUBMITTING = (stored("submitting", "", url=None),)
COMPLETE = (stored("complete", markdown=ANSWER),)
UNKNOWN = (stored("unknown-submission", "", url=None),)

GOOD = Run(value=ANSWER, sends=1, at_send=SUBMITTING, stored=COMPLETE)


def lost(**known: Any) -> Disconnected:
    """An error that says what it may say after Send was pressed."""
    error = Disconnected("it cannot be told whether the prompt was sent: gone", page_may_have_changed=None)
    error.session_id = known.get("session_id", "S")
    return error


def unsent() -> ProviderError:
    return ProviderError(
        "the prompt was not sent", code="c", stage="commit-verify", hint="h", page_may_have_changed=True, session_id="S"
    )


LOST = Run(error=lost(), sends=1, at_send=SUBMITTING, stored=UNKNOWN)

CHOSEN = ("work", "GPT-5.6 Sol", "high")
ATTACHED = replace(TRUTH, files=2, chips=("a.txt", "b.csv"))
GIVEN = replace(GOOD, handed=(2,), chips=("a.txt", "b.csv"))

ZIP = Artifact(kind="file", name="a.zip", source="a", path="/a.zip", size=3, sha256=sha256(b"zip").hexdigest())
SAVING = replace(TRUTH, saved={"a.zip": b"zip"})
MISSING = ArtifactsMissing("not there", answer=None, code="c", hint="h", page_may_have_changed=True, session_id="S")
SAVED = replace(
    GOOD, saved={"a.zip": b"zip"}, stored=(replace_in(COMPLETE[0], answer=replace_in(answer(), files=(ZIP,))),)
)

TASK = replace(TRUTH, asked=("work", 4, "fast"), steps=2, fasts=1, chosen=CHOSEN)


def task(surface: Any = "work", power: int = 4, speed: Any = "fast") -> tuple[Session]:
    known = stored("complete", markdown=ANSWER)
    return (replace_in(known, surface=surface, response_contract="work", power=power, speed=speed),)


DONE = Run(value=ANSWER, sends=1, at_send=SUBMITTING, stored=task(), steps=2, fasts=1, radios=1, chosen=CHOSEN)


@pytest.mark.parametrize(
    ("run", "truth"),
    [
        (GOOD, TRUTH),
        (LOST, TRUTH),
        (DONE, TASK),
        (GIVEN, ATTACHED),
        (Run(error=Disconnected("not sent: gone"), handed=(2,)), ATTACHED),
        (SAVED, SAVING),
        (Run(cancelled=True, sends=1, at_send=SUBMITTING, stored=UNKNOWN, saved={"a.zip": b"zip"}), SAVING),
        (replace(GOOD, value=None, error=MISSING), SAVING),
        (Run(error=Disconnected("nothing was typed: gone"), steps=1, radios=1), TASK),
        (Run(cancelled=True), TRUTH),
        (Run(cancelled=True, stored=SUBMITTING), TRUTH),
        (Run(cancelled=True, sends=1, at_send=SUBMITTING, stored=SUBMITTING), TRUTH),
        (Run(error=Disconnected("nothing was typed: gone")), TRUTH),
        (Run(error=NotFinished("not in time"), over=GRACE), TRUTH),
        (Run(error=unsent(), sends=1, at_send=SUBMITTING, composer=PROMPT, stored=(stored("failed", ""),)), TRUTH),
        (Run(value=ANSWER, stored=COMPLETE), LATER),
        (Run(error=NotFinished("not in time"), stored=(stored("timeout"),)), LATER),
        (Run(cancelled=True, stops=1, stored=(stored("stopped"),)), LATER),
    ],
)
def test_a_good_run_breaks_no_rule(run: Run, truth: Truth) -> None:
    assert broken_rules(run, truth) == []


BROKEN: Mapping[str, tuple[Run, Truth, str]] = {
    "an untyped error": (replace(LOST, error=None, crash="KeyError"), TRUTH, "something else than an error of ours"),
    "another answer": (replace(GOOD, value="one, two"), TRUTH, "another value than the recorded one: 'one, two'"),
    "an answer where an error was recorded": (GOOD, replace(TRUTH, values=frozenset()), "another value"),
    "too long": (replace(LOST, over=GRACE + 0.1), TRUTH, "went on for 5.1 s"),
    "a warning": (replace(GOOD, warnings=("never awaited",)), TRUTH, "left a warning: never awaited"),
    "two sends": (replace(GOOD, sends=2, at_send=SUBMITTING * 2), TRUTH, "Send was pressed 2 times"),
    "a send on coming back": (replace(GOOD, sends=1), LATER, "Send was pressed again"),
    "two stops": (replace(GOOD, stops=2), TRUTH, "Stop was pressed 2 times"),
    "two continues": (replace(GOOD, continues=2), TRUTH, "Continue was pressed 2 times"),
    "a power that was moved too far": (replace(DONE, steps=3), TASK, "with the power moved by 3"),
    "a power that was moved too far, and nothing sent": (Run(cancelled=True, steps=3), TASK, "was moved by 3"),
    "a power that was not moved": (replace(DONE, steps=1), TASK, "with the power moved by 1"),
    "a speed that was pressed twice": (replace(DONE, fasts=2), replace(TASK, fasts=2), "the speed 2 times"),
    "a speed in a chat": (replace(GOOD, fasts=1), TRUTH, "the speed 1 times"),
    "two presses for Work": (replace(DONE, radios=2), TASK, "Work was chosen 2 times and the speed 1 times"),
    "a task sent on Chat": (replace(DONE, chosen=("chat",)), TASK, "Send was pressed where chat was seen"),
    "a task sent unseen": (replace(DONE, chosen=()), TASK, "Send was pressed where nothing was seen"),
    "another power stored": (replace(DONE, stored=task(power=3)), TASK, "stored as asked for of ('work', 3, 'fast')"),
    "another surface stored": (replace(DONE, stored=task(surface="chat")), TASK, "stored as asked for of ('chat'"),
    "a chat stored as a task": (replace(GOOD, stored=task()), TRUTH, "stored as asked for of ('work'"),
    "Enter": (replace(GOOD, enters=1), TRUTH, "Enter was pressed"),
    "not written ahead": (replace(GOOD, at_send=()), TRUTH, "before the prompt was stored"),
    "a store that is lost": (replace(GOOD, unreadable="cut", stored=()), TRUTH, "the store cannot be read: cut"),
    "a session that is lost": (replace(LOST, stored=()), TRUTH, "0 sessions are stored"),
    "a session too many": (replace(GOOD, stored=COMPLETE * 2), TRUTH, "2 sessions are stored"),
    "returned, not stored": (replace(GOOD, stored=(stored("sent"),)), TRUTH, "returned and not stored"),
    "sent without a press": (Run(cancelled=True, stored=(stored("sent"),)), TRUTH, "Send was never pressed"),
    "sent without a message": (replace(LOST, stored=(stored("sent", ""),)), TRUTH, "stored as sent without our"),
    "another message": (replace(LOST, stored=(stored("sent", "x"),)), TRUTH, "another message or conversation"),
    "another conversation": (replace(LOST, stored=(stored("sent", url=ADDRESS[:-1]),)), TRUTH, "or conversation"),
    "another answer stored": (replace(GOOD, stored=(stored("complete", markdown="one"),)), TRUTH, "is stored: 'one'"),
    "complete without an answer": (replace(GOOD, stored=(stored("complete"),)), TRUTH, "complete without an answer"),
    "an answer too early": (replace(LOST, stored=(stored("sent", markdown=ANSWER),)), TRUTH, "sent with an answer"),
    "complete, and an error": (replace(LOST, stored=COMPLETE), TRUTH, "told as cdp.disconnected"),
    "stopped without a press": (Run(cancelled=True, stored=(stored("stopped"),)), LATER, "Stop was never pressed"),
    "failed after the press": (replace(LOST, stored=(stored("failed", ""),)), TRUTH, "stored as failed after Send"),
    "the composer held something else": (
        Run(error=unsent(), sends=1, at_send=SUBMITTING, composer="", stored=(stored("failed", ""),)),
        TRUTH,
        "the error says that it was not, which was not seen",
    ),
    "no word of the change": (
        replace(LOST, error=SubmissionUnknown("unknown", session_id="S")),
        TRUTH,
        "says that the page was not changed",
    ),
    "an exit code that knows": (
        replace(LOST, error=NotFinished("late", page_may_have_changed=True, session_id="S")),
        TRUTH,
        "the exit code is 4",
    ),
    "files twice": (replace(GIVEN, handed=(2, 2)), ATTACHED, "handed over again"),
    "a file too few": (replace(GIVEN, handed=(1,)), ATTACHED, "[1] of 2 files had been handed over"),
    "files that are not seen": (replace(GIVEN, chips=("a.txt",)), ATTACHED, "these files were seen: ('a.txt',)"),
    "files that nobody gave": (replace(GOOD, handed=(1,)), TRUTH, "handed over again"),
    "half a file": (replace(SAVED, saved={"a.zip": b"zi"}), SAVING, "2 bytes, which are not those"),
    "a part left behind": (replace(SAVED, saved={".x.part": b"z", "a.zip": b"zip"}), SAVING, ".x.part was saved"),
    "an answer without its file": (replace(SAVED, saved={}), SAVING, "there is only []"),
    "a file that is told and not there": (replace(SAVED, value=None, cancelled=True, saved={}), SAVING, "is told"),
    "some of what was required": (replace(SAVED, value=None, error=MISSING), SAVING, "saved all the same"),
    "no word of the session": (replace(LOST, error=lost(session_id=None)), TRUTH, "does not name the session"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_run_that_breaks_a_rule_is_named_for_it(name: str) -> None:
    run, truth, told = BROKEN[name]
    assert any(told in rule for rule in broken_rules(run, truth)), broken_rules(run, truth)
