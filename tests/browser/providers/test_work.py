"""Work as the page's readers tell it: where a task stands by one look, and what its picker says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cdpwebai.cdp import Session
from cdpwebai.flows.plan_task import task_status
from cdpwebai.page.tab import Tab
from cdpwebai.providers import provider
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.providers.work import Naming, WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Absent, Reason, Unknown, Visible
from tests.browser.providers.support import LANGUAGES, Chat, demo_chat, known, scenario
from tests.browser.providers.test_unreadable import BAD, selectors_of, with_rows
from tests.manifest import proves

SLOT = "document.getElementById('slot').innerHTML = '';"
STOP = "document.getElementById('slot').innerHTML = '<button data-testid=stop-button></button>';"
THINKING = "document.getElementById('turns').insertAdjacentHTML('beforeend', '<p>Thinking</p>');"
QUOTED = "document.querySelector('.markdown p').textContent = 'Thinking';"
NO_MAIN = "const main = document.querySelector('main'); main.outerHTML = `<div>${main.innerHTML}</div>`;"


async def seen_in_work(chat: Chat, script: str) -> ChatObservation:
    """One look at the page, which holds an answer whose actions show, as Work's."""
    await chat.set_up(script)
    return await WorkPage(chat.tab, chat.page.provider).observe()


def status(seen: ChatObservation) -> str:
    turns = known(seen.turns)
    return task_status(seen, turns[-1][1])


@proves("seed002.Y12")
async def test_where_stop_could_not_be_told_the_copy_that_shows_completes_nothing(chat: Chat) -> None:
    seen = await seen_in_work(chat, SLOT)
    assert isinstance(seen.stop, Unknown)
    assert status(seen) == "unknown"


@proves("seed002.Y12", "seed002.Y12c")
@pytest.mark.parametrize(("script", "told"), [("", "unknown"), (THINKING, "running")])
async def test_a_row_of_the_contract_that_cannot_be_read_leaves_stop_unknown(
    session: Session, page_url: Callable[..., str], script: str, told: str
) -> None:
    async with with_rows(session, page_url("chat-page.html"), stop=(*selectors_of("stop"), BAD)) as chat:
        seen = await seen_in_work(chat, script)
        assert isinstance(seen.stop, Unknown)
        assert status(seen) == told


@proves("seed002.Y12b")
async def test_where_stop_is_not_there_for_sure_the_finished_turn_completes_it(chat: Chat) -> None:
    seen = await seen_in_work(chat, "")
    assert isinstance(seen.stop, Absent)
    assert status(seen) == "complete"
    assert status(await seen_in_work(chat, STOP)) == "running"


@proves("seed002.Y12c")
async def test_where_stop_could_not_be_told_and_the_page_thinks_the_task_runs(chat: Chat) -> None:
    seen = await seen_in_work(chat, SLOT + THINKING)
    assert isinstance(seen.stop, Unknown)
    assert status(seen) == "running"
    assert status(await seen_in_work(chat, SLOT + QUOTED)) == "unknown", "a word of the answer's is none of the page's"


@proves("seed002.Y18b")
async def test_without_the_main_region_nothing_is_looked_for_in_the_whole_page(chat: Chat) -> None:
    seen = await seen_in_work(chat, STOP + THINKING + NO_MAIN)
    assert isinstance(seen.stop, Unknown), "the button is there, and outside of main it says nothing"
    assert isinstance(seen.task, Unknown)
    assert seen.task.reason is Reason.NO_ANCHOR
    assert task_status(seen, None) == "unknown"


async def picker(chat: Chat) -> WorkPicker:
    return known((await WorkPage(chat.tab, chat.page.provider).observe()).work_picker)


@pytest.mark.parametrize("lang", LANGUAGES)
@proves("ref.F5.WORK-16", "ref.F5.WORK-17")
async def test_the_picker_is_read_in_every_language_open_and_closed(tab: Tab, lang: str) -> None:
    site = {"lang": lang, "surface": "work", "work_power": 5, "speed": "fast"}
    async with demo_chat(tab, scenario(site)) as (chat, _):
        closed = await picker(chat)
        assert (closed.label, closed.open) == (Naming("GPT-5.6 Sol", "xhigh"), False)
        assert (closed.power, closed.model, closed.fast, closed.fast_text) == (None, None, None, "")
        page = WorkPage(tab, chat.page.provider)
        await page.press_trigger()
        opened = await picker(chat)
        assert (opened.open, opened.expanded, opened.advanced, opened.menu) == (True, True, False, None)
        assert (opened.power, opened.least, opened.most, opened.fast) == (4, 0, 5, True)
        assert opened.said == opened.label == Naming(opened.model or "", opened.effort or "")
        assert (opened.speed, opened.fast_text) == ("fast", "Faster Consumes usage limits faster")
        await page.press_view()
        await page.press_row("effort")
        menu = (await picker(chat)).menu
        assert menu is not None
        assert (menu.part, menu.chosen) == ("effort", "xhigh")
        assert [choice.name for choice in menu.choices] == ["light", "medium", "high", "xhigh", "max", "ultra"]


@pytest.mark.parametrize(
    ("script", "chosen"),
    [
        ("row.setAttribute('data-state', 'unchecked')", None),
        ("row.nextElementSibling.setAttribute('aria-checked', 'true')", "xhigh"),
        ("row.firstElementChild.textContent = 'Mystery'", ""),
        ("row.style.display = 'none'", None),
    ],
)
async def test_a_choice_whose_signs_disagree_or_that_is_not_known_is_not_taken_for_another(
    tab: Tab, script: str, chosen: str | None
) -> None:
    async with demo_chat(tab, scenario({"surface": "work", "work_power": 5})) as (chat, _):
        page = WorkPage(tab, provider("demo", demo_url=tab.url))
        await page.press_trigger()
        await page.press_view()
        await page.press_row("effort")
        await chat.change(f"const row = document.querySelector('[role=menuitemradio][aria-checked=true]'); {script};")
        menu = (await picker(chat)).menu
        assert menu is not None
        assert menu.chosen == chosen


async def test_stop_in_work_is_looked_for_in_the_main_region(chat: Chat) -> None:
    assert isinstance((await seen_in_work(chat, STOP)).stop, Visible)
