"""A Work page on paper, that does what its acts ask for: what the drivers of Work are tested with, in virtual time.

The same drivers run against the demo site in real Chromium in ``browser/flows``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Literal

from cdpwebai.errors import ActRefused
from cdpwebai.flows.work_steps import POWERS
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.work import Task, WorkPicker
from cdpwebai.providers.work_page import WorkPage
from cdpwebai.verdict import Known
from tests.support.chat import page
from tests.support.sending import PaperWakes

__all__ = ["PaperWork"]

MOST_ACTS = 30
"""So many acts on one page are a busy loop."""


class PaperWork(WorkPage):
    """``acts`` is what was done to it, in order; ``refuses`` are acts that it does not let be made.

    ``tried`` counts both, ``shows`` changes what a look tells, from what is in force.
    """

    def __init__(self, *, surface: Literal["chat", "work"] = "work", power: int = 3, fast: bool = False) -> None:
        self.surface: Literal["chat", "work"] = surface
        self.power = power
        self.fast = fast
        self.open = False
        self.acts: list[str] = []
        self.tried = 0
        self.refuses: set[str] = set()
        self.shows: Callable[[ChatObservation], ChatObservation] = lambda seen: seen

    async def observe(self) -> ChatObservation:
        seen = replace(
            page(),
            surface=Known(Surface(self.surface)),
            task=Known(Task(False, False, named=self.surface == "work", invites=self.surface == "work")),
            work_picker=Known(self._picker()),
        )
        return self.shows(seen)

    async def choose_work(self) -> None:
        self._do("radio")
        self.surface = "work"

    async def press_trigger(self) -> None:
        self._do("trigger")
        self.open = not self.open

    async def press_escape(self) -> None:
        self._do("escape")
        self.open = False

    async def press_view(self) -> None:
        self._do("view")

    async def press_fast(self) -> None:
        self._do("fast")
        self.fast = not self.fast

    async def press_arrow(self, key: Literal["ArrowLeft", "ArrowRight"]) -> None:
        self._do(key)
        self.power += 1 if key == "ArrowRight" else -1

    @asynccontextmanager
    async def wakes(self) -> AsyncGenerator[Wakes]:
        yield PaperWakes()

    def _do(self, act: str) -> None:
        self.tried += 1
        assert self.tried < MOST_ACTS, "the page is acted on in a busy loop"
        if act in self.refuses:
            raise ActRefused(f"{act} is covered", reason="covered")
        self.acts.append(act)

    def _picker(self) -> WorkPicker:
        said, there = POWERS[self.power], self.open and self.surface == "work"
        return WorkPicker(
            label=said if self.surface == "work" else None,
            expanded=there,
            open=there,
            power=self.power - 1 if there else None,
            least=0 if there else None,
            most=5 if there else None,
            text=f"{said.model} {said.effort}",
            said=said if there else None,
            model=said.model if there else None,
            effort=said.effort if there else None,
            fast=self.fast if there else None,
            focused=False,
            switches=there,
        )
