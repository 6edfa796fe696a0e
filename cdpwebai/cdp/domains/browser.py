"""The Browser domain: the version, closing, and downloads. Only on the browser's own session."""

from __future__ import annotations

from cdpwebai.cdp.command import Command, Empty, Event, Wire

__all__ = [
    "CancelDownload",
    "Close",
    "DownloadProgress",
    "DownloadWillBegin",
    "GetVersion",
    "GetVersionResult",
    "SetDownloadBehavior",
]


class GetVersionResult(Wire):
    """``product`` is like "Chrome/156.0.7000.0"; a headless one may call itself "HeadlessChrome"."""

    protocol_version: str
    product: str
    revision: str
    user_agent: str
    js_version: str


class GetVersion(Command[GetVersionResult]):
    method = "Browser.getVersion"


class Close(Command[Empty]):
    method = "Browser.close"


class SetDownloadBehavior(Command[Empty]):
    """``behavior``: deny, allow, allowAndName (files are named by their guid), default."""

    method = "Browser.setDownloadBehavior"
    behavior: str
    browser_context_id: str | None = None
    download_path: str | None = None
    events_enabled: bool = False


class CancelDownload(Command[Empty]):
    method = "Browser.cancelDownload"
    guid: str
    browser_context_id: str | None = None


class DownloadWillBegin(Event):
    method = "Browser.downloadWillBegin"
    frame_id: str
    guid: str
    url: str
    suggested_filename: str


class DownloadProgress(Event):
    """Sizes in bytes, ``total_bytes`` 0 when unknown. ``state``: inProgress, completed, canceled."""

    method = "Browser.downloadProgress"
    guid: str
    total_bytes: float
    received_bytes: float
    state: str
    file_path: str | None = None
