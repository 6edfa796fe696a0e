"""``poll``, ``watch``, ``stop``: coming back to what was sent. Nothing is ever sent from here."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import click

from cdpwebai.api import sessions as operations
from cdpwebai.api.questions import check_vendor
from cdpwebai.api.work import task_result
from cdpwebai.errors import CdpWebAIError, InputError, ProviderError
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.poll import Progress
from cdpwebai.providers import VENDORS
from cdpwebai.records import QueryResult, Session
from cdpwebai.records.documents import error_document
from cdpwebai.store import Store, open_store
from cdpwebai_cli.answers import kept_in, print_answer
from cdpwebai_cli.interrupting import Underway
from cdpwebai_cli.options.artifacts import artifact_options
from cdpwebai_cli.options.shared import TIMEOUT, WITNESS, Options, not_empty, seconds, shared_options, typed_vendor
from cdpwebai_cli.options.showing import PLAIN, Showing, showing_options
from cdpwebai_cli.reporting import note, print_json, print_line, print_text

__all__ = ["poll", "poll_session", "stop", "watch"]


def _session_options(command: Any) -> Any:
    vendor = click.option(
        "--vendor",
        type=click.Choice(VENDORS),
        default="chatgpt",
        show_default=True,
        help="Whose session, where --session names none; with it, the session must be this one's.",
    )
    session = click.option(
        "--session", default="", metavar="ID", callback=not_empty, help="Which one; else the only one that goes on."
    )
    return session(vendor(command))


@click.command()
@TIMEOUT
@_session_options
@WITNESS
@artifact_options
@showing_options
@shared_options
def poll(
    options: Options,
    session: str,
    vendor: str,
    timeout: float | None,
    witness: str,
    outputs: Outputs,
    showing: Showing,
) -> int:
    """Wait for the answer to a prompt that was sent, and print it. Nothing is ever sent from here.

    Images and files of the answer are saved as query does it, also those of an answer that is complete and stored. What
    was asked for with the prompt need not be said again: it is saved where it was to go, and is as much required here.
    A place that is said here takes the place of that. --stream and --output are those of query.
    """
    _check_named(outputs, session)
    return poll_session(options, session, vendor, timeout, witness, outputs, showing, typed_vendor(), tasks=False)


def _check_named(outputs: Outputs, session_id: str) -> None:
    if outputs.require_files and not session_id:
        raise InputError("--require-file-artifacts is about one session's answer; name it with --session")


def poll_session(
    options: Options,
    session_id: str,
    vendor: str,
    timeout: float | None,
    witness: str,
    outputs: Outputs = NONE,
    showing: Showing = PLAIN,
    typed: str = "",
    *,
    tasks: bool = True,
) -> int:
    """Wait for the session's answer, and print it; returns the exit code. Raises as ``sessions.poll``.

    ``tasks``: whether the session may be one of Work's.
    """
    showing.check(options)
    underway = Underway(options, as_lines=showing.stream)

    async def run() -> tuple[QueryResult, Session | None]:
        async with open_store() as store:
            session, warnings = await operations.find_session(store, session_id, vendor)
            check_vendor(session, typed)
            if session.surface == "work" and not tasks:
                raise InputError(f"session {session.id} is one of Work: cdpwebai work poll --session {session.id}")
            underway.keep(session)
            for warning in warnings:
                note(f"warning: {warning}")
            with showing.telling(options) as tell:
                result = await operations.poll(
                    store,
                    session,
                    options.where(vendor=session.vendor),
                    timeout=timeout,
                    tell=tell,
                    witness=witness == "auto",
                    warnings=warnings,
                    outputs=outputs,
                )
            return kept_in(showing.output, options, result), await _task(store, session)

    try:
        result, task = options.run(run)
    except KeyboardInterrupt:
        return underway.tell_interrupted()
    except CdpWebAIError as error:
        return showing.end_lines(options, error)
    return print_answer(options, result, as_line=showing.stream, task=task)


async def _task(store: Store, session: Session) -> Session | None:
    """The session as it is stored now, where it is one of Work's: it is told beside its answer."""
    return await store.get(session.id) if session.surface == "work" else None


@click.command()
@TIMEOUT
@_session_options
@WITNESS
@artifact_options
@shared_options
def watch(options: Options, session: str, vendor: str, timeout: float | None, witness: str, outputs: Outputs) -> int:
    """Print JSON lines until the session has come to an end: its state whenever that changes, the result last.

    Images and files of the answer are saved as poll does it.
    """
    _check_named(outputs, session)
    underway = Underway(replace(options, as_json=True), as_lines=True)  # its lines are JSON in any case
    try:
        wait = partial(_watch, timeout=timeout, witness=witness == "auto", outputs=outputs, typed=typed_vendor())
        return options.run(wait, options, underway, session, vendor)
    except KeyboardInterrupt:
        return underway.tell_interrupted()


async def _watch(
    options: Options,
    underway: Underway,
    session_id: str,
    vendor: str,
    *,
    timeout: float | None,
    witness: bool,
    outputs: Outputs,
    typed: str,
) -> int:
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
                _check_vendor(found, typed)
            underway.keep(found)
            where = options.where(vendor=found.vendor)
            result = await operations.watch(
                store,
                found,
                where,
                timeout=timeout,
                tell=tell,
                witness=witness,
                warnings=warnings,
                outputs=outputs,
            )
            task = await _task(store, found)
            print_line(result if task is None else task_result(task, result))
        except CdpWebAIError as error:
            print_line(error_document(error))
            return error.exit_code
    return 0


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
    typed = typed_vendor()

    async def run() -> Session:
        async with open_store() as store:
            found, _ = await operations.find_session(store, session, vendor)
            check_vendor(found, typed)
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
