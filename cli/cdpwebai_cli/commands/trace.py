"""``trace record|replay|show``: what crossed between us and the browser."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from pathlib import Path

import click

from cdpwebai.errors import InputError
from cdpwebai.trace import read_trace
from cdpwebai.trace.show import show_trace
from cdpwebai_cli.options.shared import output_options
from cdpwebai_cli.reporting import note, print_text

__all__ = ["REPLAYABLE", "trace"]

REPLAYABLE = ("probe", "eval", "call", "screenshot", "query", "send", "work send", "status", "browser tabs")
"""What a recording may have run again: commands that only talk to a browser, which the recording then is. A file from
somebody else names the command, and nothing else on this machine is its to touch."""


@click.group()
def trace() -> None:
    """Record what crosses between us and the browser, replay it without one, read it."""


@trace.command(context_settings={"ignore_unknown_options": True})
@click.option("--trace", "path", type=click.Path(path_type=Path), metavar="FILE", help="Where to; .gz compresses.")
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def record(path: Path | None, command: tuple[str, ...]) -> int:
    """Run a command of this program and record it: trace record --trace FILE -- query --prompt Hello."""
    from cdpwebai_cli.main import run_reported

    file = path or Path(f"{command[0]}-{time.strftime('%Y%m%d-%H%M%S')}.jsonl")
    is_new = not file.exists()
    code = run_reported([*command, "--trace", str(file)])
    if is_new and file.exists():
        note(f"recorded to {file}")
    return code


@trace.command()
@click.argument("file", type=click.Path(path_type=Path))
@output_options
def replay(file: Path, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Run the recorded command again, on the recording: no browser, and no time passes.

    What is run again is a question to a browser (probe, eval, call, screenshot, query, send, work send, status,
    browser tabs).

    Exits as the command does; a recording that the command does not follow is an error that names the first difference.
    """
    from cdpwebai_cli.main import run_reported

    recorded = read_trace(file)
    if not recorded.header.command:
        raise InputError(f"{file} does not say which command was recorded; show it with trace show {file}")
    _refuse_other(file, recorded.header.command)
    flags = {"--json": as_json, "--quiet": quiet, "--verbose": verbose}
    more = [flag for flag, given in flags.items() if given and flag not in recorded.header.command]
    return run_reported([*recorded.header.command, *more], replay=recorded)


def _refuse_other(file: Path, command: Sequence[str]) -> None:
    if command[0] not in REPLAYABLE and " ".join(command[:2]) not in REPLAYABLE:
        known = ", ".join(REPLAYABLE)
        raise InputError(f"{file} was recorded from {shlex.join(command)}, which is not run again; these are: {known}")


@trace.command()
@click.argument("file", type=click.Path(path_type=Path))
def show(file: Path) -> int:
    """Print a trace, one line a message: => a command, <= a reply, <- an event."""
    for line in show_trace(read_trace(file, cut_ok=True)):
        print_text(line)
    return 0
