"""What every act is made of: what it is aimed at, the library's own acts, and what was seen of it in the page.

Row 4. Listening is done in our isolated world, where the page does not see it; it looks at events and changes none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from cdpwebai.errors import ActRefused, StaleHandle
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.view import View
from cdpwebai.verdict import Absent, Known, Sight, Unknown, Verdict, Visible

__all__ = ["HEARD", "Aim", "Heard", "Target", "aim_of", "heard_verdict", "listen", "run_act"]


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


async def listen(view: View, types: Sequence[str], aim: Mapping[str, Any] | None = None) -> None:
    """Begin to write down the trusted events of these types; the last listening ends. Raises as ``run_act``."""
    await run_act(view, "listen", types, aim)


async def run_act(view: View, name: str, *args: Any) -> None:
    """Run one of the library's acts in the present document.

    Raises ActRefused ("gone", "unreadable") when it was not done, and what ``Session.call`` raises.
    """
    document = view.document
    if document is None:
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
