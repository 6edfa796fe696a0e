"""Tasks from sending to answer: in five languages, by both pickers, at each power and speed, and what goes wrong.

They are played at once as the scenario files are, and judged by what the site had in force at the send.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from cdpwebai.demosite import Scenario
from tests.browser.providers.support import LANGUAGES
from tests.manifest import proves
from tests.support.judging import Run, judge
from tests.support.own_host import hosts
from tests.support.work_runs import play_all

Keys = dict[str, Any]

ANSWER = "The notes are ready."
ID = "6a2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"
OLD = "0b2f6f5e-0c1d-4a3b-9f00-1d2e3f405162"
REFUSED = {"status": "error", "sends": 0, "errorCode": "provider.work-state-unknown", "within": 60}


def reply(*middle: Keys, chat: str, ends: float) -> list[Keys]:
    """A task that begins, does what stands in the middle, and ends with its answer."""
    return [
        {"at": 0.05, "do": "user_turn"},
        {"at": 0.1, "do": "url", "to": f"/c/{chat}"},
        {"at": 0.15, "do": "stop", "state": "on"},
        {"at": 0.2, "do": "assistant_turn", "id": "a1"},
        {"at": 0.25, "do": "work", "state": "thinking"},
        *middle,
        {"at": ends - 0.2, "do": "text", "md": ANSWER, "mode": "set"},
        {"at": ends - 0.1, "do": "work", "state": "done", "outputs": ["notes.md"]},
        {"at": ends, "do": "stop", "state": "off"},
        {"at": ends, "do": "bar"},
        {"at": ends, "do": "record", "state": "finished"},
    ]


def scenario(
    name: str, asked: Keys, expect: Keys, *middle: Keys, turns: list[Keys] | None = None, **site: Any
) -> Scenario:
    """A prompt at this power and speed; ``site`` as in the scenario format. With ``turns`` it goes to an old chat."""
    address = {"url": f"https://chatgpt.com/c/{OLD}"} if turns else {}
    whole = {
        "schema": 1,
        "name": name,
        "site": site,
        "turns": turns or [],
        "ask": {"prompt": "Prepare the notes.", "timeout": 60, "work": asked, **address},
        "replies": [reply(*middle, chat=OLD if turns else ID, ends=max([1.2, *(step["at"] + 1 for step in middle)]))],
        "expect": {"within": 20, **expect},
    }
    return msgspec.convert(whole, Scenario)


def healthy() -> Iterator[Scenario]:
    """Every language by every picker; the powers and the speeds take turns, from every start."""
    speeds = [(start, asked) for asked in (None, "standard", "fast") for start in ("standard", "fast")]
    for number, (lang, picker) in enumerate((lang, picker) for picker in ("power", "slider") for lang in LANGUAGES):
        start, power = 1 + (number * 5 + 3) % 6, 1 + number % 6
        at_load, asked = speeds[number % 6]
        wish = {"power": power} | ({"speed": asked} if asked else {})
        picked = {"surface": "work", "power": power, "speed": asked or at_load, "how": "click"}
        presses = int(asked not in (None, at_load))
        clicks = {"fast": presses, "work-speed": 0, "power-key": abs(power - start), "radio:work": 1, "send": 1}
        expect = {"status": "complete", "answer": {"equals": ANSWER}, "picked": picked, "clicks": clicks}
        yield scenario(f"{lang}-{picker}", wish, expect, lang=lang, picker=picker, work_power=start, speed=at_load)


HEALTHY = {one.name: one for one in healthy()}

COMPLETE = {"status": "complete", "answer": {"equals": ANSWER}}

LEFT = {
    one.name: one
    for one in (
        scenario("on-work", {"power": 2}, COMPLETE | {"clicks": {"radio": 0, "send": 1}}, surface="work"),
        scenario(
            "in-a-task",
            {"power": 2},
            COMPLETE | {"clicks": {"radio": 0, "send": 1}, "picked": {"path": f"/c/{OLD}"}},
            turns=[{"role": "user", "text": "Before."}, {"role": "assistant", "text": "The old notes."}],
            surface="work",
            history=[{"id": OLD, "title": "Old", "work": True}],
        ),
        scenario(
            "in-a-chat",
            {"power": 2},
            REFUSED | {"clicks": {"radio": 0, "model-pill": 0, "send": 0}},
            turns=[{"role": "user", "text": "Before."}, {"role": "assistant", "text": "Yes."}],
            history=[{"id": OLD, "title": "Old"}],
        ),
    )
}

WRONG = {
    one.name: one
    for one in (
        scenario("stuck", {"power": 5}, REFUSED, picker="slider", work={"step": 0}),
        scenario("two-per-key", {"power": 5}, REFUSED, picker="slider", work_power=1, work={"step": 3}),
        scenario("clamps", {"power": 6}, REFUSED, picker="slider", work_power=3, work={"max": 4}),
        scenario("label-says-2", {"power": 3}, REFUSED, picker="slider", work={"label_off": -1}),
        scenario(
            "does-not-switch",
            {"power": 3},
            REFUSED | {"clicks": {"radio:work": 1, "model-pill": 0, "send": 0}},
            flips=[{"what": "surface", "on": "choose"}],
        ),
        scenario(
            "switches-back-when-chosen",
            {"power": 3},
            REFUSED | {"clicks": {"radio:work": 1, "send": 0}},
            flips=[{"what": "surface", "on": "close"}],
        ),
    )
}


SAID = {"at": 0.4, "do": "text", "md": "I am on it."}
BEGUN = {
    one.name: one
    for one in (
        scenario("acknowledges", {"power": 2}, COMPLETE, SAID, {"at": 3.0, "do": "noise", "seconds": 0.5}),
        scenario(
            "acknowledges-with-copy",
            {"power": 2},
            COMPLETE,
            SAID,
            {"at": 0.5, "do": "bar"},
            {"at": 3.0, "do": "noise", "seconds": 0.5},
        ),
        scenario(
            "acknowledges-without-stop",
            {"power": 2},
            COMPLETE,
            SAID,
            {"at": 0.5, "do": "bar"},
            {"at": 0.6, "do": "stop", "state": "off"},
            {"at": 3.0, "do": "noise", "seconds": 0.5},
        ),
    )
}

PLAYED = HEALTHY | LEFT | WRONG | BEGUN


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Run | BaseException]]:
    with hosts(tmp_path_factory.mktemp("hosts")) as at:
        yield play_all([at], tmp_path_factory.mktemp("home"), PLAYED)


def run_of(runs: Mapping[str, Run | BaseException], name: str) -> Run:
    run = runs[name]
    if isinstance(run, BaseException):
        raise run
    return run


@pytest.mark.parametrize("name", HEALTHY)
@proves("seed000.languages", "ref.F5.NORM-1", "ref.F5.NORM-2", "ref.F5.NORM-12", "ref.F5.NORM-17", "ref.F5.NORM-18")
def test_a_task_is_sent_in_every_language_by_every_picker(runs: Mapping[str, Run | BaseException], name: str) -> None:
    run = run_of(runs, name)
    assert judge(run) == []
    assert run.warnings == ()
    wanted, session = run.scenario.expect.picked, run.session
    assert session is not None
    seen = session.work_selection
    assert seen is not None
    assert (seen.power, seen.speed, seen.more_usage) == (wanted["power"], wanted["speed"], wanted["speed"] == "fast")
    assert (seen.surface_switched, seen.verified, session.task_id) == (True, True, ID)


@pytest.mark.parametrize("name", LEFT)
@proves("ref.F5.NORM-3", "ref.F5.NORM-4", "ref.F5.NORM-5", "ref.F5.NORM-8", "ref.F5.NORM-9", "ref.F5.NORM-17")
def test_no_radio_is_pressed_on_a_page_that_is_on_work_or_in_a_conversation(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    run = run_of(runs, name)
    assert judge(run) == []
    selection = run.session.work_selection if run.session else None
    assert selection is None or not selection.surface_switched


@pytest.mark.parametrize("name", WRONG)
@proves("ref.F5.NORM-10", "ref.F5.NORM-11", "ref.F5.NORM-15", "ref.F5.NORM-16", "seed000.wrong-picker")
def test_what_goes_wrong_before_the_send_ends_it_and_nothing_is_sent(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    assert judge(run_of(runs, name)) == []


@pytest.mark.parametrize("name", BEGUN)
@proves("ref.F5.WORK-31", "seed000.acknowledged")
def test_an_acknowledgement_is_no_completion_whatever_stands_below_it(
    runs: Mapping[str, Run | BaseException], name: str
) -> None:
    assert judge(run_of(runs, name)) == []
