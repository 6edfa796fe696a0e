"""A click as a person makes it: find the target, bring it into view, wait until it stands still, press once, look.

Row 4. ``refusal`` is pure: it says why the target cannot be pressed as it was measured. The press is trusted
(``Input.dispatchMouseEvent``) and is made once; whatever the page makes of it, it is never repeated from here.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable

import msgspec
import trio

from cdpwebai.cdp.domains import input as devices
from cdpwebai.errors import ActRefused
from cdpwebai.page.acting import (
    HEARD,
    Aim,
    act_limit,
    aim_of,
    heard_verdict,
    listen,
    raise_gone,
    refuse_selector,
    run_act,
)
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.view import View
from cdpwebai.verdict import Known, Unknown, Verdict

__all__ = ["HIT", "PRESS_LIMIT", "STEP", "Click", "Hit", "Refusal", "click", "refusal"]

STEP = 0.05
"""Seconds between two measures of where the target stands."""

PRESS_LIMIT = 3.0
"""Seconds until the browser must have answered the press, and again the release. One that is not answered counts as
made, and is not repeated: the browser takes both in the order in which they were sent, and the page tells the rest."""


class Hit(msgspec.Struct, frozen=True):
    """Where a press would land. ``count`` 0: there is no target, and nothing else is told.

    ``box`` is x, y, width, height and ``point`` the middle of what the viewport shows of it, in CSS pixels from the
    viewport's corner. ``over``: what lies there on top of the target, "" for nothing.
    """

    count: int
    name: str = ""
    box: tuple[float, float, float, float] = (0, 0, 0, 0)
    point: tuple[float, float] = (0, 0)
    inside: bool = False
    visible: bool = False
    enabled: bool = False
    over: str = ""


class Click(msgspec.Struct, frozen=True):
    """A press that was made: on what (tag, id and classes), where in the viewport, and what was seen of it.

    ``seen``: Visible when a trusted click event met the target, Absent when the page was looked at and none had,
    Unknown when it could not be looked at, as after a click that leaves the page.
    """

    name: str
    point: tuple[float, float]
    seen: Verdict


class Refusal(msgspec.Struct, frozen=True):
    """Why a press cannot be made now, in one word and in a clause. ``outside`` and ``moving`` pass by themselves."""

    reason: str
    why: str


HIT = ValueReader("hit", Hit)
"""Where a press would land."""


def refusal(hit: Known[Hit] | Unknown, before: Known[Hit] | Unknown | None) -> Refusal | None:
    """Why the target cannot be pressed as it was measured now and ``before``; None if it can."""
    match hit:
        case Unknown(detail=detail):
            return Refusal("unreadable", f"it could not be measured ({detail})")
        case Known(value=Hit(count=0)):
            return Refusal("gone", "nothing is there")
        case Known(value=Hit(visible=False)):
            return Refusal("hidden", "it is not visible")
        case Known(value=Hit(enabled=False)):
            return Refusal("disabled", "it is disabled")
        case Known(value=Hit(inside=False)):
            return Refusal("outside", "it cannot be scrolled into view")
        case Known(value=there) if not isinstance(before, Known) or before.value.box != there.box:
            return Refusal("moving", "it does not stand still")
        case Known(value=Hit(over=over)) if over:
            return Refusal("covered", f"it is covered by {over}")
        case _:
            return None


async def click(
    view: View,
    aim: Aim,
    *,
    timeout: float,
    missing: float | None = None,
    last: Callable[[], Awaitable[None]] | None = None,
) -> Click:
    """Click the target once. ``Tab.click`` says more."""
    hit = await _wait_pressable(view, aim, timeout, timeout if missing is None else missing)
    if last is not None:
        await last()
    with act_limit(view, f"the press on {_named(aim)}", math.inf) as press:
        press.begun = True
        for half in (_button("mousePressed", hit, held=1), _button("mouseReleased", hit, held=0)):
            with trio.move_on_after(PRESS_LIMIT):
                await view.cdp.call(half)
    return Click(hit.name, hit.point, heard_verdict(await view.look(HEARD), "click"))


async def _wait_pressable(view: View, aim: Aim, timeout: float, missing: float) -> Hit:
    """Where to press, with the mouse already there and our listening begun.

    Raises ActRefused after ``timeout``, and where there has been no target for ``missing`` seconds; ``Gone``.
    """
    why, since = Refusal("unreadable", "it was not measured"), trio.current_time()
    before: Known[Hit] | Unknown | None = None
    approached = False
    with trio.move_on_after(timeout):
        while why.reason != "gone" or trio.current_time() < since + missing:
            hit = await view.look(HIT, aim_of(aim))
            refused = refusal(hit, before)
            match hit:
                case Unknown():
                    raise_gone(view)
                    await refuse_selector(view, aim, hit)
                case Known(value=there) if refused is None and approached:
                    return there
                case Known(value=there) if refused is None:
                    await _approach(view, aim, there)
                case _ if refused is not None and refused.reason == "outside":
                    await run_act(view, "scroll_to", aim_of(aim))
                case _:
                    pass
            approached = refused is None
            if refused is not None and refused.reason != why.reason:
                since = trio.current_time()
            why, before = refused or why, hit
            await trio.sleep(STEP)
    waited = missing if why.reason == "gone" else timeout
    raise ActRefused(f"{_named(aim)} was not clicked: {why.why} (for {waited:g} s)", reason=why.reason)


async def _approach(view: View, aim: Aim, hit: Hit) -> None:
    """Move the mouse there, which may change the page, and listen; what is pressed is measured once more after it."""
    x, y = hit.point
    await view.cdp.call(devices.DispatchMouseEvent(type="mouseMoved", x=x, y=y))
    await listen(view, ["pointerdown", "mousedown", "click"], aim_of(aim))


def _button(kind: str, hit: Hit, *, held: int) -> devices.DispatchMouseEvent:
    x, y = hit.point
    return devices.DispatchMouseEvent(type=kind, x=x, y=y, button="left", buttons=held or None, click_count=1)


def _named(aim: Aim) -> str:
    return repr(aim) if isinstance(aim, str) else f"the target of {aim.reader}"
