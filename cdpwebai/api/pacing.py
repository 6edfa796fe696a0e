"""When a prompt may go: not more conversations in a minute than are allowed, and none while the site cools down.

Row 7, below ``chat``. It waits inside the caller's time and says so; where that is too short it refuses at once, before
anything is touched. A rate limit that was seen, by whichever process, starts the cool-down.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

import trio

from cdpwebai.api.settings import Pace
from cdpwebai.errors import CdpWebAIError, ProviderError, StoreError
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.records import CoolDown, Fence
from cdpwebai.store import Store

__all__ = ["LIMITED", "cool_down", "cool_down_after", "cooling_down", "said_of", "wait_pace"]

LIMITED = "provider.rate-limited"


async def wait_pace(
    store: Store, vendor: str, pace: Pace, *, opens: bool, last_at: float, fence: Fence, tell: Callable[[str], None]
) -> None:
    """Return when the prompt may go. ``opens``: whether it begins a conversation; ``last_at``: when it is too late, in
    trio's time.

    Raises ProviderError when it will be too late by then: ``provider.rate-limited`` during a cool-down, else
    ``provider.active-capacity``.
    """
    while True:
        cooling = await store.cooling(vendor)
        if cooling is not None:
            found, left = cooling
            await _wait(left, said_of(found), last_at, tell, code=LIMITED, hint="wait-and-retry")
            continue
        left = await store.open_one(vendor, pace.per_minute, fence) if opens and pace.per_minute else 0.0
        if not left:
            return
        why = f"{pace.per_minute} conversations of {vendor} were opened within a minute"
        await _wait(left, why, last_at, tell, code="provider.active-capacity", hint="wait-or-retry-later")


async def _wait(seconds: float, why: str, last_at: float, tell: Callable[[str], None], *, code: str, hint: str) -> None:
    if trio.current_time() + seconds >= last_at:
        text = f"{why}; that is {seconds:.0f} s from now, longer than there is time, so nothing was sent"
        raise ProviderError(text, code=code, stage="preflight", hint=hint, evidence={"waits": round(seconds, 1)})
    tell(f"{why}; waiting {seconds:.0f} s")
    await trio.sleep(seconds)


def said_of(found: CoolDown) -> str:
    """A cool-down in words, with its reason and its end."""
    end = datetime.fromtimestamp(found.until).astimezone().isoformat(timespec="seconds")
    return f"nothing is sent to {found.vendor} until {end}, since there was a rate limit: {found.reason!r}"


async def cooling_down(store: Store, vendor: str) -> Obstacle | None:
    """What a cool-down is for a prompt: with its reason, and its end in seconds since the epoch; None for none."""
    cooling = await store.cooling(vendor)
    if cooling is None:
        return None
    found, _ = cooling
    evidence = (("reason", found.reason), ("until", f"{found.until:.0f}"))
    return Obstacle(LIMITED, "preflight", "wait-and-retry", said_of(found), evidence=evidence)


async def cool_down_after(error: CdpWebAIError, store: Store, vendor: str, pace: Pace) -> None:
    """Start a cool-down when the error is a rate limit that the site showed, and not our own refusal during one."""
    if error.error_code != LIMITED or "waits" in error.evidence:
        return
    await cool_down(str(error.evidence.get("notice") or error.message), store, vendor, pace)


async def cool_down(reason: str, store: Store, vendor: str, pace: Pace) -> None:
    """Start one; ``reason``: the page's own words, where there are any."""
    with suppress(StoreError):
        await store.cool(vendor, reason, float(pace.cool_down))
