"""``demo serve|ask``: the local chat site."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import trio

from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import (
    Scenario,
    Site,
    browser_arguments,
    load_builtin,
    load_scenario,
    make_own_host,
    serve,
)
from cdpwebai.records import QueryResult
from cdpwebai_cli.options.shared import Options, seconds, shared_options
from cdpwebai_cli.progress import told
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["demo", "log_line"]

PROMPT = "What can you do?"


@click.group()
def demo() -> None:
    """A chat site on this machine with the page of ChatGPT, playing a scenario."""


@demo.command("serve")
@click.option("--scenario", type=click.Path(path_type=Path), metavar="FILE", help="What to play; else a short hello.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="0: the system chooses.")
@click.option("--as", "names", multiple=True, metavar="HOST", help="Be this host, over https; may be repeated.")
def serve_site(scenario: Path | None, port: int, names: tuple[str, ...]) -> int:
    """Serve it until it is interrupted; the first line on stdout is its address.

    With --as chatgpt.com it is that host to a browser that is started with the arguments on the second line, and to no
    other: browser start --headless -- ARGUMENTS.
    """
    played = _scenario(scenario)
    own = make_own_host(names) if names else None

    async def run() -> None:
        async with serve(played, port=port, own=own) as site:
            print_text(site.url)
            if own is not None:
                print_text(shlex.join(browser_arguments(own, site.port)))
            await trio.sleep_forever()

    trio.run(run)
    return 0


@demo.command()
@click.option("--scenario", type=click.Path(path_type=Path), metavar="FILE", help="What to play; else a short hello.")
@click.option("--prompt", default=PROMPT, show_default=True, metavar="TEXT", help="What to ask.")
@click.option("--timeout", type=seconds, default=60.0, show_default=True, help="Until the answer is complete.")
@shared_options
def ask(options: Options, scenario: Path | None, prompt: str, timeout: float) -> int:
    """Start the site, ask it in real Chromium, and print the answer and what the site's own log says of the send."""
    result, site = options.run(_ask, options, _scenario(scenario), prompt, timeout)
    if options.as_json:
        print_json(result)
    else:
        print_text(result.answer.markdown)
    if not options.quiet:
        note(f"the site's log: {log_line(site, prompt)}")
    return 0


async def _ask(options: Options, scenario: Scenario, prompt: str, timeout: float) -> tuple[QueryResult, Site]:
    async with serve(scenario) as site:
        where = options.where(vendor="demo", site=site.url)
        async with open_chat("demo", url=site.url, where=where) as chat:
            with told(quiet=options.quiet) as tell:
                return await chat.query(prompt, timeout=timeout, tell=tell), site


def log_line(site: Site, prompt: str) -> str:
    """What the server saw: how many sends, and whether the text is the prompt to the character."""
    sends = site.log.sends
    equal = all(send.text == prompt for send in sends)
    count = "1 send" if len(sends) == 1 else f"{len(sends)} sends"
    return (
        f"{count}, text {'equal' if equal else 'DIFFERENT'}: {[send.text for send in sends]}; word drawn: {site.word}"
    )


def _scenario(path: Path | None) -> Scenario:
    return load_builtin("hello") if path is None else load_scenario(path)
