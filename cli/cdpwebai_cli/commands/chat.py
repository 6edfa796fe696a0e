"""``query``: ask a question and print its answer."""

from __future__ import annotations

import sys

import click

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import ASK_SECONDS, check_question, open_chat, open_site
from cdpwebai.providers import VENDORS, provider
from cdpwebai.records import QueryResult
from cdpwebai_cli.options import Options, seconds, shared_options
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["query"]

INTERRUPTED = 130


@click.command()
@click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Whom to ask.")
@click.option("--prompt", required=True, metavar="TEXT", help="What to ask; - reads it from standard input.")
@click.option("--url", default="", metavar="URL", help="A conversation's address; for demo, a running demo site.")
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="Until the answer is complete.")
@shared_options
def query(options: Options, vendor: str, prompt: str, url: str, timeout: float) -> int:
    """Ask a question, wait until its answer is proven complete, and print it as Markdown.

    The prompt is sent once. Exits 0 with an answer, 4 when it was not complete in time, 3 when it cannot be told
    whether the prompt was sent, 5 when tab or browser are gone, 1 when the site did not let it.
    """
    text = sys.stdin.read() if prompt == "-" else prompt
    check_question(text, timeout)
    try:
        result = options.run(_ask, options, vendor, text, url, timeout)
    except KeyboardInterrupt:
        if not options.quiet:
            note("interrupted: no session was stored (sessionId is null), so this answer cannot be fetched later")
        return INTERRUPTED
    _print(options, result)
    return 0


async def _ask(options: Options, vendor: str, prompt: str, url: str, timeout: float) -> QueryResult:
    recorded = options.replay.header.site if options.replay is not None else ""
    async with open_site(vendor, url or recorded) as home:
        where = _where(options, vendor, home)
        async with open_chat(vendor, url=home, where=where) as chat:
            with told(quiet=options.quiet) as tell:
                return await chat.query(prompt, timeout=timeout, tell=tell)


def _where(options: Options, vendor: str, home: str) -> Where:
    site = provider(vendor, demo_url=home)
    return options.where(site=home, readers=site.library.hash)


def _print(options: Options, result: QueryResult) -> None:
    if options.as_json:
        print_json(result)
    else:
        print_text(result.answer.markdown)
