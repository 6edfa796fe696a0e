"""Observations of a chat page, made by hand: what the plans are fed with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from cdpwebai.page.looks import Place
from cdpwebai.providers.chat import ChatObservation, Composer, Message, Panel, Slot, Surface, Turn
from cdpwebai.verdict import Known, Reason, Unknown

__all__ = ["FIELDS", "NOT_SEEN", "assistant", "blinded", "page", "user"]

NOT_SEEN = Unknown(Reason.DEADLINE)
FIELDS = ("place", "composer", "slot", "turns", "surface", "account", "notices", "panel", "chips", "uploading")


def user(turn_id: str, text: str) -> tuple[str, Turn]:
    """A turn of the user's, with the id of its message beside its own."""
    message = Message(f"m-{turn_id}", "user", "", text, "")
    return turn_id, Turn("user", (message,), finished=True, streaming=False)


def assistant(turn_id: str, text: str, *, finished: bool = True, streaming: bool = False) -> tuple[str, Turn]:
    """A turn of the assistant's."""
    message = Message(f"m-{turn_id}", "assistant", "gpt-5-6", text, f"<div class=markdown><p>{text}</p></div>")
    return turn_id, Turn("assistant", (message,), finished, streaming)


def page(
    *turns: tuple[str, Turn],
    draft: str = "",
    slot: Literal["send", "disabled", "stop", "voice", "none"] = "voice",
    path: str = "c/1",
) -> ChatObservation:
    """A page whose every field was read."""
    shown = {"send": (1, True, 0, 0), "disabled": (1, False, 0, 0), "stop": (0, False, 1, 0), "voice": (0, False, 0, 1)}
    return ChatObservation(
        place=Known(Place(f"https://chat.example/{path}", "ChatGPT", "complete")),
        composer=Known(Composer("#prompt-textarea", draft)),
        slot=Known(Slot(*shown.get(slot, (0, False, 0, 0)))),
        turns=Known(turns),
        surface=Known(Surface("chat")),
        account=Known("in"),
        notices=Known(()),
        panel=Known(Panel("none")),
        chips=Known(()),
        uploading=Known(False),
    )


def blinded(seen: ChatObservation, *fields: str) -> ChatObservation:
    """The same page, with some of its fields not seen."""
    hidden: dict[str, Any] = dict.fromkeys(fields, NOT_SEEN)
    return replace(seen, **hidden)
