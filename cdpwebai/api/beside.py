"""What a caller sets beside a prompt, checked before anything is touched, as preparations in the order they are made.

Row 7.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from cdpwebai.flows.attach import Attaching
from cdpwebai.flows.local_files import check_local
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.flows.preparing import Preparation
from cdpwebai.flows.select import Selecting

__all__ = ["beside_prompt"]


def beside_prompt(
    model: str = "",
    effort: str = "",
    family: str = "",
    *,
    strict: bool = False,
    files: Sequence[str | os.PathLike[str]] = (),
) -> list[Preparation]:
    """The preparations for these options; none without one.

    Raises InputError for what is not known or contradicts itself, AttachmentRefused for a file that cannot go along.
    """
    asked = wanted(model, effort, family, strict=strict)
    chosen: list[Preparation] = [] if asked is None else [Selecting(asked)]
    return [*chosen, Attaching(check_local(files))] if files else chosen
