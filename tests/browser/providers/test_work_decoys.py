"""What stands beside Work's own picker and beside a task's answer, and must not be taken for a part of either."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.errors import ActRefused
from cdpwebai.page.tab import Tab
from cdpwebai.providers.work import Naming, Task, WorkPicker
from cdpwebai.providers.work_page import WorkPage
from tests.browser.providers.support import Chat, demo_chat, known, scenario

PILL = "const pill = document.querySelector('.__composer-pill');"
ANOTHER = f"{PILL} const other = pill.cloneNode(true); pill.before(other);"
BOX = "const box = document.querySelector('[role=menuitemcheckbox]');"


async def look(chat: Chat, script: str) -> tuple[WorkPicker, Task]:
    await chat.change(script)
    seen = await WorkPage(chat.tab, chat.page.provider).observe()
    return known(seen.work_picker), known(seen.task)


@pytest.mark.parametrize(
    ("script", "label"),
    [
        (f"{ANOTHER} other.style.display = 'none';", Naming("GPT-5.6 Sol", "xhigh")),
        (f"{ANOTHER} other.textContent = 'Choose project';", Naming("GPT-5.6 Sol", "xhigh")),
        (f"{ANOTHER} document.body.append(other);", Naming("GPT-5.6 Sol", "xhigh")),
        (ANOTHER, None),
        (f"{PILL} pill.textContent = '5.6 Sol Gigantic';", None),
    ],
)
async def test_of_menu_buttons_the_one_that_is_shown_and_names_a_model_and_an_effort_is_the_picker(
    tab: Tab, script: str, label: Naming | None
) -> None:
    async with demo_chat(tab, scenario({"surface": "work", "work_power": 5})) as (chat, _):
        assert (await look(chat, script))[0].label == label


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("", (True, 4, True)),
        (f"{PILL} pill.setAttribute('aria-expanded', 'false');", (False, None, None)),
        (f"{PILL} pill.setAttribute('aria-controls', 'nothing');", (False, None, None)),
        ("document.querySelector('[role=menu]').style.display = 'none';", (False, None, None)),
        ("document.querySelector('[role=slider]').parentElement.hidden = true;", (True, None, True)),
        (f"{BOX} box.setAttribute('aria-checked', 'false');", (True, 4, None)),
        (f"{BOX} box.setAttribute('aria-label', 'Enable fast mode');", (True, 4, None)),
        (f"{BOX} box.style.display = 'none';", (True, 4, None)),
        (f"{BOX} box.after(box.cloneNode(true));", (True, 4, None)),
        (f"{BOX} const o = box.cloneNode(true); o.ariaLabel = 'Remember'; box.before(o);", (True, 4, True)),
    ],
)
async def test_menu_slider_and_box_are_its_own_and_what_contradicts_itself_tells_nothing(
    tab: Tab, script: str, told: tuple[Any, ...]
) -> None:
    async with demo_chat(tab, scenario({"surface": "work", "work_power": 5, "speed": "fast"})) as (chat, _):
        await WorkPage(tab, chat.page.provider).press_trigger()
        picker, _task = await look(chat, script)
        assert (picker.open, picker.power, picker.fast) == told


@pytest.mark.parametrize(
    "script",
    [
        "chat.ariaChecked = 'false'; chat.dataset.state = 'off'; work.ariaChecked = 'true'; work.dataset.state = 'on';",
        "work.ariaChecked = 'true'; work.dataset.state = 'on';",
        "work.hidden = true;",
        "work.textContent = 'Tasks';",
    ],
)
async def test_work_is_chosen_only_where_the_page_tells_that_chat_is(chat: Chat, script: str) -> None:
    await chat.set_up(script)
    with pytest.raises(ActRefused):
        await WorkPage(chat.tab, chat.page.provider).choose_work()


def behind(markup: str) -> str:
    return f"document.getElementById('bar').insertAdjacentHTML('afterend', `{markup}`);"


@pytest.mark.parametrize(
    ("script", "thinking", "asks"),
    [
        ("", False, False),
        (behind("<p>Thinking</p>"), True, False),
        (behind("<p style='display: none'>Thinking</p>"), False, False),
        (behind("<p>Thinking of you</p>"), False, False),
        ("document.querySelector('.markdown p').textContent = 'Thinking';", False, False),
        ("document.querySelector('.whitespace-pre-wrap').textContent = 'Thinking';", False, False),
        (behind("<button>Thinking</button>"), False, True),
        (behind("<div><p>Send it?</p><button>Approve</button></div>"), False, True),
        (behind("<div style='display: none'><button>Approve</button></div>"), False, False),
        (behind("<div><button>Retry</button></div>"), False, False),
        ("document.getElementById('bar').insertAdjacentHTML('beforeend', '<button>More</button>');", False, False),
        ("document.getElementById('bar').remove();", False, False),
    ],
)
async def test_what_a_task_says_and_asks_is_read_behind_its_answer_and_outside_of_its_words(
    chat: Chat, script: str, *, thinking: bool, asks: bool
) -> None:
    await chat.set_up(script)
    _picker, task = await look(chat, "")
    assert (task.thinking, task.asks) == (thinking, asks)


async def test_before_a_turn_has_ended_a_button_asks_nothing(chat: Chat) -> None:
    await chat.set_up(behind("<button>Approve</button>") + "document.getElementById('bar').remove();")
    assert (await look(chat, ""))[1].asks is False
