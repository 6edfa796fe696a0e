"""``query``: ask a question and print its answer."""

from __future__ import annotations

import sys

import click
import trio
from msgspec.structs import replace

from cdpwebai.api.chat import ASK_SECONDS, check_question, open_chat, open_site
from cdpwebai.errors import ProviderError
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.providers import VENDORS, provider
from cdpwebai.records import QueryResult, Session
from cdpwebai_cli.options import Options, seconds, shared_options
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import INTERRUPTED, note, print_json, print_text

__all__ = ["query", "send", "status"]

OPEN_SECONDS = 60.0
"""How long the browser and the page may take to be there, and never longer than the whole."""


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
    asking = _Asking(options, vendor, text, url, timeout)
    try:
        result = options.run(asking.run)
    except KeyboardInterrupt:
        if not options.quiet:
            note(asking.interrupted())
        return INTERRUPTED
    _print(options, result)
    return 0


@click.command()
@click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Whom to ask.")
@click.option("--prompt", required=True, metavar="TEXT", help="What to ask; - reads it from standard input.")
@click.option("--url", default="", metavar="URL", help="A conversation's address; for demo, a running demo site.")
@click.option("--timeout", type=seconds, default=ASK_SECONDS, show_default=True, help="The session's own time.")
@shared_options
def send(options: Options, vendor: str, prompt: str, url: str, timeout: float) -> int:
    """Send a prompt once, and return when the page shows it; poll --session ID brings the answer."""
    text = sys.stdin.read() if prompt == "-" else prompt
    check_question(text, timeout)

    async def run() -> Session:
        async with open_site(vendor, url) as home, open_chat(vendor, url=home, where=options.where(site=home)) as chat:
            return await chat.send(text, answer_within=timeout)

    session = options.run(run)
    if options.as_json:
        known = {"vendor": session.vendor, "sessionId": session.id, "url": session.conversation_url}
        print_json({"ok": True, "status": "sent", **known, "warnings": session.warnings})
    else:
        print_text(f"sent: {session.id}")
    return 0


@click.command()
@click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Whom to ask.")
@click.option("--url", default="", metavar="URL", help="A conversation's address; for demo, a running demo site.")
@click.option("--timeout", type=seconds, default=20.0, show_default=True, help="Until it can be told.")
@shared_options
def status(options: Options, vendor: str, url: str, timeout: float) -> int:
    """Say whether a prompt can be sent now, and if not, why. Nothing is touched."""

    async def run() -> Obstacle | None:
        async with open_site(vendor, url) as home, open_chat(vendor, url=home, where=options.where(site=home)) as chat:
            return await chat.obstacle(timeout=timeout)

    found = options.run(run)
    if found is not None:
        raise ProviderError(found.why, code=found.code, stage=found.stage, hint=found.hint)
    if options.as_json:
        print_json({"ok": True, "status": "ready", "vendor": vendor})
    else:
        print_text("ready")
    return 0


class _Asking:
    """One question, and what is known of it when it is interrupted."""

    def __init__(self, options: Options, vendor: str, prompt: str, url: str, timeout: float) -> None:
        self.options = options
        self.vendor = vendor
        self.prompt = prompt
        self.url = url
        self.timeout = timeout
        self.session: Session | None = None

    async def run(self) -> QueryResult:
        deadline = trio.current_time() + self.timeout
        replay = self.options.replay
        async with open_site(self.vendor, self.url or (replay.header.site if replay else "")) as home:
            site = provider(self.vendor, demo_url=home)
            where = self.options.where(site=home, readers=site.library.hash, prompt=self.prompt)
            async with open_chat(self.vendor, url=home, where=where, timeout=min(self.timeout, OPEN_SECONDS)) as chat:
                with told(quiet=self.options.quiet) as tell:
                    left = max(deadline - trio.current_time(), 0.001)
                    result = await chat.query(self.prompt, timeout=left, tell=tell, on_session=self._keep)
        return replace(result, session_id=None) if replay else result

    def interrupted(self) -> str:
        """What a person can do after Ctrl-C."""
        if self.session is None:
            return "interrupted: nothing was sent"
        return (
            "interrupted: the prompt may have been sent, and its answer goes on in the browser; "
            f"come back with: cdpwebai poll --session {self.session.id}"
        )

    def _keep(self, session: Session) -> None:
        self.session = session


def _print(options: Options, result: QueryResult) -> None:
    if options.as_json:
        print_json(result)
    else:
        print_text(result.answer.markdown)
