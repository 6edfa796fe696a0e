"""The steps of choosing a model, and where it stands between two of them: what ``plan_select`` and its driver say.

Row 6, data only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.providers.picker import Tier

__all__ = ["LIMITS", "Chosen", "Key", "Limit", "Refused", "SelectAction", "SelectState", "Unproven"]

Limit = Literal["rate-limit", "quota"]
LIMITS: tuple[Limit, ...] = ("rate-limit", "quota")
"""The kinds of limit of which a page says that they are reached, by the names of their labels."""


@dataclass(frozen=True)
class Key:
    """Press this arrow key on the slider."""

    name: Literal["ArrowLeft", "ArrowRight"]


@dataclass(frozen=True)
class Chosen:
    """It is as it was asked for, read back by checked state or in the slider's words, and the picker is closed.

    ``tier_label``, ``family_label`` and ``effort_label`` as the page has them, "" where not asked for; the last one is
    of the menu that an older picker's row has for its efforts. ``pill``: what the opener says.
    """

    tier: Tier | None
    tier_label: str
    family_label: str
    pill: str
    switched: bool
    effort_label: str = ""


@dataclass(frozen=True)
class Unproven:
    """It cannot be told whether it is as it was asked for: ``why``, in a clause. ``found``: there is a picker."""

    why: str
    found: bool = True


@dataclass(frozen=True)
class Refused:
    """It is surely not as it was asked for, and is not made so: ``why``, in a clause.

    ``limit``: the kind of limit that is reached, where the page says of the choice that one is."""

    why: str
    limit: Limit | None = None


SelectAction = Look | Open | Row | Key | Close | Chosen | Unproven | Refused


@dataclass(frozen=True)
class SelectState:
    """Where the choosing stands. ``since``: when the last act was made, or else when the whole began.

    ``opens``: how often the picker was opened; ``opening``: the last of it was not seen yet; ``was_open``: some was.
    ``chose``: what was clicked, by axis ("tier", "family", "effort"); ``unfolded``: whose row was, to open its menu.
    ``tier`` is proven, with its label, and so are family and effort where they have one. ``key``: the last key that was
    pressed, ``keys`` how many; ``stood``: what the slider was and said before it. ``ends``: what comes of it, once all
    is closed. ``reads``: it was chosen before and is only read back: nothing is chosen, and no key pressed.
    """

    since: float
    reads: bool = False
    opens: int = 0
    opening: bool = False
    was_open: bool = False
    chose: frozenset[str] = frozenset()
    unfolded: str = ""
    tier: Tier | None = None
    tier_label: str = ""
    family_label: str = ""
    effort_label: str = ""
    key: str = ""
    keys: int = 0
    stood: tuple[int, str] = (0, "")
    closing: bool = False
    escaped: bool = False
    ends: Unproven | Refused | None = None
