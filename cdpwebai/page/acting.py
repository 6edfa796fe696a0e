"""What every act is made of: what it is aimed at, the library's own acts, and what was seen of it in the page.

Row 4. Listening is done in our isolated world, where the page does not see it; it looks at events and changes none.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import trio

from cdpwebai.errors import ActRefused, CallError, CallTimeout, StaleHandle
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.view import View
from cdpwebai.verdict import Absent, Known, Reason, Sight, Unknown, Verdict, Visible

__all__ = [
    "ACT_LIMIT",
    "HEARD",
    "Aim",
    "Heard",
    "Progress",
    "Target",
    "act_limit",
    "aim_of",
    "heard_verdict",
    "listen",
    "raise_gone",
    "refuse_selector",
    "run_act",
]

ACT_LIMIT = 10.0
"""Seconds for one act, where the caller says nothing else."""


class Target(msgspec.Struct, frozen=True):
    """What an act is aimed at, found by a reader of the library that gives one element or none."""

    reader: str
    args: tuple[Any, ...] = ()


Aim = str | Target
"""A CSS selector (the first visible match, open shadow roots included) or a ``Target``."""


class Heard(msgspec.Struct, frozen=True):
    """One trusted event; ``meets``: it went to the target or to something in it. ``key`` is "" but for keys."""

    type: str
    meets: bool
    key: str


HEARD = ValueReader("heard", list[Heard])
"""The events since ``listen``, oldest first, a hundred at most."""


def aim_of(aim: Aim) -> dict[str, Any]:
    """The aim as ``target.js`` takes it."""
    return {"selector": aim} if isinstance(aim, str) else {"reader": aim.reader, "args": aim.args}


@dataclass
class Progress:
    """How far an act is. ``begun``: something of it may have reached the page, from before it was sent on."""

    begun: bool = False


@contextmanager
def act_limit(view: View, what: str, timeout: float) -> Generator[Progress]:
    """Do an act within the block, for at most ``timeout`` seconds. ``what`` begins the sentence of its error.

    Raises CallTimeout then, and lets the errors of calls pass; each says by ``page_may_have_changed`` whether the act
    had begun, also where the call that failed was not the first of its own.
    """
    progress, limit = Progress(), max(timeout, 0)
    try:
        with trio.move_on_after(limit):
            yield progress
            return
    except CallError as error:
        error.page_may_have_changed = progress.begun or error.page_may_have_changed
        raise
    state = "it had begun, so the page may have changed" if progress.begun else "nothing was done"
    raise CallTimeout(
        f"{what}: the page did not react within {limit:g} s; {state}",
        cdp_session=view.cdp.session_id,
        waited=limit,
        page_may_have_changed=progress.begun,
    )


def raise_gone(view: View) -> None:
    """Raise ``Gone`` when there is nobody left to act on: what cannot be looked at is then no reason of the page's."""
    gone = view.cdp.gone
    if gone is not None:
        gone.page_may_have_changed = False
        raise gone


async def refuse_selector(view: View, aim: Aim, answer: object) -> None:
    """Raise SelectorError when a look at the aim threw because its selector does not parse: it never will."""
    if isinstance(aim, str) and isinstance(answer, Unknown) and answer.reason is Reason.THREW:
        await view.probe(aim)


async def listen(view: View, types: Sequence[str], aim: Mapping[str, Any] | None = None) -> None:
    """Begin to write down the trusted events of these types; the last listening ends. Raises as ``run_act``."""
    await run_act(view, "listen", types, aim)


async def run_act(view: View, name: str, *args: Any) -> None:
    """Run one of the library's acts in the present document.

    Raises ActRefused ("gone", "unreadable") when it was not done, and what ``Session.call`` raises.
    """
    document = view.document
    if document is None:
        raise_gone(view)
        raise ActRefused(f"{name} was not done: there is no document at the moment", reason="gone")
    try:
        answer = await document.act(name, *args)
    except StaleHandle as error:
        changed = error.page_may_have_changed
        raise ActRefused(error.message, reason="gone", page_may_have_changed=changed) from error
    if isinstance(answer, Unknown):
        raise ActRefused(f"{name} was not done: {answer.detail}", reason="unreadable")


def heard_verdict(heard: Known[list[Heard]] | Unknown, kind: str, *, key: str | None = None) -> Verdict:
    """Whether an event of this kind met the target, and, for a key, was this key."""
    if isinstance(heard, Unknown):
        return heard
    met = [one for one in heard.value if one.type == kind and one.meets and key in (None, one.key)]
    return Visible(Sight(label=kind, count=len(met))) if met else Absent((kind,))
