"""A page of Work as one look tells it, at home and where its tab has been taken elsewhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cdpwebai.page.observe import Field, ListField, Observation
from cdpwebai.providers import chat_page, provider, work_page
from cdpwebai.providers.chat import Place
from cdpwebai.providers.work import Task
from cdpwebai.providers.work_page import WorkPage, page_kind
from cdpwebai.verdict import Known, Unknown

TASK = Known(Task(thinking=True, asks=False, named=True, invites=True))


class OnPaper(WorkPage):
    """A tab of nothing but what a look of it is told to have seen."""

    def __init__(self) -> None:
        self.provider = provider("chatgpt")
        self.tab = cast("Any", SimpleNamespace(cdp=SimpleNamespace(gone=None)))
        self._watched = ()


def looked_at(url: str) -> Observation:
    """A look that tells of a task, and else of nothing."""
    modules = (vars(chat_page), vars(work_page))
    names = [one.name for names in modules for one in names.values() if isinstance(one, Field | ListField)]
    answers: dict[str, Any] = dict.fromkeys(names, chat_page.NOT_ASKED)
    told: dict[str, Any] = {"turns": Known(()), "place": Known(Place(url, "ChatGPT", "complete")), "task": TASK}
    return Observation(answers | told)


@pytest.mark.parametrize("url", ["https://chatgpt.com/", "https://www.chatgpt.com/c/1"])
def test_at_home_a_look_tells_of_the_task(url: str) -> None:
    assert OnPaper().told(looked_at(url)).task == TASK


@pytest.mark.parametrize("url", ["https://chatgpt.com.example/c/1", "https://auth.openai.com/"])
def test_of_a_page_that_is_not_the_providers_nothing_is_told(url: str) -> None:
    seen = OnPaper().told(looked_at(url))
    assert isinstance(seen.task, Unknown)
    assert isinstance(seen.work_picker, Unknown)
    assert isinstance(seen.surface, Unknown)


def test_a_tasks_page_is_held_as_one_of_work() -> None:
    assert (page_kind("work"), page_kind("chat")) == (WorkPage, chat_page.ChatPage)
