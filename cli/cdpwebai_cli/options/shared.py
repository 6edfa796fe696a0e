"""Options that many commands share, and what they come to: where to run, for how long, how to tell.

A replayed command gets its browser from the trace instead of from its options (``Invocation``).
"""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import click
import trio
from click.core import ParameterSource

from cdpwebai.api.browsers import Where
from cdpwebai.cdp.background import background_tasks
from cdpwebai.errors import InputError, PromptMissing
from cdpwebai.page.library import base_library
from cdpwebai.providers import provider
from cdpwebai.trace import Header, Trace, given, run_virtually
from cdpwebai_cli.reporting import note

__all__ = [
    "TIMEOUT",
    "WITNESS",
    "Invocation",
    "Options",
    "connection_options",
    "local_options",
    "not_empty",
    "output_options",
    "prompt_of",
    "replayed",
    "seconds",
    "shared_options",
    "telling_options",
    "typed_vendor",
]

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R")


@dataclass(frozen=True)
class Invocation:
    """One run of the program: what was typed, and the trace that plays the browser when it is run again."""

    arguments: tuple[str, ...] = ()
    replay: Trace | None = None

    def recorded(self, prompt: str = "") -> tuple[str, ...]:
        """The command to note in a trace: what was typed, without the option that asks for the trace.

        ``prompt`` stands in place of the standard input that it came from, which a replay does not have.
        """
        kept = [
            prompt if before == "--prompt" and one == "-" else one for before, one in pairwise(("", *self.arguments))
        ]
        if "--trace" in kept:
            place = kept.index("--trace")
            del kept[place : place + 2]
        return tuple(argument for argument in kept if not argument.startswith("--trace="))


@dataclass(frozen=True)
class Options:
    """The shared options of one command."""

    cdp: str
    trace: Path | None
    as_json: bool
    quiet: bool
    verbose: bool

    @property
    def replay(self) -> Trace | None:
        """The trace that plays the browser, if this is a replay."""
        return replayed()

    def where(self, *, vendor: str = "", site: str = "", prompt: str = "", files: Sequence[Path] = ()) -> Where:
        """Where the command runs. ``vendor``: whose page it looks at, "" for any page; ``site``: the address of a site
        that was started for it; ``prompt``: what was asked; ``files``: what is attached.

        Says so when the trace to replay was recorded with other page readers.
        """
        library = provider(vendor).library if vendor else base_library()
        told, command = given(files), _invocation().recorded(prompt)
        header = Header(command=command, site=site, readers=library.hash, files=told)
        if self.replay is not None and self.replay.header.readers not in ("", header.readers):
            note(f"warning: {self.replay.name} was recorded with other page readers; record it again")
        return Where(cdp=self.cdp, record=self.trace, header=header, replay=self.replay)

    def run(self, operation: Callable[..., Awaitable[R]], *arguments: Any) -> R:
        """Run a coroutine function; in virtual time when a trace plays the browser.

        Ctrl-C is a KeyboardInterrupt, whichever task it came to, and so is SIGTERM.
        """
        _set_up_logging(verbose=self.verbose, quiet=self.quiet)
        if self.replay is not None:
            return run_virtually(operation, *arguments)
        try:
            return trio.run(_until_told_to_end, operation, arguments)
        except BaseExceptionGroup as group:
            if group.subgroup(KeyboardInterrupt) is None:
                raise
            raise KeyboardInterrupt from group


async def _until_told_to_end(operation: Callable[..., Awaitable[R]], arguments: Sequence[Any]) -> R:
    """Run it; SIGTERM ends it as Ctrl-C does, also where the shell has our process ignore that."""
    with trio.open_signal_receiver(signal.SIGTERM) as signals:
        async with background_tasks() as nursery:
            nursery.start_soon(_interrupt, signals)
            return await operation(*arguments)


async def _interrupt(signals: AsyncIterator[int]) -> None:
    async for _ in signals:
        raise KeyboardInterrupt


def replayed() -> Trace | None:
    """The trace that plays the browser, if the command is a replay."""
    return _invocation().replay


def _invocation() -> Invocation:
    found = click.get_current_context().find_object(Invocation)
    return Invocation() if found is None else found


def _set_up_logging(*, verbose: bool, quiet: bool) -> None:
    level = logging.DEBUG if verbose else logging.ERROR if quiet else logging.WARNING
    logging.basicConfig(format="%(message)s")
    logging.getLogger("cdpwebai").setLevel(level)


def connection_options(command: F) -> F:
    """``--cdp`` and ``--trace``."""
    command = click.option("--trace", type=click.Path(path_type=Path), metavar="FILE", help="Record what crosses.")(
        command
    )
    return click.option("--cdp", default="", metavar="URL", help="Attach to the browser at this endpoint.")(command)


def telling_options(command: F) -> F:
    """``--quiet``, ``--verbose``."""
    command = click.option("--verbose", is_flag=True, help="Tell more on stderr.")(command)
    return click.option("--quiet", is_flag=True, help="Tell nothing on stderr but errors.")(command)


def output_options(command: F) -> F:
    """``--json``, ``--quiet``, ``--verbose``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")(telling_options(command))


def shared_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``options``."""

    @wraps(command)
    def wrapped(*, cdp: str, trace: Path | None, as_json: bool, quiet: bool, verbose: bool, **own: Any) -> Any:
        return command(Options(cdp, trace, as_json, quiet, verbose), **own)

    return connection_options(output_options(wrapped))


def local_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """As ``shared_options``, for a command that talks to no page: ``--cdp`` and ``--trace`` are not among them."""

    @wraps(command)
    def wrapped(*, as_json: bool, quiet: bool, verbose: bool, **own: Any) -> Any:
        return command(Options("", None, as_json, quiet, verbose), **own)

    return output_options(wrapped)


def typed_vendor() -> str:
    """The vendor that the command line names; "" where it is the default."""
    context = click.get_current_context()
    typed = context.get_parameter_source("vendor") is ParameterSource.COMMANDLINE
    return str(context.params["vendor"]) if typed else ""


def not_empty(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse an option that names nothing: a script's empty variable would mean another session, or a new chat."""
    if value == "" and context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE:
        raise click.BadParameter("it is empty; leave it out, or name one", context, parameter)
    return value


def prompt_of(given: str | None) -> str:
    """The prompt: as it was given, or standard input for "-".

    Raises PromptMissing where there is none, InputError for a standard input that is no text.
    """
    if given is None:
        raise PromptMissing("there is no prompt: give it with --prompt TEXT, or with --prompt - on standard input")
    if given != "-":
        return given
    try:
        text = sys.stdin.buffer.read().decode()
        return text.replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise InputError(f"the prompt on standard input is no text in UTF-8 (at byte {error.start})") from error
    except (AttributeError, OSError, ValueError) as error:  # closed before we began, or since
        raise PromptMissing("standard input is closed, so there is no prompt on it") from error


class _Seconds(click.ParamType[float]):
    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            number = float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        if not 0 < number < float("inf"):
            self.fail(f"{value} is no time limit; give more than 0 seconds", param, ctx)
        return number


seconds = _Seconds()
"""The type of ``--timeout``."""

TIMEOUT = click.option(
    "--timeout",
    type=seconds,
    default=None,
    help="At most; within the session's own time, or its new time where that is over.",
)
"""``--timeout`` of what comes back to a session."""

WITNESS = click.option(
    "--witness",
    type=click.Choice(["auto", "dom"]),
    default="auto",
    show_default=True,
    help="Ask the site's own record of the conversation as well, or its page alone.",
)
"""``--witness`` of what waits for an answer."""
