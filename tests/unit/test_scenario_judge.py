"""The judge of scenario runs: every key of ``expect`` that it reads finds its fault, and a right run has none."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest

from cdpwebai.demosite import Site, load_scenario
from cdpwebai.demosite.log import Send, Upload
from cdpwebai.errors import NotFinished, PartialAnswer
from cdpwebai.records import Answer, Baseline, Observations, QueryResult, Session
from tests.support.chances import CHANCES, alone_where_short, is_short
from tests.support.judging import Run, judge

ANSWER = Answer(markdown="one, two", text="one, two", source="record", exactness="exact", message_id="a1")
SENT = Send(number=1, text="Count.", path="/", how="click", at=0.5, surface="chat")
FINE: dict[str, Any] = {"status": "complete", "answer": {"equals": "one, two"}}


def session(**known: Any) -> Session:
    return Session(
        vendor="demo", prompt="Count.", baseline=Baseline(), deadline_at=None, original_url="", id="S1", generation=1,
        status="complete", prompt_hash="", created_at=0.0, updated_at=0.0, answer=ANSWER, **known,
    )  # fmt: skip


def run(expect: dict[str, Any], **change: Any) -> Run:
    """A run in which all was right: one send by a click, "one, two" 0.2 s after the end."""
    scenario = load_scenario(json.dumps({"schema": 1, "name": "judged", "expect": expect}))
    site = Site(scenario)
    site.log.sends.append(change.pop("send", SENT))
    site.log.clicks.update(change.pop("clicks", {"send": 1}))
    result = QueryResult(
        vendor="demo", session_id="S1", url="", answer=ANSWER, observations=Observations(), warnings=("a-warning",)
    )
    return replace(Run(scenario, site, result, None, 0.2, session()), **change)


CUT = PartialAnswer("it was cut", partial="one")
LATE = NotFinished("not yet", partial="one")


@pytest.mark.parametrize(
    ("expect", "change"),
    [
        (FINE, {}),
        (FINE | {"status": ["complete", "error"]}, {}),
        ({"status": "partial", "errorCode": "provider.answer-partial"}, {"result": None, "error": CUT}),
        ({"status": ["complete", "timeout"]}, {"result": None, "error": LATE, "late": 30.0}),
        (FINE | {"warnings": ["a-warning"], "session": {"status": "complete", "conversationUrl": None}}, {}),
        (FINE | {"clicks": {"send": 1, "retry": 0}, "picked": {"surface": "chat", "how": ["click", "enter"]}}, {}),
        (FINE | {"sends": [0, 1], "sent": {"equals": "Count."}}, {}),
    ],
)
async def test_a_right_run_has_no_fault(expect: dict[str, Any], change: dict[str, Any]) -> None:
    assert judge(run(expect, **change)) == []


UPLOADED = Send(
    number=1, text="Count.", path="/", how="click", at=0.5, surface="chat",
    uploads=(Upload(id="f1", name="pasted.txt", size=1, sha256="", pasted=True),),
)  # fmt: skip


@pytest.mark.parametrize(
    ("expect", "change", "fault"),
    [
        ({"status": "timeout"}, {}, "status is complete"),
        ({"status": "error"}, {"result": None, "error": LATE}, "status is timeout"),
        ({"status": "partial", "errorCode": "x"}, {"result": None, "error": CUT}, "code is provider.answer-partial"),
        (FINE | {"answer": {"equals": "one"}}, {}, "answer is 'one, two', not 'one'"),
        (FINE | {"answer": {"contains": "three"}}, {}, "answer lacks 'three'"),
        (FINE | {"answer": {"lacks": "two"}}, {}, "answer holds 'two'"),
        (FINE | {"answer": {"startswith": "two"}}, {}, "answer does not start"),
        (FINE | {"answer": {"endswith": "one"}}, {}, "answer does not end"),
        (FINE | {"answer": {"counts": {"one": 2}}}, {}, "answer holds 'one' 1 times"),
        ({"status": "partial", "partial": {"equals": "two"}}, {"result": None, "error": CUT}, "partial is 'one'"),
        (FINE | {"sends": 2}, {}, "1 sends, not 2"),
        (FINE | {"sent": {"equals": "Count"}}, {}, "sent is 'Count.'"),
        (FINE | {"clicks": {"modal": 0}}, {"clicks": {"modal:got-it": 1}}, "1 clicks on modal"),
        (FINE, {"clicks": {"send": 1, "untrusted:send": 1}}, "a click made up by a script: untrusted:send"),
        (FINE | {"picked": {"surface": "work"}}, {}, "surface was 'chat'"),
        (FINE, {"send": UPLOADED}, "send 1 carried ['pasted.txt'], not []"),
        (FINE, {"clicks": {"remove": 1}}, "a file was taken away"),
        (FINE | {"warnings": ["another"]}, {}, "no warning another"),
        (FINE | {"session": {"status": "sent"}}, {}, "status is stored as 'complete'"),
        (FINE | {"session": {"status": "complete"}}, {"session": None}, "status is stored as None"),
        (FINE, {"late": 5.1}, "5.10 s after the end, not within 5"),
        ({"status": "partial"}, {"result": None, "error": CUT, "late": 5.1}, "5.10 s after the end"),
    ],
)
async def test_each_fault_is_named(expect: dict[str, Any], change: dict[str, Any], fault: str) -> None:
    (found,) = judge(run(expect, **change))
    assert fault in found


async def test_files_may_go_along_where_the_scenario_says_so() -> None:
    assert judge(run(FINE | {"uploads": "pasted"}, send=UPLOADED)) == []


def with_file(sha256: str, *more: Upload) -> Send:
    upload = Upload(id="f1", name="a(1).txt", size=3, sha256=sha256)
    return Send(
        number=1, text="Count.", path="/", how="click", at=0.5, surface="chat", uploads=(upload, *more)
    )  # fmt: skip


ABC = hashlib.sha256(b"abc").hexdigest()


@pytest.mark.parametrize(
    ("send", "faults"),
    [
        (with_file(ABC), []),
        (with_file("0" * 64), ["send 1 carried ['a(1).txt'], not ['a.txt']"]),
        (with_file(ABC, UPLOADED.uploads[0]), ["send 1 carried ['a(1).txt', 'pasted.txt'], not ['a.txt']"]),
        (SENT, ["send 1 carried [], not ['a.txt']"]),
    ],
)
async def test_a_send_carries_exactly_the_files_that_were_asked_for(send: Send, faults: list[str]) -> None:
    judged = run(FINE, send=send)
    text = json.dumps(
        {"schema": 1, "name": "judged", "expect": FINE, "ask": {"files": [{"name": "a.txt", "text": "abc"}]}}
    )
    assert judge(replace(judged, scenario=load_scenario(text))) == faults


GAVE_UP = {"result": None, "error": CUT}


@pytest.mark.parametrize(
    ("expect", "change", "excused"),
    [
        (FINE, {"late": 5.1}, True),
        (FINE, GAVE_UP, True),
        (FINE | {"sends": 2}, GAVE_UP, True),
        (FINE, {}, False),
        (FINE | {"answer": {"equals": "one"}}, {"late": 5.1}, False),
        (FINE | {"sends": 0}, GAVE_UP, False),
        (FINE | {"clicks": {"modal": 0}}, GAVE_UP | {"clicks": {"modal:got-it": 1}}, False),
        (FINE, GAVE_UP | {"clicks": {"untrusted:send": 1}}, False),
        (FINE, GAVE_UP | {"saved": {"client/a.txt": b"a"}}, False),
    ],
)
async def test_who_is_late_or_gave_up_has_another_chance_and_who_did_too_much_has_none(
    expect: dict[str, Any], change: dict[str, Any], excused: bool
) -> None:
    first = run(expect, **change)
    found: dict[str, Run | BaseException] = {"it": first}
    again = run(FINE)

    async def play_again(name: str) -> Run | BaseException:
        return again

    assert is_short(first) is excused
    await alone_where_short(found, play_again)
    assert found["it"] is (again if excused else first)


async def test_who_falls_short_each_time_falls_short() -> None:
    found: dict[str, Run | BaseException] = {"it": run(FINE, **GAVE_UP)}
    played: list[str] = []

    async def play_again(name: str) -> Run | BaseException:
        played.append(name)
        return run(FINE, **GAVE_UP)

    await alone_where_short(found, play_again)
    (last,) = found.values()
    assert isinstance(last, Run)
    assert (played, bool(judge(last))) == (["it"] * CHANCES, True)
