"""A tab that shows Work: what a chat page tells, with Work's picker and task in the same look, and Work's own acts.

Row 5. It decides nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from cdpwebai.page.acting import Target, run_act
from cdpwebai.page.observe import Field, Observation
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.providers import is_at_home
from cdpwebai.providers.chat import ChatObservation, Provider
from cdpwebai.providers.chat_page import MISSING, PLACED, ChatPage
from cdpwebai.providers.work import Part, Task, WorkPicker
from cdpwebai.verdict import Known

__all__ = ["WorkPage", "page_kind"]

TASK = Field("task", ValueReader("work_task", Task))
WORK_PICKER = Field("work_picker", ValueReader("work_picker", WorkPicker))


class WorkPage(ChatPage):
    """As ``ChatPage``. Every act is one press, made once; each raises ActRefused when it was not, and ``Gone``."""

    def __init__(self, tab: Tab, provider: Provider) -> None:
        super().__init__(tab, provider)
        self._watch(TASK)
        self._watch(WORK_PICKER)

    def told(self, seen: Observation) -> ChatObservation:
        """As ``ChatPage.told``, with ``task`` and ``work_picker``."""
        told, place = super().told(seen), seen[PLACED]
        if isinstance(place, Known) and not is_at_home(self.provider, place.value.url):
            return told
        return replace(told, task=seen[TASK], work_picker=seen[WORK_PICKER])

    async def choose_work(self) -> None:
        """Press the radio of Work, where the page tells that Chat is chosen."""
        await self.tab.click(Target("work_radio"), missing=MISSING)

    async def press_trigger(self) -> None:
        """Press what opens Work's picker."""
        await self.tab.click(Target("work_trigger"), missing=MISSING)

    async def press_view(self) -> None:
        """Change between the picker's simple and its advanced view."""
        await self.tab.click(Target("work_switch"), missing=MISSING)

    async def press_fast(self) -> None:
        """Press the box that chooses between fast and standard."""
        await self.tab.click(Target("work_fast"), missing=MISSING)

    async def press_row(self, part: Part) -> None:
        """Press the row of the advanced view that opens the menu of this part."""
        await self.tab.click(Target("work_row", (part,)), missing=MISSING)

    async def press_choice(self, part: Part, name: str) -> None:
        """Press the one choice of this name in the menu that the row has opened."""
        await self.tab.click(Target("work_choice", (part, name)), missing=MISSING)

    async def press_arrow(self, key: Literal["ArrowLeft", "ArrowRight"]) -> None:
        """Give the slider the focus, and press the key."""
        await run_act(self.tab, "work_focus")
        await self.tab.press(key)


def page_kind(surface: Literal["chat", "work"]) -> type[ChatPage]:
    """What a page of this surface is held as."""
    return WorkPage if surface == "work" else ChatPage
