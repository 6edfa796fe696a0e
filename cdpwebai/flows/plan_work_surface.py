"""Whether the page is on Work and in its own composer, what makes it so, and what must hold of it right before Send.

Row 6, pure; ``work`` drives it. Work is chosen by one press on its own radio, where the page tells that Chat is chosen,
and by nothing where it does not tell.
"""

from __future__ import annotations

from dataclasses import dataclass

from cdpwebai.flows.menu_steps import Look
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_task import STATE_UNKNOWN
from cdpwebai.flows.plan_work import still_chosen
from cdpwebai.flows.send_steps import Gate
from cdpwebai.flows.work_steps import SELECT, Refused, Step, Wish, acting, waiting
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.verdict import Known, Unknown

__all__ = ["SURFACE_LIMIT", "UNSEEN_FOR", "OnWork", "PressRadio", "on_work", "plan_surface", "power_gate"]

SURFACE_LIMIT = 5.0
"""Seconds until the page must show that Work is chosen, and its own composer."""

UNSEEN_FOR = 5.0
"""Seconds for which surface and picker may not be seen right before Send is pressed."""


@dataclass(frozen=True)
class OnWork:
    """Work is chosen, and the composer is Work's by both signs. ``switched``: after a press of ours."""

    switched: bool


@dataclass(frozen=True)
class PressRadio:
    """Press Work's own radio, once."""


def plan_surface(state: Step, seen: ChatObservation, now: float) -> tuple[Step, OnWork | PressRadio | Look | Refused]:
    """The next step to Work; ``state.acted``: its radio was pressed, and is not pressed again."""
    match seen.surface, seen.task:
        case Known(Surface(active="work")), Known(task) if task.named and task.invites:
            return state, OnWork(state.acted)
        case Known(Surface(active="chat")), _ if not state.acted:
            return acting(state, PressRadio(), now)
        case _:
            return waiting(state, now, "Work and its own composer were not seen", "reload-page", SURFACE_LIMIT)


def on_work(seen: ChatObservation) -> Obstacle | None:
    """The gate that the page is still on Work, and the composer is still Work's."""
    match seen.surface, seen.task:
        case Known(Surface(active="work")), Known(task) if task.named:
            return None
        case (Unknown(), _) | (_, Unknown()):
            return _obstacle("whether Work is on could not be seen", UNSEEN_FOR)
        case _:
            return _obstacle("the page is not on Work any more")


def power_gate(wish: Wish) -> Gate:
    """The gate that the closed picker still tells what was chosen."""

    def gate(seen: ChatObservation) -> Obstacle | None:
        match still_chosen(wish, seen.work_picker):
            case True:
                return None
            case None:
                return _obstacle("whether the power is still chosen could not be seen", UNSEEN_FOR)
            case _:
                return _obstacle(f"power {wish.power} was chosen, and is not any more")

    return gate


def _obstacle(why: str, lasts: float = 0.0) -> Obstacle:
    return Obstacle(STATE_UNKNOWN, SELECT, "retry-work-send", why, lasts)
