"""The program ``cdpwebai``: which commands there are, and how every one of them ends.

Above it the shell, below it ``commands`` (loaded when asked for, so that ``--help`` is quick) and ``reporting``.
stdout carries the answer or the JSON, nothing else, exactly once; everything else goes to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

from cdpwebai.errors import CdpWebAIError, InputError
from cdpwebai_cli.reporting import INTERRUPTED, note, report_error

if TYPE_CHECKING:
    from cdpwebai.trace import Trace

__all__ = ["cli", "main", "run_command", "run_reported"]

COMMANDS = {
    "query": "cdpwebai_cli.commands.query:query",
    "send": "cdpwebai_cli.commands.send:send",
    "work": "cdpwebai_cli.commands.work:work",
    "poll": "cdpwebai_cli.commands.poll:poll",
    "watch": "cdpwebai_cli.commands.poll:watch",
    "stop": "cdpwebai_cli.commands.poll:stop",
    "status": "cdpwebai_cli.commands.status:status",
    "render": "cdpwebai_cli.commands.render:render",
    "sessions": "cdpwebai_cli.commands.sessions:sessions",
    "browser": "cdpwebai_cli.commands.browser:browser",
    "probe": "cdpwebai_cli.commands.protocol:probe",
    "eval": "cdpwebai_cli.commands.protocol:evaluate",
    "call": "cdpwebai_cli.commands.protocol:call",
    "screenshot": "cdpwebai_cli.commands.protocol:screenshot",
    "trace": "cdpwebai_cli.commands.trace:trace",
    "demo": "cdpwebai_cli.commands.demo:demo",
    "mcp": "cdpwebai_cli.commands.mcp:mcp",
}
"""Where each command lives."""


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="cdpwebai")
def cli() -> None:
    """Talk to a web AI through the browser its user is logged in to, and never be lied to."""


def run_command(arguments: Sequence[str], replay: Trace | None = None) -> int:
    """Run one command line; returns its exit code. ``replay``: the trace that plays the browser.

    Raises CdpWebAIError; a usage error is an InputError.
    """
    from cdpwebai_cli.options.shared import Invocation  # loads the library: not for --help

    invocation = Invocation(tuple(arguments), replay)
    try:
        outcome = cli.main(list(arguments), prog_name="cdpwebai", standalone_mode=False, obj=invocation)
    except click.exceptions.NoArgsIsHelpError as error:
        note(error.format_message())
        return InputError.exit_code
    except click.UsageError as error:
        raise InputError(f"{error.format_message()} (see cdpwebai --help)") from error
    except click.Abort:  # Ctrl-C, where the command has no more to say of it
        if "--quiet" not in arguments:
            note("interrupted")
        return INTERRUPTED
    except click.exceptions.Exit as done:
        return done.exit_code
    return outcome if isinstance(outcome, int) else 0


def run_reported(arguments: Sequence[str], replay: Trace | None = None) -> int:
    """As ``run_command``, with errors told as the command line asks for it."""
    try:
        return run_command(arguments, replay)
    except CdpWebAIError as error:
        return report_error(error, as_json="--json" in arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def main() -> None:
    """The entry point: runs the command line and ends the process with its exit code."""
    try:
        code = run_reported(sys.argv[1:])
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us has gone; nobody is left to be told
        code = 1
    sys.exit(code)
