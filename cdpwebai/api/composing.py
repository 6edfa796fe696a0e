"""A prompt with the files that go along as its context: put behind it, or attached as one file of their own.

Row 7; the gathering and packing is ``cdpwebai.context``, which is loaded only when context is asked for.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.errors import ContextError, ContextMissing, InputError
from cdpwebai.flows.local_files import LocalFile, check_local

if TYPE_CHECKING:
    from cdpwebai.context import Package

__all__ = ["CONTEXT_NAME", "Composed", "Context", "Transport", "composed", "composing"]

CONTEXT_NAME = "context.md"
"""What the attached context is called."""

Transport = Literal["upload", "inline"]


@dataclass(frozen=True)
class Context:
    """What is to go along: the patterns that find files and those that leave some out, and a text made by hand.

    ``transport``: attached as a file of its own, or put behind the prompt. ``limit``: the most characters that the
    prompt and its context may have; None is 50,000 where they go together, and any number else.
    """

    patterns: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    file: Path | None = None
    transport: Transport = "upload"
    limit: int | None = None

    @property
    def is_asked(self) -> bool:
        """Whether there is anything to go along."""
        return bool(self.patterns) or self.file is not None


@dataclass(frozen=True)
class Composed:
    """What is sent: the text to type, the files to attach, in order, and the package that is in one of them."""

    prompt: str
    files: tuple[LocalFile, ...] = ()
    package: Package | None = None

    @property
    def paths(self) -> tuple[Path, ...]:
        """Where the files are."""
        return tuple(one.path for one in self.files)


@contextmanager
def composed(
    prompt: str, files: Sequence[str | os.PathLike[str]] = (), context: Context | None = None
) -> Generator[Composed]:
    """The prompt as it is sent, for the block: a context that is attached is a file of ours, gone when it ends.

    Raises ContextMissing for options of a context that is none, ContextError for files that may not go along or are too
    much, InputError for a pattern that finds nothing, AttachmentRefused for a file that cannot be attached.
    """
    context = context or Context()
    with _joined(prompt, files, context, _packed(context)) as made:
        yield made


@asynccontextmanager
async def composing(
    prompt: str, files: Sequence[str | os.PathLike[str]] = (), context: Context | None = None
) -> AsyncGenerator[Composed]:
    """As ``composed``, with the files of a context gathered off the event loop."""
    context = context or Context()
    package = await run_blocking(partial(_packed, context))
    with _joined(prompt, files, context, package) as made:
        yield made


def _packed(context: Context) -> Package | None:
    """What goes along; None for nothing."""
    if context.is_asked:
        return _package(context)
    if context != Context():
        raise ContextMissing("there is no context to speak of; name it by --context-from-files or --context-file")
    return None


@contextmanager
def _joined(
    prompt: str, files: Sequence[str | os.PathLike[str]], context: Context, package: Package | None
) -> Generator[Composed]:
    if package is None:
        yield Composed(prompt, check_local(files))
        return
    if context.transport == "inline":
        yield Composed(_inline(prompt, package, context.limit), check_local(files), package)
        return
    _check_size(prompt, package, context.limit)
    with TemporaryDirectory(prefix="cdpwebai-context-") as folder:
        path = Path(folder) / CONTEXT_NAME
        path.write_text(package.markdown, encoding="utf-8", newline="")
        yield Composed(prompt, check_local([path, *files]), package)


def _package(context: Context) -> Package:
    from cdpwebai.context import Gathered, gather, pack

    found = gather(context.patterns, excludes=context.excludes) if context.patterns else Gathered(())
    if context.patterns and not found.files:
        left_out = ", ".join(f"{one.path} {one.why}" for one in found.left_out) or "all were left out"
        raise InputError(f"no file is left to go along as context: {left_out}")
    return pack(found, note=_by_hand(context.file) if context.file else "")


def _by_hand(path: Path) -> str:
    """The text that was made by hand.

    Raises InputError when it cannot be read, ContextError when it is a link or looks as if it held a secret.
    """
    from cdpwebai.context import LARGEST
    from cdpwebai.context.secrets import why_secret

    if os.path.islink(path):
        raise ContextError(f"{path} is a symbolic link: not sent", code="context.symlink-rejected", hint="path-list")
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"the context {path} is no regular file")
    if os.path.isfile(path) and os.path.getsize(path) > LARGEST:
        raise InputError(f"the context {path} is larger than {LARGEST // 2**20} MB")
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"the context {path} is no text in UTF-8: {error.reason}") from error
    except OSError as error:
        raise InputError(f"the context {path} cannot be read: {error.strerror}") from error
    danger = why_secret(path.resolve(), text)
    if danger:
        raise ContextError(f"{path} {danger}: not sent", code="context.secret-rejected", hint="path-list")
    if not text.strip():
        raise InputError(f"the context {path} is empty")
    return text


def _inline(prompt: str, package: Package, limit: int | None) -> str:
    from cdpwebai.context import INLINE_LIMIT, compose

    advice = "take fewer files, allow more by --max-input, or attach them by --context-transport upload"
    return compose(prompt, package, limit=INLINE_LIMIT if limit is None else limit, advice=advice)


def _check_size(prompt: str, package: Package, limit: int | None) -> None:
    from cdpwebai.context import compose

    if limit is not None:
        compose(prompt, package, limit=limit, advice="take fewer files, or allow more by --max-input")
