"""The Page domain: documents and their frames, navigation, dialogs, file choosers, the isolated world, screenshots."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = [
    "AddScriptToEvaluateOnNewDocument",
    "AddScriptToEvaluateOnNewDocumentResult",
    "BringToFront",
    "CaptureScreenshot",
    "CaptureScreenshotResult",
    "Close",
    "Crash",
    "CreateIsolatedWorld",
    "CreateIsolatedWorldResult",
    "DomContentEventFired",
    "Enable",
    "FileChooserOpened",
    "Frame",
    "FrameAttached",
    "FrameDetached",
    "FrameNavigated",
    "FrameStartedNavigating",
    "FrameStoppedLoading",
    "FrameTree",
    "GetFrameTree",
    "GetFrameTreeResult",
    "GetLayoutMetrics",
    "GetLayoutMetricsResult",
    "GetNavigationHistory",
    "GetNavigationHistoryResult",
    "HandleJavaScriptDialog",
    "JavascriptDialogClosed",
    "JavascriptDialogOpening",
    "LayoutViewport",
    "LifecycleEvent",
    "LoadEventFired",
    "Navigate",
    "NavigateResult",
    "NavigateToHistoryEntry",
    "NavigatedWithinDocument",
    "NavigationEntry",
    "Rect",
    "Reload",
    "RemoveScriptToEvaluateOnNewDocument",
    "SetInterceptFileChooserDialog",
    "SetLifecycleEventsEnabled",
    "StopLoading",
    "Viewport",
    "VisualViewport",
]


class Frame(Wire):
    """``loader_id`` changes with the document, ``id`` does not. ``url`` is without the fragment."""

    id: str
    loader_id: str
    url: str
    mime_type: str
    security_origin: str
    parent_id: str | None = None
    name: str | None = None
    url_fragment: str | None = None
    unreachable_url: str | None = None


class FrameTree(Wire):
    """A frame and those below it in the same process; the others are targets of their own."""

    frame: Frame
    child_frames: list[FrameTree] | None = None


class NavigationEntry(Wire):
    id: int
    url: str
    title: str


class LayoutViewport(Wire):
    """In CSS pixels."""

    page_x: int
    page_y: int
    client_width: int
    client_height: int


class VisualViewport(Wire):
    """In CSS pixels; ``offset_*`` from the layout viewport, ``page_*`` from the document's corner."""

    offset_x: float
    offset_y: float
    page_x: float
    page_y: float
    client_width: float
    client_height: float
    scale: float


class Rect(Wire):
    """In CSS pixels, from the document's corner."""

    x: float
    y: float
    width: float
    height: float


class Viewport(Wire):
    """What to capture: CSS pixels from the document's corner, and how many image pixels one of them becomes."""

    x: float
    y: float
    width: float
    height: float
    scale: float


class Enable(Command[Empty]):
    method = "Page.enable"


class NavigateResult(Wire):
    """No ``loader_id``: the same document. ``error_text``: it did not arrive, or it was a download (or a 204)."""

    frame_id: str
    loader_id: str | None = None
    error_text: str | None = None
    is_download: bool = False


class Navigate(Command[NavigateResult]):
    """Answered when the response has begun, and not before a ``beforeunload`` question is."""

    method = "Page.navigate"
    url: str
    referrer: str | None = None
    frame_id: str | None = None


class Reload(Command[Empty]):
    """``loader_id``: only if the document is still this one."""

    method = "Page.reload"
    ignore_cache: bool = False
    loader_id: str | None = None


class StopLoading(Command[Empty]):
    method = "Page.stopLoading"


class GetFrameTreeResult(Wire):
    frame_tree: FrameTree


class GetFrameTree(Command[GetFrameTreeResult]):
    method = "Page.getFrameTree"


class GetNavigationHistoryResult(Wire):
    current_index: int
    entries: list[NavigationEntry]


class GetNavigationHistory(Command[GetNavigationHistoryResult]):
    method = "Page.getNavigationHistory"


class NavigateToHistoryEntry(Command[Empty]):
    method = "Page.navigateToHistoryEntry"
    entry_id: int


class CreateIsolatedWorldResult(Wire):
    execution_context_id: int


class CreateIsolatedWorld(Command[CreateIsolatedWorldResult]):
    """Once per document and name: a second call answers the same context. Without a name, a new one each time."""

    method = "Page.createIsolatedWorld"
    frame_id: str
    world_name: str | None = None


class AddScriptToEvaluateOnNewDocumentResult(Wire):
    identifier: str


class AddScriptToEvaluateOnNewDocument(Command[AddScriptToEvaluateOnNewDocumentResult]):
    """``run_immediately``: in the documents that are there already, too."""

    method = "Page.addScriptToEvaluateOnNewDocument"
    source: str
    world_name: str | None = None
    run_immediately: bool = False


class RemoveScriptToEvaluateOnNewDocument(Command[Empty]):
    method = "Page.removeScriptToEvaluateOnNewDocument"
    identifier: str


class CaptureScreenshotResult(Wire):
    """``data`` is the image in base64."""

    data: str


class CaptureScreenshot(Command[CaptureScreenshotResult]):
    """``format``: png (when None), jpeg, webp; ``quality`` 0 to 100, not for png. A background tab takes seconds."""

    method = "Page.captureScreenshot"
    format: str | None = None
    quality: int | None = None
    clip: Viewport | None = None
    capture_beyond_viewport: bool = False
    optimize_for_speed: bool = False


class GetLayoutMetricsResult(Wire):
    css_layout_viewport: LayoutViewport
    css_visual_viewport: VisualViewport
    css_content_size: Rect


class GetLayoutMetrics(Command[GetLayoutMetricsResult]):
    method = "Page.getLayoutMetrics"


class HandleJavaScriptDialog(Command[Empty]):
    method = "Page.handleJavaScriptDialog"
    accept: bool
    prompt_text: str | None = None


class SetLifecycleEventsEnabled(Command[Empty]):
    method = "Page.setLifecycleEventsEnabled"
    enabled: bool


class SetInterceptFileChooserDialog(Command[Empty]):
    """While enabled no chooser opens; ``FileChooserOpened`` is sent instead."""

    method = "Page.setInterceptFileChooserDialog"
    enabled: bool
    cancel: bool = False


class BringToFront(Command[Empty]):
    method = "Page.bringToFront"


class Close(Command[Empty]):
    """Closes as the user would: a ``beforeunload`` question is put."""

    method = "Page.close"


class Crash(Command[Empty]):
    """Crashes the renderer. Answered only when the tab is loaded anew, and then with an error."""

    method = "Page.crash"


class FrameAttached(Event):
    method = "Page.frameAttached"
    frame_id: str
    parent_frame_id: str


class FrameDetached(Event):
    """``reason``: remove, or swap when the frame goes on in another process."""

    method = "Page.frameDetached"
    frame_id: str
    reason: str


class FrameStartedNavigating(Event):
    """``loader_id``: of the document to come. ``navigation_type``: reload, sameDocument, differentDocument, ..."""

    method = "Page.frameStartedNavigating"
    frame_id: str
    url: str
    loader_id: str
    navigation_type: str


class FrameStoppedLoading(Event):
    """Nothing is loading any more: the document has loaded, or a navigation ended without one."""

    method = "Page.frameStoppedLoading"
    frame_id: str


class FrameNavigated(Event):
    """A new document is committed. ``type``: Navigation, BackForwardCacheRestore."""

    method = "Page.frameNavigated"
    frame: Frame
    type: str


class NavigatedWithinDocument(Event):
    """``navigation_type``: fragment, historyApi, other. The document, its contexts and handles stay."""

    method = "Page.navigatedWithinDocument"
    frame_id: str
    url: str
    navigation_type: str


class LifecycleEvent(Event):
    """``name``: init, commit, DOMContentLoaded, load, networkIdle, ... Those of the present document are told again
    when the events are enabled."""

    method = "Page.lifecycleEvent"
    frame_id: str
    loader_id: str
    name: str
    timestamp: float


class DomContentEventFired(Event):
    method = "Page.domContentEventFired"
    timestamp: float


class LoadEventFired(Event):
    method = "Page.loadEventFired"
    timestamp: float


class JavascriptDialogOpening(Event):
    """The page stands still until it is handled. ``type``: alert, confirm, prompt, beforeunload."""

    method = "Page.javascriptDialogOpening"
    url: str
    frame_id: str
    message: str
    type: str
    has_browser_handler: bool
    default_prompt: str | None = None


class JavascriptDialogClosed(Event):
    method = "Page.javascriptDialogClosed"
    frame_id: str
    result: bool
    user_input: str


class FileChooserOpened(Event):
    """``mode``: selectSingle, selectMultiple. No ``backend_node_id`` when script opened it without an input element."""

    method = "Page.fileChooserOpened"
    frame_id: str
    mode: str
    backend_node_id: int | None = None
