"""The mouse brought over a target, and nothing pressed: what a page shows only under the mouse it shows then.

Row 4. ``click`` moves the mouse too, but refuses what is not visible; this does not ask.
"""

from __future__ import annotations

from cdpwebai.cdp.domains import input as devices
from cdpwebai.page.acting import ACT_LIMIT, Aim, act_limit, aim_of, run_act
from cdpwebai.page.click import HIT, Hit
from cdpwebai.page.view import View
from cdpwebai.verdict import Known

__all__ = ["hover"]


async def hover(view: View, aim: Aim, *, timeout: float = ACT_LIMIT) -> bool:
    """Scroll to the target and move the mouse to the middle of its box; False where it has none to move to.

    Raises ActRefused when it could not be scrolled to, CallTimeout after ``timeout`` seconds, and ``Gone``.
    """
    with act_limit(view, "the mouse was not moved", timeout) as moving:
        moving.begun = True
        await run_act(view, "scroll_to", aim_of(aim))
        match await view.look(HIT, aim_of(aim)):
            case Known(Hit(count=count, box=(_, _, width, height), point=(x, y))) if count and width and height:
                await view.cdp.call(devices.DispatchMouseEvent(type="mouseMoved", x=x, y=y))
                return True
            case _:
                return False
