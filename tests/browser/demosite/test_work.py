"""The demo site's Work surface: its picker, what is in force at a send, and what a task shows."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.cdp import Session
from tests.browser.demosite.support import COMPOSER, HOLD, Page, opened
from tests.manifest import proves
from tests.unit.demosite.support import scenario, step

PILL = ".__composer-pill"
POWER = '[role="menuitem"][aria-label="Power"]'
SLIDER = '[role="slider"]'
FAST = '[role="menuitemcheckbox"]'
VIEW = '[data-testid="composer-model-picker-slider-%s-view"]'
SWITCH = '[aria-label="Show advanced options"], [aria-label="Show compact options"]'
SETTLED = "new Promise((done) => setTimeout(done, 50))"
"""The page sets things back by timers of its own, that are due at once."""
ARROWS = {-1: ("ArrowLeft", 37), 1: ("ArrowRight", 39)}


def work(*replies: Any, **keys: Any) -> Any:
    return scenario(*replies, site={"surface": "work", **keys})


async def move(page: Page, step: int) -> None:
    await page.js(f"document.querySelector('{POWER}').focus()")
    await page.press(*ARROWS[step])


async def sent_with(page: Page) -> tuple[Any, ...]:
    """What was in force at a send, once whatever the page sets back by itself when text comes in has gone back."""
    await page.write("Go.")
    await page.js(SETTLED)
    await page.click(".slot button")
    await page.sent(1)
    send = page.site.log.sends[0]
    return send.surface, send.power, send.speed, send.model, send.effort


@proves("demosite.work")
async def test_a_key_moves_the_power_and_the_send_tells_what_was_in_force(session: Session) -> None:
    async with opened(session, work()) as page:
        assert await page.texts(PILL) == ["5.6 Sol Light"]
        await page.click(PILL)
        await move(page, 1)
        await page.click(FAST)
        assert await page.texts(PILL) == ["5.6 Sol Medium"]
        assert await page.attribute(SLIDER, "aria-valuetext") == "5.6 Sol Medium, 3 of 6."
        assert await page.attribute(FAST, "aria-label") == "Enable standard mode"
        await page.press("Escape", 27)
        await page.until(f"document.querySelector('{SLIDER}') === null")
        assert await sent_with(page) == ("work", 3, "fast", "GPT-5.6 Sol", "Medium")
        await page.clicked("power-key")
        await page.clicked("fast")
        assert (page.site.log.clicks["power-key"], page.site.log.clicks["fast"]) == (1, 1)


async def test_the_ends_of_the_slider_hold_and_home_and_end_do_nothing(session: Session) -> None:
    async with opened(session, work(work_power=6, work={"max": 6})) as page:
        await page.click(PILL)
        await move(page, 1)
        await page.press("Home", 36)
        assert await page.attribute(SLIDER, "aria-valuenow") == "5"
        await move(page, -1)
        assert await page.attribute(SLIDER, "aria-valuenow") == "4"


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        ({"step": 0}, ("1", "5.6 Sol Light")),
        ({"step": 2}, ("3", "5.6 Sol High")),
        ({"max": 2}, ("1", "5.6 Sol Light")),
        ({"label_off": 1}, ("2", "5.6 Sol High")),
    ],
)
async def test_a_slider_and_its_labels_can_go_wrong(session: Session, keys: Any, shown: tuple[str, str]) -> None:
    async with opened(session, work(work=keys)) as page:
        await page.click(PILL)
        await move(page, 1)
        assert (await page.attribute(SLIDER, "aria-valuenow"), (await page.texts(PILL))[0]) == shown


@pytest.mark.parametrize(
    ("layout", "first", "then"), [("simple", "simple", "advanced"), ("advanced",) * 2 + ("simple",)]
)
async def test_one_view_is_mounted_at_a_time_where_the_layout_says_so(
    session: Session, layout: str, first: str, then: str
) -> None:
    async with opened(session, work(work={"layout": layout})) as page:
        await page.click(PILL)
        assert (await page.count(VIEW % first), await page.count(VIEW % then)) == (1, 0)
        await page.click(SWITCH)
        await page.until(f"document.querySelector('{VIEW % then}') !== null")
        assert await page.count(VIEW % first) == 0


@pytest.mark.parametrize(
    ("flip", "expected"),
    [
        ({"what": "power", "on": "choose"}, (2, "standard")),
        ({"what": "power", "on": "input"}, (2, "standard")),
        ({"what": "speed", "on": "close"}, (3, "standard")),
        ({"what": "power", "on": "close", "times": 0}, (3, "fast")),
    ],
)
async def test_the_page_can_set_a_choice_back(session: Session, flip: Any, expected: tuple[int, str]) -> None:
    async with opened(session, work(flips=[flip])) as page:
        await page.click(PILL)
        await move(page, 1)
        if expected[1] == "fast" or flip["what"] == "speed":
            await page.click(FAST)
        await page.press("Escape", 27)
        await page.until(f"document.querySelector('{SLIDER}') === null")
        await page.js(SETTLED)
        _, power, speed, _, _ = await sent_with(page)
        assert (power, speed) == expected


async def test_chat_and_work_keep_a_picker_each(session: Session) -> None:
    async with opened(session, scenario()) as page:
        assert await page.texts(PILL) == ["High"]
        await page.js("document.querySelectorAll('.radios button')[1].id = 'work'")
        await page.click("#work")
        await page.until(f"document.querySelector('{PILL}').innerText === '5.6 Sol Light'")
        assert (await sent_with(page))[:2] == ("work", 2)


async def test_the_surface_can_flip_back_when_text_comes_in(session: Session) -> None:
    async with opened(session, scenario(site={"flips": [{"what": "surface", "on": "input"}]})) as page:
        await page.js("document.querySelectorAll('.radios button')[1].id = 'work'")
        await page.click("#work")
        await page.until("document.querySelector('#work').ariaChecked === 'true'")
        await page.write("Go.")
        await page.until("document.querySelector('#work').ariaChecked === 'false'")
        await page.click(".slot button")
        await page.sent(1)
        assert page.site.log.sends[0].surface == "chat"


async def test_a_task_thinks_asks_and_has_its_outputs_beside_the_chat(session: Session) -> None:
    reply = [
        step(0, "user_turn"), step(0, "assistant_turn"), step(0, "work", state="thinking"), HOLD,
        step(0, "work", state="approval", text="Allow it?", outputs=["a.md"]),
    ]  # fmt: skip
    async with opened(session, work(reply)) as page:
        await page.ask()
        await page.until("document.querySelector('.thinking')?.textContent === 'Thinking'")
        await page.go_on()
        await page.until("document.querySelector('.approval') !== null")
        assert "Allow it?" in (await page.texts(".approval"))[0]
        assert "a.md" in (await page.texts(".task-panel"))[0]
        await page.click(".approval .button")
        await page.clicked("approve")


async def test_a_task_that_failed_keeps_its_text_and_offers_to_try_again(session: Session) -> None:
    reply = [
        step(0, "user_turn"), step(0, "assistant_turn"), step(0, "text", md="I have begun"),
        step(0, "work", state="failed"), step(0, "bar"),
    ]  # fmt: skip
    async with opened(session, work(reply)) as page:
        await page.ask()
        await page.until("document.querySelector('.failure') !== null")
        assert (await page.texts(".assistant .markdown"))[0] == "I have begun"


async def test_work_names_its_composer_by_both_signs(session: Session) -> None:
    async with opened(session, work()) as page:
        assert await page.attribute(COMPOSER, "aria-label") == "Chat with ChatGPT"
        assert await page.count('[data-placeholder="Work on anything"]') == 1
