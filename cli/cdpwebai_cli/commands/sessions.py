"""``poll``, ``watch`` and ``sessions``: coming back to what was sent."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any, get_args

import click
import msgspec

from cdpwebai.api import sessions as operations
from cdpwebai.errors import CdpWebAIError
from cdpwebai.flows.poll import Progress
from cdpwebai.providers import VENDORS
from cdpwebai.records import QueryResult, Session, Status
from cdpwebai.store import DEFAULT_AGE, Pruned, open_store, parse_age
from cdpwebai_cli.options import Options, seconds, shared_options
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import error_document, note, print_json, print_line, print_text

__all__ = ["poll", "sessions", "stop", "watch"]

STATUSES = get_args(Status)


def _session_options(command: Any) -> Any:
    command = click.option("--timeout", type=seconds, default=None, help="At most; never past the session's own time.")(
        command
    )
    command = click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True)(command)
    return click.option("--session", default="", metavar="ID", help="Which one; else the only one that goes on.")(
        command
    )


@click.command()
@_session_options
@shared_options
def poll(options: Options, session: str, vendor: str, timeout: float | None) -> int:
    """Wait for the answer to a prompt that was sent, and print it. Nothing is ever sent from here."""
    result = options.run(_poll, options, session, vendor, timeout)
    return _print(options, result)


def _print(options: Options, result: QueryResult) -> int:
    if options.as_json:
        print_json(result)
    else:
        print_text(result.answer.markdown)
    return 0


async def _poll(options: Options, session_id: str, vendor: str, timeout: float | None) -> QueryResult:
    async with open_store() as store:
        session, warnings = await operations.find_session(store, session_id, vendor)
        for warning in warnings:
            note(f"warning: {warning}")
        with told(quiet=options.quiet) as tell:
            return await operations.poll(store, session, options.where(), timeout=timeout, tell=tell)


@click.command()
@_session_options
@shared_options
def watch(options: Options, session: str, vendor: str, timeout: float | None) -> int:
    """Print JSON lines until the session has come to an end: its state whenever that changes, the result last."""
    return options.run(_watch, options, session, vendor, timeout)


async def _watch(options: Options, session_id: str, vendor: str, timeout: float | None) -> int:
    last = ""

    def tell(progress: Progress) -> None:
        nonlocal last
        if progress.activity != last:
            last = progress.activity
            print_line({"state": last, "seconds": round(progress.seconds, 1), "characters": len(progress.text)})

    async with open_store() as store:
        found, _ = await operations.find_session(store, session_id, vendor)
        try:
            print_line(await operations.watch(store, found, options.where(), timeout=timeout, tell=tell))
        except CdpWebAIError as error:
            print_line(error_document(error))
            return error.exit_code
    return 0


@click.command()
@_session_options
@shared_options
def stop(options: Options, session: str, vendor: str, timeout: float | None) -> int:
    """Press Stop in the session's page, and see it gone."""

    async def run() -> Session:
        async with open_store() as store:
            found, _ = await operations.find_session(store, session, vendor)
            return await operations.stop(store, found, options.where(), timeout=timeout or 30.0)

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
@click.option("--limit", type=click.IntRange(1), default=50, show_default=True)
@shared_options
def list_sessions(options: Options, vendor: str | None, status: tuple[Status, ...], limit: int) -> int:
    """List them, the newest first."""

    async def run() -> tuple[Session, ...]:
        async with open_store() as store:
            return await store.list(vendor=vendor or "", statuses=status, limit=limit)

    found = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "list", "sessions": [_public(session) for session in found]})
    else:
        for session in found:
            print_text(f"{session.id}  {session.status:18}  {session.vendor:8}  {_first_line(session.prompt)}")
    return 0


@sessions.command()
@click.argument("session_id", metavar="ID")
@shared_options
def show(options: Options, session_id: str) -> int:
    """Show one session, its answer included."""

    async def run() -> Session:
        async with open_store() as store:
            return await store.get(session_id)

    session = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "show", "session": session})
    else:
        for line in _lines(session):
            print_text(line)
    return 0


@sessions.command()
@click.argument("session_id", metavar="ID")
@click.option("--timeout", type=seconds, default=None, help="At most; never past the session's own time.")
@shared_options
def resume(options: Options, session_id: str, timeout: float | None) -> int:
    """The same as poll --session ID."""
    return _print(options, options.run(_poll, options, session_id, "", timeout))


@sessions.command()
@click.option("--older-than", default=DEFAULT_AGE, show_default=True, metavar="AGE", help="As 30d, 12h, 90m.")
@click.option("--status", type=click.Choice(STATUSES), multiple=True, help="Only these.")
@shared_options
def prune(options: Options, older_than: str, status: tuple[Status, ...]) -> int:
    """Remove old sessions, but none that is still going on or being worked on. By default those of 30 days."""
    age = parse_age(older_than)

    async def run() -> Pruned:
        async with open_store() as store:
            return await store.prune(age, statuses=status)

    pruned = options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "pruned", **asdict(pruned)})
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
    return [*lines, session.answer.markdown] if session.answer else lines


def _first_line(text: str) -> str:
    line = text.strip().partition("\n")[0]
    return line if len(line) <= 60 else f"{line[:59]}…"
