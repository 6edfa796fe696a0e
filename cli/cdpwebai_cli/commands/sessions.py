"""``sessions``: the stored sessions."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import get_args

import click

from cdpwebai.api import session_looks
from cdpwebai.api.reattach import REATTACH_SECONDS, Reattachment
from cdpwebai.api.reattach import reattach as take_up
from cdpwebai.api.session_looks import SessionReport
from cdpwebai.flows.outputs import Outputs
from cdpwebai.providers import VENDORS
from cdpwebai.records import Session, Status
from cdpwebai.records.documents import session_document
from cdpwebai.store import DEFAULT_AGE, Pruned, open_store, parse_age
from cdpwebai_cli.commands.poll import poll_session
from cdpwebai_cli.options.artifacts import artifact_options
from cdpwebai_cli.options.shared import TIMEOUT, WITNESS, Options, local_options, seconds, shared_options
from cdpwebai_cli.options.showing import Showing, showing_options
from cdpwebai_cli.reporting import print_json, print_text

__all__ = ["sessions"]

STATUSES = get_args(Status)


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
        print_json({"ok": True, "status": "list", "sessions": [session_document(session) for session in found]})
    else:
        for session in found:
            where = f"{session.vendor:8}  {session.surface}"
            print_text(f"{session.id}  {session.status:18}  {where}  {_first_line(session.prompt)}")
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
@WITNESS
@artifact_options
@showing_options
@shared_options
def resume(
    options: Options, session_id: str, timeout: float | None, witness: str, outputs: Outputs, showing: Showing
) -> int:
    """The same as poll --session ID."""
    return poll_session(options, session_id, "", timeout, witness, outputs, showing)


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


def _lines(session: Session) -> list[str]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(session.created_at))
    lines = [f"{session.id}: {session.status}, {session.vendor}, {when}", f"prompt: {_first_line(session.prompt)}"]
    if session.surface == "work":
        stands = session.task_status or "not looked at yet"
        lines.append(f"task of Work: power {session.power}, speed {session.speed or 'as it was'}; {stands}")
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
