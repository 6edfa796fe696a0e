"""What a caller sets beside a prompt, checked before anything is touched, as preparations in the order they are made.

Row 7.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from cdpwebai.errors import InputError
from cdpwebai.flows.attach import Attaching
from cdpwebai.flows.local_files import check_local
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.select import Selecting
from cdpwebai.flows.tools import Equipping

__all__ = ["beside_prompt", "check_tools"]

RESEARCH = ("deep-research", "Deep research")


def beside_prompt(
    model: str = "",
    effort: str = "",
    family: str = "",
    *,
    strict: bool = False,
    files: Sequence[str | os.PathLike[str]] = (),
    tools: Sequence[str] = (),
) -> list[Preparation]:
    """The preparations for these options; none without one.

    Raises InputError for what is not known or contradicts itself, AttachmentRefused for a file that cannot go along.
    """
    asked = wanted(model, effort, family, strict=strict)
    chosen: list[Preparation] = [] if asked is None else [Selecting(asked)]
    check_tools(tools)
    chosen += [Equipping(name) for name in dict.fromkeys(tools)]
    return [*chosen, Attaching(check_local(files))] if files else chosen


def check_tools(tools: Sequence[str]) -> None:
    """Raise InputError for a tool that cannot be set beside a prompt."""
    for name in tools:
        if not name.strip():
            raise InputError("the name of a tool is empty; give one as the plus menu has it")
        if name in RESEARCH:
            raise InputError("deep research is no tool beside a prompt: what it returns is no answer but a report")
