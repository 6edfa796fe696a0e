"""The page, seen through JavaScript or by acting on it. Row 0. Not what a chat site says in it: that is ``chat``."""

from __future__ import annotations

from typing import Any

from cdpwebai.errors.base import CdpWebAIError

__all__ = [
    "ActRefused",
    "NavigationFailed",
    "NotSerialisable",
    "PageError",
    "PageException",
    "PromiseCollected",
    "StaleHandle",
]


class PageError(CdpWebAIError):
    """The page, seen through JavaScript or by acting on it."""

    error_code = "page.error"
    retry_hint = "see-message"


class PageException(PageError):
    """An exception thrown in the page.

    ``type_name`` is the class ("TypeError") or the JavaScript type ("string"); ``text`` what was thrown; ``line`` and
    ``column`` count from 1, 0 when the page did not say.
    """

    error_code = "page.exception"

    def __init__(self, message: str, *, type_name: str, text: str, line: int = 0, column: int = 0) -> None:
        super().__init__(message, page_may_have_changed=True)
        self.type_name = type_name
        self.text = text
        self.line = line
        self.column = column


class NotSerialisable(PageError):
    """A value that JSON would lose without a sign: a node, a function, a Map, NaN inside a list. The code has run."""

    error_code = "page.not-serialisable"

    def __init__(self, message: str) -> None:
        super().__init__(message, page_may_have_changed=True)


class PromiseCollected(PageError):
    """A promise that was awaited is held by nothing any more, so it can never settle. No navigation and no time-out."""

    error_code = "page.promise-collected"
    exit_code = 3


class StaleHandle(PageError):
    """A handle that outlived its document; it is never re-aimed at the new one."""

    error_code = "page.stale-handle"
    exit_code = 3


class ActRefused(PageError):
    """An act that was not done. ``reason`` is one word.

    covered, moving, outside, gone, hidden, disabled, unreadable; unfocused (text, and nothing takes it), composing
    (Enter, and an input method is at work), single (several files for an input that takes one).
    """

    error_code = "page.act-refused"

    def __init__(self, message: str, *, reason: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.reason = reason


class NavigationFailed(PageError):
    """A navigation that did not arrive; the message holds the browser's own error text."""

    error_code = "page.navigation-failed"
