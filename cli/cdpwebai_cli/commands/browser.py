"""``browser start|stop|status|tabs|login``: the browser that the commands share."""

from __future__ import annotations

from dataclasses import asdict

import click

from cdpwebai.api import looking
from cdpwebai.api.chat import open_chat
from cdpwebai.api.login import wait_login
from cdpwebai.browser.shared import PROFILE, SharedState, shared_state, start_shared, stop_shared
from cdpwebai.providers import VENDORS
from cdpwebai_cli.options.shared import Options, local_options, seconds, shared_options
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["browser"]


@click.group()
def browser() -> None:
    """The browser that the commands share: started once, left running."""


@browser.command()
@click.option("--headless", is_flag=True, help="Without a window.")
@click.option("--profile", default=PROFILE, show_default=True, help="A name, kept in the home folder, or a folder.")
@click.option("--timeout", type=seconds, default=30.0, show_default=True, help="Until it is ready.")
@click.argument("arguments", nargs=-1, metavar="[-- ARGUMENTS...]")
@shared_options
def start(options: Options, headless: bool, profile: str, timeout: float, arguments: tuple[str, ...]) -> int:
    """Start it and leave it running. Any process of the same user could join it at its loopback port.

    ARGUMENTS, behind a --, are for the browser itself.
    """
    if any(not argument.startswith("--") for argument in arguments):
        raise click.UsageError("an argument for the browser begins with two dashes: -- --lang=ko")

    async def run() -> SharedState:
        started = await start_shared(profile=profile, headless=headless, args=arguments, timeout=timeout)
        return SharedState("running", started)

    _tell(options, options.run(run), ok=True)
    return 0


@browser.command()
@local_options
def stop(options: Options) -> int:
    """Stop it: ask it, then SIGTERM, then SIGKILL. Does nothing when it does not run."""

    async def run() -> bool:
        return await stop_shared() is not None

    stopped = options.run(run)
    word = "stopped" if stopped else "none"
    if options.as_json:
        print_json({"ok": True, "status": word})
    else:
        print_text("stopped" if stopped else "no shared browser was running")
    return 0


@browser.command()
@local_options
def status(options: Options) -> int:
    """Say whether it runs. Exits 0 when it does, 1 when it does not, 5 when it does not answer."""

    async def run() -> SharedState:
        return await shared_state()

    state = options.run(run)
    _tell(options, state, ok=state.state == "running")
    return {"running": 0, "none": 1}.get(state.state, 5)


def _tell(options: Options, state: SharedState, *, ok: bool) -> None:
    if options.as_json:
        found = asdict(state.browser) if state.browser else {}
        print_json({"ok": ok, "status": state.state, **found, "reason": state.reason})
    elif state.browser is None:
        print_text(f"none: {state.reason}")
    else:
        reason = f" ({state.reason})" if state.reason else ""
        print_text(f"{state.state}{reason}: pid {state.browser.pid}, {state.browser.address}")


@browser.command()
@click.option("--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Where to log in.")
@click.option("--url", default="", metavar="URL", help="For demo, a running demo site.")
@click.option("--timeout", type=seconds, default=600.0, show_default=True, help="For the person who logs in.")
@shared_options
def login(options: Options, vendor: str, url: str, timeout: float) -> int:
    """Open the site in the shared browser, started when it is not there, and wait until somebody is logged in.

    What stands in the way is told and never touched: a person logs in, and solves a human check, in the window.
    """

    async def run() -> None:
        async with open_chat(vendor, url=url, where=options.where(vendor=vendor)) as chat:
            if not options.quiet:
                note(f"log in at {chat.url}, in the window of the browser")
            await wait_login(chat.page, timeout=timeout, tell=note if not options.quiet else lambda _: None)

    options.run(run)
    if options.as_json:
        print_json({"ok": True, "status": "ready", "vendor": vendor})
    else:
        print_text("logged in")
    return 0


@browser.command()
@shared_options
def tabs(options: Options) -> int:
    """List the tabs of the browser: target id, address, title."""
    where = options.where()

    async def run() -> list[dict[str, str]]:
        return [asdict(tab) for tab in await looking.list_tabs(where)]

    found = options.run(run)
    if options.as_json:
        names = {"target_id": "targetId"}
        rows = [{names.get(key, key): value for key, value in tab.items()} for tab in found]
        print_json({"ok": True, "status": "list", "tabs": rows})
    else:
        print_text("\n".join(f"{tab['target_id']}  {tab['url']}  {tab['title']}" for tab in found))
    return 0
