"""What becomes of a prompt and its answer: not allowed, not finished, cut, not saved, perhaps not sent.

Row 0. Not what the stored sessions say of them: that is ``stored``.
"""

from __future__ import annotations

from typing import Any

from cdpwebai.errors.base import CdpWebAIError

__all__ = [
    "NOT_SEEN",
    "ArtifactsMissing",
    "NotFinished",
    "OutputError",
    "PartialAnswer",
    "ProviderError",
    "SubmissionUnknown",
]

NOT_SEEN = frozenset(
    ("provider.ui-changed", "snapshot.unavailable", "provider.commit-not-verified", "provider.work-state-unknown")
)
"""Codes that say "it could not be seen", as every ``...-unverified`` does; their exit is 3."""


class ProviderError(CdpWebAIError):
    """The chat site does not allow the next step. Code, stage and hint are those of the interface's table."""

    def __init__(self, message: str, *, code: str, stage: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.error_code = code
        self.stage = stage
        self.retry_hint = hint
        self.exit_code = 3 if code in NOT_SEEN or code.endswith("-unverified") else 1


class NotFinished(CdpWebAIError):
    """The deadline came before the answer was proven complete. ``partial`` is what could be read, or None.

    ``deadline`` is the wall time of it, seconds since the epoch, where one is known.
    """

    status = "timeout"
    error_code = "provider.poll-timeout"
    stage = "poll"
    retry_hint = "poll-or-resume"
    exit_code = 4

    def __init__(self, message: str, *, deadline: float | None = None, **known: Any) -> None:
        super().__init__(message, **known)
        self.deadline = deadline


class PartialAnswer(CdpWebAIError):
    """The answer ended without being whole: it was cut, and the site offers to go on. ``partial`` holds it."""

    status = "partial"
    error_code = "provider.answer-partial"
    stage = "poll"
    retry_hint = "continue-in-browser"


class ArtifactsMissing(CdpWebAIError):
    """The answer is complete and stored, and an image or a file that was asked for by name is not there.

    ``answer`` is the answer (a ``records.Answer``) with whatever was saved of it; its text satisfies no such request.
    """

    status = "file-artifact-unsatisfied"
    stage = "artifacts"

    def __init__(self, message: str, *, answer: Any, code: str, hint: str, **known: Any) -> None:
        super().__init__(message, **known)
        self.answer = answer
        self.error_code = code
        self.retry_hint = hint


class SubmissionUnknown(CdpWebAIError):
    """It cannot be told whether the prompt was sent. Nothing resends from here."""

    status = "unknown-submission"
    error_code = "submission.unknown"
    stage = "commit-verify"
    retry_hint = "poll-or-resume"
    exit_code = 3


class OutputError(CdpWebAIError):
    """A result is there and stored, and the file that it was to go into could not be written."""

    error_code = "output.not-written"
    stage = "output"
    retry_hint = "check-storage"
