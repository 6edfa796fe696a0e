"""``poll``, ``watch`` and ``sessions``: coming back to what was sent."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, get_args

import click
import msgspec
from click.core import ParameterSource

from cdpwebai.api import session_looks
from cdpwebai.api import sessions as operations
from cdpwebai.api.reattach import REATTACH_SECONDS, Reattachment
from cdpwebai.api.reattach import reattach as take_up
from cdpwebai.api.session_looks import SessionReport
from cdpwebai.errors import CdpWebAIError, InputError, ProviderError
from cdpwebai.flows.artifacts import NONE, Outputs
from cdpwebai.flows.poll import Progress
from cdpwebai.providers import VENDORS
from cdpwebai.records import QueryResult, Session, Status
from cdpwebai.store import DEFAULT_AGE, Pruned, open_store, parse_age
from cdpwebai_cli.options import TIMEOUT, Options, local_options, seconds, shared_options
from cdpwebai_cli.outputs import artifact_options, tell_saved
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import error_document, note, print_json, print_line, print_text, printing

__all__ = ["poll", "sessions", "stop", "watch"]

STATUSES = get_args(Status)


def _session_options(command: Any) -> Any:
    vendor = click.option(
        "--vendor",
        type=click.Choice(VENDORS),
        default="chatgpt",
        show_default=True,
        help="Whose session, where --session names none; with it, the session must be this one's.",
    )
    command = vendor(command)
    return click.option("--session", default="", metavar="ID", help="Which one; else the only one that goes on.")(
        command
    )


@click.command()
@TIMEOUT
@_session_options
@artifact_options
@shared_options
def poll(options: Options, session: str, vendor: str, timeout: float | None, outputs: Outputs) -> int:
    """Wait for the answer to a prompt that was sent, and print it. Nothing is ever sent from here.

    Images and files of the answer are saved as query does it, also those of an answer that is complete and stored.
    """
    if outputs.require_files and not session:
        raise InputError("--require-file-artifacts is about one session's answer; name it with --session")
    result = options.run(_poll, options, session, vendor, timeout, outputs, _typed_vendor())
    return _print(options, result)


def _print(options: Options, result: QueryResult) -> int:
    with printing(result):
        if options.as_json:
            print_json(result)
        else:
            print_text(result.answer.markdown)
    if not (options.as_json or options.quiet):
        tell_saved(result.answer)
    return 0


async def _poll(
    options: Options,
    session_id: str,
    vendor: str,
    timeout: float | None,
    outputs: Outputs = NONE,
    typed_vendor: str = "",
) -> QueryResult:
    async with open_store() as store:
        session, warnings = await operations.find_session(store, session_id, vendor)
        _check_asked(session, typed_vendor)
        for warning in warnings:
            note(f"warning: {warning}")
        with told(quiet=options.quiet) as tell:
            where = options.where(vendor=session.vendor)
            return await operations.poll(
                store, session, where, timeout=timeout, tell=tell, warnings=warnings, outputs=outputs
            )


@click.command()
@TIMEOUT
@_session_options
@shared_options
def watch(options: Options, session: str, vendor: str, timeout: float | None) -> int:
    """Print JSON lines until the session has come to an end: its state whenever that changes, the result last."""
    return options.run(_watch, options, session, vendor, timeout, _typed_vendor() != "")


async def _watch(options: Options, session_id: str, vendor: str, timeout: float | None, typed: bool) -> int:
    last = ""

    def tell(progress: Progress) -> None:
        nonlocal last
        if progress.activity != last:
            last = progress.activity
            print_line({"state": last, "seconds": round(progress.seconds, 1), "characters": len(progress.text)})

    async with open_store() as store:
        found, warnings = await operations.find_session(store, session_id, vendor)
        try:
            if typed:
                _check_vendor(found, vendor)
            where = options.where(vendor=found.vendor)
            print_line(await operations.watch(store, found, where, timeout=timeout, tell=tell, warnings=warnings))
        except CdpWebAIError as error:
            print_line(error_document(error))
            return error.exit_code
    return 0


def _typed_vendor() -> str:
    """The vendor that the command line names; "" where it is the default."""
    context = click.get_current_context()
    typed = context.get_parameter_source("vendor") is ParameterSource.COMMANDLINE
    return str(context.params["vendor"]) if typed else ""


def _check_asked(session: Session, vendor: str) -> None:
    """Raise InputError for a session of another vendor than the command line names."""
    if vendor not in ("", session.vendor):
        raise InputError(f"session {session.id} is one of {session.vendor}, not of {vendor}; leave out --vendor")


def _check_vendor(session: Session, vendor: str) -> None:
    if session.vendor != vendor:
        raise ProviderError(
            f"session {session.id} is one of {session.vendor}, not of {vendor}",
            code="watcher.vendor-mismatch",
            stage="watcher-load-session",
            hint="omit-vendor-or-use-session-vendor",
            session_id=session.id,
        )


@click.command()
@click.option("--timeout", type=seconds, default=30.0, show_default=True, help="Until Stop is seen to be gone.")
@_session_options
@shared_options
def stop(options: Options, session: str, vendor: str, timeout: float) -> int:
    """Press Stop in the session's page, and see it gone."""
    typed = _typed_vendor()

    async def run() -> Session:
        async with open_store() as store:
            found, _ = await operations.find_session(store, session, vendor)
            _check_asked(found, typed)
            try:
                return await operations.stop(store, found, options.where(vendor=found.vendor), timeout=timeout)
            except CdpWebAIError as error:
                error.session_id = found.id
                raise

    stopped = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "stopped", "sessionId": stopped.id})
    else:
        print_text(f"stopped: {stopped.id}")
    return 0


@click.group()
def sessions() -> None:
    """The stored sessions."""


@sessions.command("list")
@click.option("--vendor", type=click.Choice(VENDORS), default=None, help="Only this one's.")
@click.option("--status", type=click.Choice(STATUSES), multiple=True, help="Only these.")
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True, help="At most so many.")
@local_options
def list_sessions(options: Options, vendor: str | None, status: tuple[Status, ...], limit: int) -> int:
    """List them, the newest first."""

    async def run() -> tuple[Session, ...]:
        async with open_store() as store:
            return await session_looks.list_sessions(store, vendor=vendor or "", statuses=status, limit=limit)

    found = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "list", "sessions": [_public(session) for session in found]})
    else:
        for session in found:
            print_text(f"{session.id}  {session.status:18}  {session.vendor:8}  {_first_line(session.prompt)}")
    return 0


@sessions.command()
@click.argument("session_id", metavar="ID")
@local_options
def show(options: Options, session_id: str) -> int:
    """Show one session; its answer only with --json (cdpwebai poll --session ID prints it)."""

    async def run() -> Session:
        async with open_store() as store:
            return await session_looks.show_session(store, session_id)

    session = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "show", "session": session})
    else:
        for line in _lines(session):
            print_text(line)
    return 0


@sessions.command()
@click.argument("session_id", metavar="ID")
@TIMEOUT
@shared_options
def resume(options: Options, session_id: str, timeout: float | None) -> int:
    """The same as poll --session ID."""
    return _print(options, options.run(_poll, options, session_id, "", timeout))


@sessions.command()
@click.argument("session_id", metavar="ID")
@click.option("--navigate", is_flag=True, help="Open the conversation in a tab that stays, where its own is gone.")
@click.option("--timeout", type=seconds, default=REATTACH_SECONDS, show_default=True, help="Until it is seen.")
@shared_options
def reattach(options: Options, session_id: str, navigate: bool, timeout: float) -> int:
    """Find the session's tab and see its message there. Exits 0, 3 when that cannot be seen, 1 when it is elsewhere."""

    async def run() -> Reattachment:
        async with open_store() as store:
            session = await store.get(session_id)
            where = options.where(vendor=session.vendor)
            return await take_up(store, session, where, navigate=navigate, timeout=timeout)

    found = options.run(run)
    if options.as_json:
        print_json(found)
    else:
        print_text(f"{found.status}: {found.session_id}, tab {found.target_id} {found.url}".rstrip())
        for warning in found.warnings:
            print_text(f"warning: {warning}")
    return {"reattached": 0, "reattach-unverified": 3}.get(found.status, 1)


@sessions.command()
@click.argument("session_id", metavar="ID")
@shared_options
def doctor(options: Options, session_id: str) -> int:
    """Say what is known of a session: its record, its tab, who works on it, what to do. Nothing is changed."""

    async def run() -> SessionReport:
        async with open_store() as store:
            return await session_looks.examine(store, session_id, options.where())

    report = options.run(run)
    if options.as_json:
        print_json(report)
    else:
        print_text(f"{session_id}: {report.summary}")
        if report.target.reason:
            print_text(f"tab: {report.target.reason}")
        for recommendation in report.recommendations:
            print_text(f"next: {recommendation}")
    return 0


@sessions.command()
@click.option("--older-than", default=DEFAULT_AGE, show_default=True, metavar="AGE", help="As 30d, 12h, 90m.")
@click.option("--status", type=click.Choice(STATUSES), multiple=True, help="Only these.")
@local_options
def prune(options: Options, older_than: str, status: tuple[Status, ...]) -> int:
    """Remove old sessions, but none that is still going on or being worked on. By default those of 30 days."""
    age = parse_age(older_than)

    async def run() -> Pruned:
        async with open_store() as store:
            return await store.prune(age, statuses=status)

    pruned = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "pruned", **asdict(pruned), "olderThanMs": round(age * 1000)})
    else:
        print_text(f"{pruned.removed} removed, {pruned.remaining} left")
    return 0


def _public(session: Session) -> dict[str, Any]:
    """A session without its long texts."""
    document = msgspec.to_builtins(session)
    return {key: value for key, value in document.items() if key not in ("prompt", "answer", "partial", "baseline")}


def _lines(session: Session) -> list[str]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(session.created_at))
    lines = [f"{session.id}: {session.status}, {session.vendor}, {when}", f"prompt: {_first_line(session.prompt)}"]
    lines += [f"conversation: {session.conversation_url or 'no address yet'}"]
    lines += [f"warning: {warning}" for warning in session.warnings]
    if session.last_error is not None:
        lines.append(f"last error: {session.last_error.error_code}: {session.last_error.message}")
    if session.answer is not None:
        answer = session.answer
        model = f", {answer.model_slug}" if answer.model_slug else ""
        lines.append(f"answer: {len(answer.markdown)} characters, {answer.source}, {answer.exactness}{model}")
    return lines


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= 60 else f"{line[:59]}…"
