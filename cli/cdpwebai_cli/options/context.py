"""``--file`` and the options of a context: what commands that send a prompt give along with it.

Everything is read and checked before anything else is done.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cdpwebai.api.composing import Composed, Context, composed
from cdpwebai.trace import stand_ins
from cdpwebai_cli.options.shared import replayed
from cdpwebai_cli.reporting import note

__all__ = ["Given", "giving_options"]

PATH = click.Path(path_type=Path)


@dataclass(frozen=True)
class Given:
    """What was given along; ``report``: whether the files of the context are to be told."""

    files: tuple[Path, ...]
    context: Context
    report: bool

    @contextmanager
    def composed(self, prompt: str, *, quiet: bool, report: bool = False) -> Generator[Composed]:
        """What is sent, for the block. Tells on stderr which files go along, and how large they are: where that was
        asked for, or with ``report``.

        In a replay, files of the recorded names, sizes and times stand in for all that was attached.
        """
        replay = replayed()
        with ExitStack() as stack:
            files, context = self.files, self.context
            if replay is not None:
                files = stack.enter_context(stand_ins(replay.header))
                context = Context() if context.transport == "upload" else context
            made = stack.enter_context(composed(prompt, files, context))
            if (self.report or report) and not quiet:
                for line in _report(made):
                    note(line)
            yield made


def _report(made: Composed) -> Iterator[str]:
    package = made.package
    for one in package.files if package else ():
        yield f"{one.path}: {len(one.text.encode()):,} bytes"
    for left in package.left_out if package else ():
        yield f"{left.path}: left out, {left.why}"
    if package:
        yield f"context: {len(package.markdown):,} characters, about {package.tokens:,} tokens"
    for file in made.files:
        yield f"attached: {file}"


def giving_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``given``."""

    @wraps(command)
    def wrapped(
        *,
        files: tuple[Path, ...],
        context_from_files: tuple[str, ...],
        context_exclude: tuple[str, ...],
        context_file: Path | None,
        context_transport: Any,
        max_input: int | None,
        files_report: bool,
        **own: Any,
    ) -> Any:
        context = Context(context_from_files, context_exclude, context_file, context_transport, max_input)
        return command(given=Given(files, context, files_report), **own)

    for option in reversed(OPTIONS):
        wrapped = option(wrapped)
    return wrapped


OPTIONS = (
    click.option("--file", "files", multiple=True, type=PATH, metavar="PATH", help="Attach this; may be given again."),
    click.option(
        "--context-from-files",
        multiple=True,
        metavar="GLOB",
        help="Send the files that this finds along as context; may be given again.",
    ),
    click.option(
        "--context-exclude", multiple=True, metavar="GLOB", help="Leave these out of the context; may be given again."
    ),
    click.option("--context-file", type=PATH, metavar="PATH", help="Put this text in front of the context."),
    click.option(
        "--context-transport",
        type=click.Choice(["upload", "inline"]),
        default="upload",
        show_default=True,
        help="Attach the context as one file, or put it behind the prompt.",
    ),
    click.option(
        "--max-input",
        type=click.IntRange(min=1),
        metavar="N",
        help="The most characters of prompt and context; 50000 where they go together, if this is not given.",
    ),
    click.option("--files-report", is_flag=True, help="Tell on stderr which files go along, and their sizes."),
)
