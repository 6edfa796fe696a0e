"""``--stream`` and ``--output``: what is shown while an answer grows, and where the answer is kept besides."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cdpwebai.errors import CdpWebAIError, InputError
from cdpwebai.flows.poll import Progress
from cdpwebai.records.documents import error_document
from cdpwebai_cli.options.shared import Options
from cdpwebai_cli.output import check_writable
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import print_line
from cdpwebai_cli.streaming import streamed

__all__ = ["PLAIN", "Showing", "showing_options"]


@dataclass(frozen=True)
class Showing:
    """``stream``: provisional text is shown; ``output``: the file that the answer goes into, too."""

    stream: bool = False
    output: Path | None = None

    def check(self, options: Options) -> None:
        """Raise InputError for what cannot be done or contradicts itself."""
        if self.stream and options.quiet and not options.as_json:
            raise InputError("--stream shows text on stderr, and --quiet wants nothing there; drop one, or add --json")
        if self.output is not None:
            check_writable(self.output)

    def telling(self, options: Options) -> AbstractContextManager[Callable[[Progress], None]]:
        """Tell how the answer grows, for the block."""
        return streamed(as_json=options.as_json) if self.stream else told(quiet=options.quiet)

    def end_lines(self, options: Options, error: CdpWebAIError) -> int:
        """Tell the error as the last line where stdout is lines, and return the exit code; else raise it."""
        if not (self.stream and options.as_json):
            raise error
        print_line(error_document(error))
        return error.exit_code


PLAIN = Showing()
"""For who said nothing of it."""


def showing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Both, given to the command as one ``showing``, which it has to ``check``."""

    @wraps(command)
    def wrapped(*, stream: bool, output: Path | None, **own: Any) -> Any:
        return command(showing=Showing(stream, output), **own)

    place = click.Path(path_type=Path)
    wrapped = click.option("--output", type=place, metavar="FILE", help="Write the answer into this file, too.")(
        wrapped
    )
    return click.option("--stream", is_flag=True, help="Show provisional text while the answer grows.")(wrapped)
