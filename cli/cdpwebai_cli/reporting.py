"""What is printed: a result once on stdout, an error as JSON on stdout or as two lines on stderr.

Below every command; it knows shapes, not commands.
"""

from __future__ import annotations

import sys
from typing import Any

import click
import msgspec

from cdpwebai.errors import ArtifactsMissing, CdpWebAIError

__all__ = ["INTERRUPTED", "error_document", "note", "print_json", "print_line", "print_text", "report_error"]


INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def print_text(text: str) -> None:
    """Print an answer, with a line break at its end."""
    click.echo(text)


def print_json(document: Any) -> None:
    """Print a document as JSON, UTF-8 whatever the terminal says."""
    encoded = msgspec.json.format(msgspec.json.encode(document, enc_hook=str), indent=2)
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded + b"\n")
    sys.stdout.buffer.flush()


def print_line(document: Any) -> None:
    """Print a document as one line of JSON, at once."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(document, enc_hook=str) + b"\n")
    sys.stdout.buffer.flush()


def note(text: str) -> None:
    """Tell a person something beside the result."""
    click.echo(text, err=True)


def report_error(error: CdpWebAIError, *, as_json: bool) -> int:
    """Tell of an error; returns the exit code that it asks for."""
    if as_json:
        print_json(error_document(error))
    else:
        if isinstance(error, ArtifactsMissing):
            print_text(error.answer.markdown)
        note(f"error {error.error_code}: {error.message}")
        note(f"hint: {error.retry_hint}")
    return error.exit_code


def error_document(error: CdpWebAIError) -> dict[str, Any]:
    """An error as JSON; ``mutationAllowed`` is whether the page may have been changed, null when it cannot be told."""
    document: dict[str, Any] = {
        "ok": False,
        "status": error.status,
        "sessionId": error.session_id,
        "error": {
            "errorCode": error.error_code,
            "stage": error.stage,
            "retryHint": error.retry_hint,
            "message": error.message,
            "mutationAllowed": error.page_may_have_changed,
            "evidence": error.evidence,
        },
    }
    if isinstance(error, ArtifactsMissing):
        document["answer"] = error.answer
    if error.partial is not None:
        document["partial"] = error.partial
    if error.warnings:
        document["warnings"] = error.warnings
    if error.turns:
        document["turns"] = error.turns
        document["followUpCount"] = len(error.turns) - 1
    return document
