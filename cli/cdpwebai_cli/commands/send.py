"""``send``: the first of two steps. ``poll`` is the second."""

from __future__ import annotations

import click

from cdpwebai.api.chat import ASK_SECONDS, check_question, open_chat, open_site
from cdpwebai.api.composing import Composed
from cdpwebai.flows.outputs import Outputs
from cdpwebai.flows.plan_attach import attach_limit
from cdpwebai.records import Session
from cdpwebai.records.documents import sent_document
from cdpwebai_cli.interrupting import Underway
from cdpwebai_cli.options.artifacts import artifact_options
from cdpwebai_cli.options.question import Asked, question_options
from cdpwebai_cli.options.shared import Options, seconds, shared_options
from cdpwebai_cli.progress import waiting
from cdpwebai_cli.reporting import print_json, print_text

__all__ = ["send"]

SEND_SECONDS = 60.0
"""How long a prompt may take to be sent, beside its files, and never longer than the session's own time."""


@click.command()
@question_options
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="The session's own time.")
@artifact_options
@shared_options
def send(options: Options, asked: Asked, timeout: float, outputs: Outputs) -> int:
    """Send a prompt once, and return when the page shows it; poll --session ID brings the answer.

    Only so many prompts go at once, and conversations are opened in a minute (docs/settings.md): one more waits for a
    place, as long as there is time.

    Which images and files of the answer are asked for is stored with the session: poll saves them, and fails where what
    was asked for by name is not there.
    """
    check_question(asked.prompt, timeout)
    underway = Underway(options, sends=True)
    try:
        with asked.given.composed(asked.prompt, quiet=options.quiet) as made:
            session = options.run(_send, options, asked, made, timeout, outputs, underway)
    except KeyboardInterrupt:
        return underway.tell_interrupted()
    if options.as_json:
        print_json(sent_document(session))
    else:
        print_text(f"sent: {session.id}")
    return 0


async def _send(
    options: Options, asked: Asked, made: Composed, timeout: float, outputs: Outputs, underway: Underway
) -> Session:
    async with open_site(asked.vendor, asked.url) as home:
        where = options.where(vendor=asked.vendor, site=home, prompt=asked.prompt, files=made.paths)
        limit = min(timeout, SEND_SECONDS + (attach_limit([one.size for one in made.files]) if made.files else 0))
        async with open_chat(asked.vendor, url=home, where=where) as chat:
            return await chat.send(
                made.prompt,
                timeout=limit,
                answer_within=timeout,
                on_session=underway.keep,
                on_wait=waiting(quiet=options.quiet),
                outputs=outputs,
                **asked.beside_with(made.paths),
            )
