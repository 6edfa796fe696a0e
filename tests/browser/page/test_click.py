"""Clicks in Chromium: one trusted press where the target stands, or none and the reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.errors import ActRefused, InputError, SelectorError
from cdpwebai.page.acting import Target
from cdpwebai.page.library import Library
from cdpwebai.page.readers import VerdictReader
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Reason, Unknown, Visible
from tests.manifest import proves
from tests.reasons import produces

PageUrl = Callable[..., str]

REACHABLE = VerdictReader("reachable")


async def pressed(tab: Tab) -> list[Any]:
    events: list[Any] = await tab.evaluate("pressed")
    return events


def press_of(name: str) -> list[Any]:
    return [[kind, name, True, 1] for kind in ("mousedown", "mouseup", "click")]


@proves("oracle.B3")
@pytest.mark.parametrize("name", ["plain", "below", "rich", "twin", "soon-free"])
async def test_a_target_gets_one_trusted_press(tab: Tab, page_url: PageUrl, name: str) -> None:
    await tab.navigate(page_url("press.html"))
    await tab.evaluate("setTimeout(() => document.getElementById('soon-gone').remove(), 200)")
    click = await tab.click(".twin" if name == "twin" else f"#{name}")
    assert await pressed(tab) == press_of(name)
    assert isinstance(click.seen, Visible)
    assert name in click.name


async def test_a_target_that_must_be_there_is_missed_soon_and_one_that_is_not_free_is_waited_for(
    tab: Tab, page_url: PageUrl
) -> None:
    await tab.navigate(page_url("press.html"))
    with trio.fail_after(5), pytest.raises(ActRefused, match=r"nothing is there \(for 0.1 s\)"):
        await tab.click("#nothing", timeout=60, missing=0.1)
    await tab.evaluate("setTimeout(() => document.getElementById('soon-gone').remove(), 500)")
    click = await tab.click("#soon-free", missing=0.1)
    assert isinstance(click.seen, Visible)


async def test_a_target_in_a_shadow_root_is_pressed(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    click = await tab.click("#in-shadow")
    assert await pressed(tab) == press_of("in-shadow")
    assert isinstance(click.seen, Visible)


REFUSED = {
    "#hidden": ("hidden", "it is not visible"),
    "#disabled": ("disabled", "it is disabled"),
    "#in-disabled": ("disabled", "it is disabled"),
    "#aria-disabled": ("disabled", "it is disabled"),
    "#inert": ("disabled", "it is disabled"),
    "#covered": ("covered", "it is covered by <div #lid.lid>"),
    "#nothing": ("gone", "nothing is there"),
}


@pytest.mark.parametrize("selector", REFUSED)
async def test_a_target_that_cannot_be_pressed_is_not_and_the_reason_is_told(
    tab: Tab, page_url: PageUrl, selector: str
) -> None:
    await tab.navigate(page_url("press.html"))
    with pytest.raises(ActRefused) as refused:
        await tab.click(selector, timeout=1.5)
    reason, why = REFUSED[selector]
    assert refused.value.reason == reason
    assert why in refused.value.message
    assert selector in refused.value.message
    assert refused.value.page_may_have_changed is False
    assert await pressed(tab) == []


@proves("oracle.B10")
async def test_a_target_that_moves_is_pressed_where_it_comes_to_rest(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    await tab.evaluate("slide(30)")
    click = await tab.click("#slides", timeout=20)
    assert await pressed(tab) == press_of("slides")
    box = await tab.evaluate(
        "(() => { const b = document.getElementById('slides').getBoundingClientRect(); return [b.x, b.width]; })()"
    )
    assert click.point[0] == pytest.approx(box[0] + box[1] / 2)


@proves("oracle.B10")
async def test_a_target_that_never_rests_is_not_pressed(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    await tab.evaluate("slide(1e9)")
    with pytest.raises(ActRefused, match="does not stand still") as refused:
        await tab.click("#slides", timeout=1.5)
    assert refused.value.reason == "moving"
    assert await pressed(tab) == []


async def test_a_target_that_goes_under_the_press_is_told_as_it_was_seen(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    click = await tab.click("#ends")
    assert click.seen == Absent(("click",))
    assert (await pressed(tab))[0] == ["mousedown", "ends", True, 1]


async def test_after_a_press_that_leaves_the_page_what_was_seen_is_unknown_or_seen(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    click = await tab.click("#leaves")
    assert isinstance(click.seen, Visible | Unknown)
    with trio.fail_after(10):
        while tab.url != page_url("blank.html"):  # noqa: ASYNC110 - the browser moves it, not a task of ours
            await trio.sleep(0.01)
    assert await tab.call_function("() => document.URL") == page_url("blank.html")


async def test_what_is_asked_last_is_asked_with_the_mouse_there_and_can_keep_the_button_from_going_down(
    tab: Tab, page_url: PageUrl
) -> None:
    async def refuse() -> None:
        assert await tab.evaluate("document.querySelector('#plain').matches(':hover')")
        raise ActRefused("not now", reason="gone")

    async def allow() -> None:
        assert await pressed(tab) == []

    await tab.navigate(page_url("press.html"))
    with pytest.raises(ActRefused, match="not now"):
        await tab.click("#plain", last=refuse)
    assert await pressed(tab) == []
    await tab.click("#plain", last=allow)
    assert await pressed(tab) == press_of("plain")


async def test_an_aim_may_be_a_reader_of_the_library(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    with pytest.raises(ActRefused, match="no script is called nope"):
        await tab.click(Target("nope"), timeout=1.5)


async def test_a_selector_that_does_not_parse_presses_nothing(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    with pytest.raises(SelectorError, match="is not a CSS selector"):
        await tab.click("a[", timeout=1.5)
    assert await pressed(tab) == []


@produces(Reason.OCCLUDED, Reason.NO_ANCHOR)
async def test_whether_a_press_would_reach_is_a_verdict(tab: Tab, page_url: PageUrl) -> None:
    await tab.navigate(page_url("press.html"))
    looked = {
        name: await tab.look(REACHABLE, {"selector": f"#{name}"})
        for name in ("plain", "covered", "hidden", "below", "x")
    }
    assert {name: getattr(one, "reason", type(one)) for name, one in looked.items()} == {
        "plain": Visible,
        "covered": Reason.OCCLUDED,
        "hidden": Absent,
        "below": Reason.NO_ANCHOR,
        "x": Absent,
    }


SWITCHES = {
    '<b aria-checked="true">': "visible",
    '<b aria-checked="false">': "absent",
    '<b aria-checked="true" data-state="on">': "visible",
    '<b aria-checked="false" data-state="inactive" aria-pressed="false">': "absent",
    '<b aria-checked="true" data-state="off">': "conflict",
    '<b aria-checked="mixed">': "not-supported",
    "<b>": "not-supported",
    '<input type="checkbox" checked>': "visible",
    '<input type="radio">': "absent",
    '<input type="checkbox" checked aria-checked="false">': "conflict",
}


@produces(Reason.CONFLICT, Reason.NOT_SUPPORTED)
@pytest.mark.parametrize("markup", SWITCHES)
async def test_a_switch_is_on_or_off_when_its_signs_agree(tab: Tab, markup: str) -> None:
    library = Library.load("cdpwebai.page", "tests.browser.page")
    async with Tab.open(tab.cdp, library=library) as tab:
        await tab.call_function("(html) => { document.body.innerHTML = html; return null; }", markup)
        answer = await tab.look(VerdictReader("first_checked"))
    said = {Visible: "visible", Absent: "absent"}
    assert (answer.reason if isinstance(answer, Unknown) else said[type(answer)]) == SWITCHES[markup]


@pytest.mark.parametrize("name", ["parentNode", "parentElement", "host", "shadowRoot"])
async def test_a_target_in_a_form_whose_field_has_the_name_of_a_way_out_is_pressed(tab: Tab, name: str) -> None:
    await tab.evaluate(f"document.body.innerHTML = '<form><input name={name}><b id=x><i>words</i></b></form>', 0")
    with trio.fail_after(10):
        click = await tab.click("#x")
        around = await tab.click("form")
    assert isinstance(click.seen, Visible)
    assert isinstance(around.seen, Visible)


async def test_what_covers_a_target_is_told_in_a_form_whose_field_is_called_like_its_parent(tab: Tab) -> None:
    lid = "<i style='position: absolute; inset: 0; background: white'></i>"
    form = f"<form><input name=parentNode><div style='position: relative'><b id=x>words</b>{lid}</div></form>"
    await tab.call_function("html => { document.body.innerHTML = html; }", form)
    with pytest.raises(ActRefused, match="it is covered by <i>"):
        await tab.click("#x", timeout=1.5)


async def test_a_selector_that_does_not_parse_is_refused_at_once_by_every_act(tab: Tab, tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b"x")
    with trio.fail_after(20):
        with pytest.raises(SelectorError, match=r"\[\["):
            await tab.click("[[", timeout=60)
        with pytest.raises(SelectorError, match=r"\[\["):
            await tab.set_files("[[", [tmp_path / "f"])
        with pytest.raises(InputError, match="no selector was given"):
            await tab.probe([])
