"""``work send``, ``work poll``: Work, the second surface. No other command acts on it."""

from __future__ import annotations

import click

from cdpwebai.api import sessions as operations
from cdpwebai.api.chat import ASK_SECONDS, check_question
from cdpwebai.api.work import check_task, check_work, open_work, sent_result
from cdpwebai.errors import InputError
from cdpwebai.records import QueryResult, Session
from cdpwebai.store import open_store
from cdpwebai_cli.answers import print_answer
from cdpwebai_cli.interrupting import Underway
from cdpwebai_cli.options.shared import TIMEOUT, WITNESS, Options, not_empty, prompt_of, seconds, shared_options
from cdpwebai_cli.progress import told, waiting
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["tell_sent", "work"]

VENDOR = "chatgpt"

SEND_SECONDS = 90.0
"""How long a task may take to be sent, and never longer than the session's own time."""


@click.group()
def work() -> None:
    """Tasks of Work, ChatGPT's second surface."""


@work.command()
@click.option("--prompt", metavar="TEXT", help="What to do; - reads it from standard input.  [required]")
@click.option("--power", required=True, metavar="1..6", help="How much power it takes.")
@click.option("--speed", default=None, metavar="standard|fast", help="Fast takes more usage. Else it is left as it is.")
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="The session's own time.")
@shared_options
def send(options: Options, prompt: str | None, power: str, speed: str | None, timeout: float) -> int:
    """Send a task once, at a power, and return when the page shows it; work poll --session ID brings the answer.

    The page is switched to Work. Power and speed are set in its own picker, and read again right before the task is
    sent; where they cannot be proven, nothing is sent.
    """
    number = _number(power)
    check_work(number, speed)
    text = prompt_of(prompt)
    check_question(text, timeout)

    underway = Underway(options, sends=True)

    async def run() -> Session:
        async with open_work(VENDOR, where=options.where(vendor=VENDOR, prompt=text)) as opened:
            limit = min(timeout, SEND_SECONDS)
            return await opened.send(
                text,
                power=number,
                speed=speed,
                timeout=limit,
                answer_within=timeout,
                on_session=underway.keep,
                on_wait=waiting(quiet=options.quiet),
            )

    try:
        session = options.run(run)
    except KeyboardInterrupt:
        return underway.tell_interrupted()
    tell_sent(session, as_json=options.as_json)
    return 0


def tell_sent(session: Session, *, as_json: bool) -> None:
    """Say which task was sent, and what could not be seen beside it."""
    if as_json:
        print_json(sent_result(session))
        return
    for warning in session.warnings:
        note(f"warning: {warning}")
    print_text(f"sent: {session.id}")


@work.command()
@click.option(
    "--session", default="", metavar="ID", callback=not_empty, help="Which one; else the only task that goes on."
)
@TIMEOUT
@WITNESS
@shared_options
def poll(options: Options, session: str, timeout: float | None, witness: str) -> int:
    """Wait for the answer to a task that was sent, and print it. Nothing is ever sent from here."""
    underway = Underway(options)

    async def run() -> tuple[Session, QueryResult]:
        async with open_store() as store:
            found, warnings = await operations.find_session(store, session, VENDOR, "work")
            check_task(found)
            underway.keep(found)
            for warning in warnings:
                note(f"warning: {warning}")
            with told(quiet=options.quiet) as tell:
                result = await operations.poll(
                    store,
                    found,
                    options.where(vendor=found.vendor),
                    timeout=timeout,
                    tell=tell,
                    witness=witness == "auto",
                    warnings=warnings,
                )
            return await store.get(found.id), result

    try:
        task, result = options.run(run)
    except KeyboardInterrupt:
        return underway.tell_interrupted()
    return print_answer(options, result, task=task)


def _number(power: str) -> int:
    if not (power.isascii() and power.isdigit()):
        raise InputError(f"the power is a whole number from 1 to 6, not {power!r}")
    return int(power)
