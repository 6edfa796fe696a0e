"""What every step has, those of the open turn besides, and the kinds of value that several of them take. Pure."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

__all__ = ["Address", "NoticeKind", "Seconds", "StepBase", "Switch", "TurnStep"]

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
Address: TypeAlias = Annotated[str, Meta(pattern="^/")]
Switch: TypeAlias = Literal["on", "off"]
NoticeKind: TypeAlias = Literal["rate_limit", "quota", "network", "choose_surface"]


class StepBase(msgspec.Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """``at``: seconds after the send. ``end``: the reply's true end, where that is not the last step."""

    at: Seconds
    end: bool = False


class TurnStep(StepBase, frozen=True, kw_only=True):
    """A step that speaks of the open turn, and so must come after an ``assistant_turn`` of the same reply."""
