"""What is printed: a result once on stdout, an error as JSON on stdout or as two lines on stderr.

Below every command; it knows shapes, not commands.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any

import click
import msgspec

from cdpwebai.errors import ArtifactsMissing, CdpWebAIError, OutputError
from cdpwebai.records import QueryResult
from cdpwebai.records.documents import error_document

__all__ = [
    "INTERRUPTED",
    "StdoutLost",
    "note",
    "print_json",
    "print_line",
    "print_text",
    "printing",
    "report_error",
]


class StdoutLost(OutputError):
    """Standard output cannot be written, as on a full disk."""


INTERRUPTED = 130
"""The exit code after Ctrl-C."""

COMES_BACK = ("poll-or-resume", "reattach-session")
"""The hints that a stored session is to be come back to."""


def print_text(text: str) -> None:
    """Print an answer, with a line break at its end. Raises StdoutLost, as all that print on stdout."""
    with _stdout():
        click.echo(text)


def print_json(document: Any) -> None:
    """Print a document as JSON, UTF-8 whatever the terminal says."""
    _write(msgspec.json.format(_encoded(document), indent=2))


def print_line(document: Any) -> None:
    """Print a document as one line of JSON, at once."""
    _write(_encoded(document))


def _encoded(document: Any) -> bytes:
    """It as JSON; what UTF-8 cannot hold, such as an odd byte of an argument that an error names, in plain signs."""
    try:
        return msgspec.json.encode(document, enc_hook=str)
    except UnicodeEncodeError:
        text = json.dumps(msgspec.to_builtins(document, enc_hook=str), ensure_ascii=False)
        return re.sub(r"[\ud800-\udfff]", lambda odd: rf"\\u{ord(odd[0]):x}", text).encode()


def _write(line: bytes) -> None:
    with _stdout():
        sys.stdout.flush()
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.buffer.flush()


@contextmanager
def _stdout() -> Generator[None, None, None]:
    try:
        yield
    except BrokenPipeError:  # nobody reads any more
        raise
    except OSError as error:
        raise StdoutLost(f"standard output could not be written: {error.strerror}") from error


@contextmanager
def printing(result: QueryResult, poll: str = "poll") -> Generator[None, None, None]:
    """What is printed in the block is a result that is stored; where it cannot be printed the error says so.

    ``poll``: the command that prints it again."""
    try:
        yield
    except StdoutLost as error:
        if result.session_id:
            error.session_id = result.session_id
            error.message += (
                f"; the answer is complete and stored: cdpwebai sessions show {result.session_id} --json,"
                f" or cdpwebai {poll} --session {result.session_id}"
            )
        raise


def note(text: str) -> None:
    """Tell a person something beside the result."""
    click.echo(text, err=True)


def report_error(error: CdpWebAIError, *, as_json: bool) -> int:
    """Tell of an error, on stderr also where stdout cannot be written; returns the exit code that it asks for."""
    lost = isinstance(error, StdoutLost)
    try:
        if as_json and not lost:
            print_json(error_document(error))
        elif isinstance(error, ArtifactsMissing):
            print_text(error.answer.markdown)
    except StdoutLost:
        lost = True
    if lost:
        with suppress(OSError):  # what it still holds is given up, or the end of the process would complain of it
            sys.stdout.close()
    if lost or not as_json:
        note(f"error {error.error_code}: {error.message}")
        note(f"hint: {error.retry_hint}{_way_back(error)}")
    return error.exit_code


def _way_back(error: CdpWebAIError) -> str:
    """The command that comes back to what is stored, where that is what to do and the sentence does not say it."""
    known = error.session_id
    if not known or error.retry_hint not in COMES_BACK or known in error.message:
        return ""
    return f" (cdpwebai sessions resume {known})"
