"""The Target domain: which tabs, frames and workers there are, and sessions on them."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = [
    "ActivateTarget",
    "AttachToTarget",
    "AttachToTargetResult",
    "AttachedToTarget",
    "CloseTarget",
    "CreateBrowserContext",
    "CreateBrowserContextResult",
    "CreateTarget",
    "CreateTargetResult",
    "DetachFromTarget",
    "DetachedFromTarget",
    "DisposeBrowserContext",
    "FilterEntry",
    "GetTargetInfo",
    "GetTargetInfoResult",
    "GetTargets",
    "GetTargetsResult",
    "SetAutoAttach",
    "SetDiscoverTargets",
    "TargetCrashed",
    "TargetCreated",
    "TargetDestroyed",
    "TargetInfo",
    "TargetInfoChanged",
]


class TargetInfo(Wire):
    """``type``: page, iframe, worker, shared_worker, service_worker, tab, browser, other, ..."""

    target_id: str
    type: str
    title: str
    url: str
    attached: bool
    can_access_opener: bool
    opener_id: str | None = None
    parent_id: str | None = None
    parent_frame_id: str | None = None
    browser_context_id: str | None = None
    subtype: str | None = None


class FilterEntry(Wire):
    """The first entry that matches a target decides; one without ``type`` matches all."""

    type: str | None = None
    exclude: bool = False


class AttachToTargetResult(Wire):
    session_id: str


class AttachToTarget(Command[AttachToTargetResult]):
    """``flatten=True`` is asked for by hand: without it the session takes no commands of its own."""

    method = "Target.attachToTarget"
    target_id: str
    flatten: bool


class DetachFromTarget(Command[Empty]):
    method = "Target.detachFromTarget"
    session_id: str


class CreateTargetResult(Wire):
    target_id: str


class CreateTarget(Command[CreateTargetResult]):
    method = "Target.createTarget"
    url: str
    width: int | None = None
    height: int | None = None
    browser_context_id: str | None = None
    new_window: bool = False
    background: bool = False
    focus: bool | None = None


class CloseTarget(Command[Empty]):
    """Closes without asking: a page's ``beforeunload`` question is not put."""

    method = "Target.closeTarget"
    target_id: str


class ActivateTarget(Command[Empty]):
    method = "Target.activateTarget"
    target_id: str


class GetTargetsResult(Wire):
    target_infos: list[TargetInfo]


class GetTargets(Command[GetTargetsResult]):
    """Without ``filter``, all but tab and browser targets."""

    method = "Target.getTargets"
    filter: list[FilterEntry] | None = None


class GetTargetInfoResult(Wire):
    target_info: TargetInfo


class GetTargetInfo(Command[GetTargetInfoResult]):
    """Without ``target_id``, the session's own target."""

    method = "Target.getTargetInfo"
    target_id: str | None = None


class CreateBrowserContextResult(Wire):
    browser_context_id: str


class CreateBrowserContext(Command[CreateBrowserContextResult]):
    """A context has cookies and storage of its own, and they end with it."""

    method = "Target.createBrowserContext"
    dispose_on_detach: bool = False


class DisposeBrowserContext(Command[Empty]):
    method = "Target.disposeBrowserContext"
    browser_context_id: str


class SetAutoAttach(Command[Empty]):
    """On a tab's session: attach to its out-of-process frames and workers, one level deep, now and as they come."""

    method = "Target.setAutoAttach"
    auto_attach: bool
    wait_for_debugger_on_start: bool
    flatten: bool
    filter: list[FilterEntry] | None = None


class SetDiscoverTargets(Command[Empty]):
    method = "Target.setDiscoverTargets"
    discover: bool
    filter: list[FilterEntry] | None = None


class AttachedToTarget(Event):
    method = "Target.attachedToTarget"
    session_id: str
    target_info: TargetInfo
    waiting_for_debugger: bool


class DetachedFromTarget(Event):
    method = "Target.detachedFromTarget"
    session_id: str
    target_id: str | None = None


class TargetCreated(Event):
    method = "Target.targetCreated"
    target_info: TargetInfo


class TargetInfoChanged(Event):
    method = "Target.targetInfoChanged"
    target_info: TargetInfo


class TargetDestroyed(Event):
    method = "Target.targetDestroyed"
    target_id: str


class TargetCrashed(Event):
    """Told to who discovers targets; the target's own session is told ``Inspector.targetCrashed``."""

    method = "Target.targetCrashed"
    target_id: str
    status: str
    error_code: int
