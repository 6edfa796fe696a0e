"""Bad input, and files that may not go along with a prompt: found before a browser is touched.

Row 0. Not what a site refuses later (``chat``), nor a session id that nothing is stored under (``stored``).
"""

from __future__ import annotations

from typing import Any

from cdpwebai.errors.base import CdpWebAIError

__all__ = [
    "AttachmentRefused",
    "ContextError",
    "ContextMissing",
    "InputError",
    "PromptMissing",
    "ScenarioError",
    "SelectorError",
    "TraceError",
]


class InputError(CdpWebAIError):
    """Bad input, refused before a browser is touched."""

    error_code = "input.usage"
    stage = "input-preflight"
    retry_hint = "see-help"
    exit_code = 2


class PromptMissing(InputError):
    """There is nothing to ask: the prompt is empty, or standard input, which it was to come from, is closed."""

    error_code = "input.prompt-missing"
    retry_hint = "add-prompt"


class ContextMissing(InputError):
    """Options of a context that is to go along, and none was named."""

    error_code = "input.context-source-missing"
    retry_hint = "add-context-source"


class AttachmentRefused(InputError):
    """A file that cannot go along with a prompt, found before a browser is touched."""

    error_code = "provider.attachment-preflight"
    stage = "attachment-preflight"
    retry_hint = "re-upload"


class SelectorError(InputError):
    """A CSS selector that does not parse."""


class ScenarioError(InputError):
    """A demo scenario with an unknown key or step, or a wrong shape."""


class TraceError(InputError):
    """A trace file that is cut, damaged, or of a newer format."""


class ContextError(CdpWebAIError):
    """Files that may not go along with a prompt, or too much of them; found before a browser is touched."""

    stage = "context-preflight"

    def __init__(self, message: str, *, code: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.error_code = code
        self.retry_hint = hint
