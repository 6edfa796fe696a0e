"""Steps of the page as a whole: its address, its document, what lies over it, the tab that holds it. Pure."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from cdpwebai.demosite.steps.base import Address, NoticeKind, Seconds, StepBase

__all__ = ["Dialog", "Freeze", "Gate", "Modal", "Navigate", "Reload", "Remount", "Tab", "Toast", "Unmount", "Url"]


class Url(StepBase, tag="url", frozen=True, kw_only=True):
    """The page's address changes without a load (``history.pushState``)."""

    to: Address


class Remount(StepBase, tag="remount", frozen=True, kw_only=True):
    """The turns' nodes are replaced by equal ones with the same ids."""


class Unmount(StepBase, tag="unmount", frozen=True, kw_only=True):
    """The turns older than the last ``keep`` leave the document."""

    keep: Annotated[int, Meta(ge=0)]


class Freeze(StepBase, tag="freeze", frozen=True, kw_only=True):
    """The page's main thread is busy."""

    seconds: Seconds


class Modal(StepBase, tag="modal", frozen=True, kw_only=True):
    """A dialog over the page. ``hold``: the timeline waits until one of its buttons is clicked."""

    kind: NoticeKind
    text: str = ""
    hold: bool = False


class Toast(StepBase, tag="toast", frozen=True, kw_only=True):
    """A notice in the corner, which goes by itself."""

    kind: NoticeKind
    text: str = ""


class Reload(StepBase, tag="reload", frozen=True, kw_only=True):
    """The page reloads itself."""


class Navigate(StepBase, tag="navigate", frozen=True, kw_only=True):
    """The page goes to another address, with a load."""

    to: Address


class Dialog(StepBase, tag="dialog", frozen=True, kw_only=True):
    """A JavaScript dialog. ``beforeunload`` asks by way of a reload, as browsers demand."""

    kind: Literal["alert", "confirm", "beforeunload"]
    text: str = ""


class Tab(StepBase, tag="tab", frozen=True, kw_only=True):
    """What only whoever holds the browser can do: close the tab, crash it, cut the client's connection."""

    do_to: Literal["close", "crash", "cut"]


class Gate(StepBase, tag="gate", frozen=True, kw_only=True):
    """The page is replaced: by a human check, or by the login page."""

    kind: Literal["challenge", "logout"]
