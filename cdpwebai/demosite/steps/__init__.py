"""The steps of a reply: what the page can be told to do, and when, as data.

Pure. One struct a step; its ``do`` is the struct's tag, its ``at`` the seconds after the send that started the
timeline. Not what a step *does*: that is ``stage``. An unknown key is refused by msgspec, an unknown or a later step
by ``loading``. Three families: ``turns`` and what stands in them, ``signs`` of how far an answer is, the ``page``.
"""

from __future__ import annotations

from typing import TypeAlias, get_args

from cdpwebai.demosite.steps.base import Seconds, StepBase, TurnStep
from cdpwebai.demosite.steps.page import (
    Dialog,
    Freeze,
    Gate,
    Modal,
    Navigate,
    Reload,
    Remount,
    Tab,
    Toast,
    Unmount,
    Url,
)
from cdpwebai.demosite.steps.signs import AnswerNow, Bar, ContinueButton, ErrorTurn, Noise, Panel, Record, Stop, Work
from cdpwebai.demosite.steps.turns import (
    AssistantTurn,
    Branch,
    Canvas,
    Citation,
    File,
    Image,
    MemoryNote,
    Message,
    Pair,
    Placeholder,
    Source,
    Stream,
    Text,
    UserTurn,
)

__all__ = [
    "LATER_STEPS",
    "STEP_NAMES",
    "AnswerNow",
    "AssistantTurn",
    "Bar",
    "Branch",
    "Canvas",
    "Citation",
    "ContinueButton",
    "Dialog",
    "ErrorTurn",
    "File",
    "Freeze",
    "Gate",
    "Image",
    "MemoryNote",
    "Message",
    "Modal",
    "Navigate",
    "Noise",
    "Pair",
    "Panel",
    "Placeholder",
    "Record",
    "Reload",
    "Remount",
    "Seconds",
    "Source",
    "Step",
    "Stop",
    "Stream",
    "Tab",
    "Text",
    "Toast",
    "TurnStep",
    "Unmount",
    "Url",
    "UserTurn",
    "Work",
]

Step: TypeAlias = (
    UserTurn
    | AssistantTurn
    | Message
    | Text
    | Stream
    | Placeholder
    | Citation
    | Canvas
    | MemoryNote
    | Branch
    | Pair
    | Image
    | File
    | Stop
    | Panel
    | Noise
    | AnswerNow
    | Bar
    | ContinueButton
    | ErrorTurn
    | Record
    | Work
    | Url
    | Remount
    | Unmount
    | Freeze
    | Modal
    | Toast
    | Reload
    | Navigate
    | Dialog
    | Tab
    | Gate
)

_STEP_TYPES: tuple[type[StepBase], ...] = get_args(Step)

STEP_NAMES = frozenset(str(kind.__struct_config__.tag) for kind in _STEP_TYPES)
"""What may stand in ``do``."""

LATER_STEPS = frozenset({"research"})
"""Steps that the format knows and this version does not play."""
