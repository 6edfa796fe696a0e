"""What a caller sets beside a prompt: its names, their checks, and what they come to, in the order it is done.

Row 7, below ``asking``. Every way to ask takes the same keywords, ``Beside``, and this is the one place that knows
what they are when they are left out. What cannot be done is refused here, before anything is touched.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypedDict

from cdpwebai.api.composing import Context, composing
from cdpwebai.errors import InputError
from cdpwebai.flows.attach import Attaching
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.select import Selecting
from cdpwebai.flows.tools import Equipping
from cdpwebai.flows.work import Choosing
from cdpwebai.flows.work_steps import Wish

__all__ = ["Beside", "Question", "check_tools", "question"]

RESEARCH = ("deep-research", "Deep research")


class Beside(TypedDict, total=False):
    """What may be set beside a prompt, as keywords; without one nothing of it is touched in the page.

    ``replace_draft``: somebody's draft in the composer is given up; it is kept, and the prompt refused, otherwise.
    ``model`` ("instant", "thinking", "pro"), ``effort`` ("medium", "high", "xhigh") and ``family`` ("gpt-5.6-sol",
    "gpt-5.5", "o3") are chosen in the site's own picker, and read back; where it cannot be proven the result says so,
    or with ``strict`` the prompt is refused. ``tools``: what is chosen in the composer's plus menu ("web-search",
    "image", "agent-mode", "tasks", else a label as it stands there); not sent where it is not seen. ``files``: what is
    attached, in this order; the prompt is sent with all of them or not at all. Files that somebody left in the composer
    are kept, and the prompt refused, in any case. ``context``: files that go along as one block, marked as data.
    """

    replace_draft: bool
    model: str
    effort: str
    family: str
    strict: bool
    tools: Sequence[str]
    files: Sequence[str | os.PathLike[str]]
    context: Context | None


@dataclass(frozen=True)
class Question:
    """A prompt as it is typed, and what is done before it; ``wish``: it is a task of Work's; ``outputs``: which images
    and files of its answer are asked for; ``witness``: whether the site's record may be asked what it says."""

    prompt: str
    preparations: tuple[Preparation, ...]
    replace_draft: bool
    wish: Wish | None
    outputs: Outputs = NONE
    witness: bool = True


@asynccontextmanager
async def question(
    prompt: str,
    *,
    wish: Wish | None = None,
    outputs: Outputs = NONE,
    witness: bool = True,
    replace_draft: bool = False,
    model: str = "",
    effort: str = "",
    family: str = "",
    strict: bool = False,
    tools: Sequence[str] = (),
    files: Sequence[str | os.PathLike[str]] = (),
    context: Context | None = None,
) -> AsyncGenerator[Question]:
    """What these ask for, for the block.

    Raises InputError for what is not known or contradicts itself, or has no place to go, and as ``composed`` for files
    that cannot go along.
    """
    outputs.check()
    asked = wanted(model, effort, family, strict=strict)
    check_tools(tools)
    async with composing(prompt, files, context) as made:
        preparations: list[Preparation] = [] if asked is None else [Selecting(asked)]
        preparations += [Equipping(name) for name in dict.fromkeys(tools)]
        preparations += [Attaching(made.files)] if made.files else []
        preparations += [Choosing(wish)] if wish else []
        yield Question(made.prompt, tuple(preparations), replace_draft, wish, outputs, witness)


def check_tools(tools: Sequence[str]) -> None:
    """Raise InputError for a tool that cannot be set beside a prompt."""
    for name in tools:
        if not name.strip():
            raise InputError("the name of a tool is empty; give one as the plus menu has it")
        if name in RESEARCH:
            raise InputError("deep research is no tool beside a prompt: what it returns is no answer but a report")
