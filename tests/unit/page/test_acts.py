"""The decisions of acts, apart from their doing: what may be pressed, how a navigation ended, who is answered how."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp.domains import page
from cdpwebai.errors import InputError, NavigationFailed
from cdpwebai.page.acting import Heard, Target, aim_of, heard_verdict
from cdpwebai.page.click import Hit, refusal
from cdpwebai.page.dialogs import DialogPolicy
from cdpwebai.page.files import check_files
from cdpwebai.page.navigate import Outcome, plan
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Visible

STANDING = Hit(1, "<button>", (0, 0, 10, 10), (5, 5), inside=True, visible=True, enabled=True)


def hit(**changes: Any) -> Known[Hit]:
    return Known(Hit(**{**{name: getattr(STANDING, name) for name in STANDING.__struct_fields__}, **changes}))


@pytest.mark.parametrize(
    ("there", "reason"),
    [
        (hit(), None),
        (Unknown(Reason.DEADLINE, "slow"), "unreadable"),
        (hit(count=0), "gone"),
        (hit(visible=False), "hidden"),
        (hit(enabled=False), "disabled"),
        (hit(inside=False), "outside"),
        (hit(box=(1, 0, 10, 10)), "moving"),
        (hit(over="<div #lid>"), "covered"),
        (hit(over="<div #lid>", enabled=False), "disabled"),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
def test_a_target_is_pressed_only_as_it_must_be(there: Known[Hit] | Unknown, reason: str | None) -> None:
    refused = refusal(there, hit())
    assert (refused and refused.reason) == reason


def test_what_covers_a_target_is_named() -> None:
    refused = refusal(hit(over="<div #lid.a>"), hit())
    assert refused is not None
    assert refused.why == "it is covered by <div #lid.a>"


@pytest.mark.parametrize(
    "before", [None, Unknown(Reason.THREW), hit(box=(0, 3, 10, 10))], ids=["none", "unknown", "moved"]
)
def test_a_target_stands_still_only_when_two_measures_agree(before: Known[Hit] | Unknown | None) -> None:
    refused = refusal(hit(), before)
    assert refused is not None
    assert refused.reason == "moving"


def answered(loader: str | None = None, error: str | None = None, *, download: bool = False) -> page.NavigateResult:
    return page.NavigateResult(frame_id="f", loader_id=loader, error_text=error, is_download=download)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (answered("1"), "arrived"),
        (answered(), "same-document"),
        (answered("1", "net::ERR_ABORTED", download=True), "download"),
        (answered("1", "net::ERR_ABORTED"), "no-content"),
    ],
)
@pytest.mark.parametrize("vetoed", [False, True])
def test_each_outcome_is_told_by_the_browsers_answer(
    reply: page.NavigateResult, outcome: Outcome, vetoed: bool
) -> None:
    assert plan(reply, "u", vetoed=vetoed) == outcome


def test_a_failed_navigation_has_the_browsers_words_and_a_veto_its_own() -> None:
    with pytest.raises(NavigationFailed, match=r"u was not reached: net::ERR_CONNECTION_REFUSED") as failed:
        plan(answered("1", "net::ERR_CONNECTION_REFUSED"), "u", vetoed=False)
    assert failed.value.evidence == {"outcome": "failed", "errorText": "net::ERR_CONNECTION_REFUSED"}
    with pytest.raises(NavigationFailed, match="asked to stay") as stayed:
        plan(answered(None, "net::ERR_ABORTED"), "u", vetoed=True)
    assert stayed.value.evidence == {"outcome": "vetoed"}
    with pytest.raises(NavigationFailed, match="ERR_ABORTED"):
        plan(answered(None, "net::ERR_ABORTED"), "u", vetoed=False)


@pytest.mark.parametrize("kind", ["alert", "confirm", "prompt", "beforeunload", "something-new"])
def test_dialogs_are_dismissed_unless_the_policy_says_otherwise(kind: str) -> None:
    assert not DialogPolicy().accepts(kind, leaving=False)
    everything = DialogPolicy(alert=True, confirm=True, prompt=True, leave=True)
    assert everything.accepts(kind, leaving=False) == (kind != "something-new")


def test_only_the_question_to_leave_is_answered_by_our_own_navigation() -> None:
    kinds = ["alert", "confirm", "prompt", "beforeunload"]
    assert [DialogPolicy().accepts(kind, leaving=True) for kind in kinds] == [False, False, False, True]


HEARD = [Heard("keydown", True, "Enter"), Heard("click", False, ""), Heard("click", True, "")]


def test_what_was_seen_of_an_act_is_a_verdict() -> None:
    seen = heard_verdict(Known(HEARD), "click")
    assert isinstance(seen, Visible)
    assert seen.sight.count == 1
    assert heard_verdict(Known(HEARD), "mousedown") == Absent(("mousedown",))
    assert heard_verdict(Known(HEARD), "keydown", key="a") == Absent(("keydown",))
    assert isinstance(heard_verdict(Known(HEARD), "keydown", key="Enter"), Visible)
    assert heard_verdict(Unknown(Reason.NAVIGATED), "click") == Unknown(Reason.NAVIGATED)


def test_an_aim_is_a_selector_or_a_reader() -> None:
    assert aim_of("#send") == {"selector": "#send"}
    assert aim_of(Target("send_button", ("form",))) == {"reader": "send_button", "args": ("form",)}


def test_files_are_checked_before_anything_else(tmp_path: Any) -> None:
    good = tmp_path / "a.txt"
    good.write_text("x", encoding="utf-8")
    assert check_files([good, str(good)]) == [good, good]
    for paths, says in (([], "no file"), ([good, tmp_path / "b"], "does not exist"), ([tmp_path], "is not a file")):
        with pytest.raises(InputError, match=says):
            check_files(paths)
