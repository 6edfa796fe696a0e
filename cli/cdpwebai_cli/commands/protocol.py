"""``probe``, ``eval``, ``call`` and ``screenshot``: the protocol from the shell."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import click
import msgspec

from cdpwebai.api import looking
from cdpwebai.errors import InputError
from cdpwebai.page.values import UNDEFINED, BigInt
from cdpwebai.verdict import Absent, Unknown, Verdict, Visible
from cdpwebai_cli.options.shared import Options, seconds, shared_options
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["call", "evaluate", "javascript_word", "probe", "screenshot"]

page_options = (
    click.option("--url", default="", metavar="URL", help="Open this page first; else the browser's one tab."),
    click.option("--timeout", type=seconds, default=30.0, show_default=True, help="For the page, loading included."),
)


def _of_a_page(command: Any) -> Any:
    for option in reversed(page_options):
        command = option(command)
    return command


@click.command()
@click.argument("selectors", nargs=-1, required=True, metavar="SELECTOR...")
@_of_a_page
@shared_options
def probe(options: Options, selectors: tuple[str, ...], url: str, timeout: float) -> int:
    """Look once: does something match that a person would see?

    Exits 0 when it is visible, 1 when it is absent, 3 when it cannot be told (the page was not reached, say), 5 when
    tab or browser are gone.
    """

    async def look() -> Verdict:
        return await looking.probe(options.where(), selectors, url=url, timeout=timeout)

    verdict = options.run(look)
    if options.as_json:
        print_json({"ok": isinstance(verdict, Visible), "status": _word(verdict), **_details(verdict)})
    else:
        print_text(_sentence(verdict))
    return {"visible": 0, "absent": 1, "unknown": 3}[_word(verdict)]


def _word(verdict: Verdict) -> str:
    match verdict:
        case Visible():
            return "visible"
        case Absent():
            return "absent"
        case Unknown():
            return "unknown"


def _details(verdict: Verdict) -> dict[str, Any]:
    match verdict:
        case Visible(sight):
            return {"selector": sight.selector, "count": sight.count}
        case Absent(places):
            return {"places": places}
        case Unknown(reason, detail):
            return {"reason": reason.value, "detail": detail}


def _sentence(verdict: Verdict) -> str:
    match verdict:
        case Visible(sight):
            return f"visible: {sight.count} by {sight.selector}"
        case Absent(places):
            return f"absent: looked for {', '.join(places)}"
        case Unknown(reason, detail):
            return f"unknown ({reason.value}): {detail}"


@click.command("eval")
@click.argument("expression")
@_of_a_page
@shared_options
def evaluate(options: Options, expression: str, url: str, timeout: float) -> int:
    """Print the value of a JavaScript expression in the page, as JSON. A promise is awaited.

    Exits 0 with a value, 1 when the page threw or was not reached, 3 when no value came in time, 5 when tab or browser
    are gone. What JSON has no word for is printed as JavaScript writes it: NaN, -0, Infinity, undefined, 12n.
    """

    async def run() -> Any:
        return await looking.evaluate(options.where(), expression, url=url, timeout=timeout)

    value = options.run(run)
    word = javascript_word(value)
    if options.as_json:
        shown = {"value": value} if word is None else {"javascript": word}
        print_json({"ok": True, "status": "complete", **shown})
    else:
        print_text(json.dumps(value, ensure_ascii=False) if word is None else word)
    return 0


def javascript_word(value: Any) -> str | None:
    """How JavaScript writes a value that JSON has no word for; None for a value that JSON can hold."""
    match value:
        case bool():
            return None
        case float() if math.isnan(value):
            return "NaN"
        case float() if math.isinf(value):
            return "Infinity" if value > 0 else "-Infinity"
        case float() if math.copysign(1, value) < 0 and not value:
            return "-0"
        case BigInt():
            return f"{value}n"
        case _:
            return "undefined" if value is UNDEFINED else None


@click.command()
@click.argument("method", metavar="METHOD")
@click.argument("params", nargs=-1, metavar="[KEY=VALUE...]")
@_of_a_page
@shared_options
def call(options: Options, method: str, params: tuple[str, ...], url: str, timeout: float) -> int:
    """Send one command of the protocol and print its result as JSON. A VALUE is JSON if it can be read as JSON."""
    if "." not in method:
        raise InputError(f"{method!r} is no method; it must be written as Domain.method")
    given = dict(_param(text) for text in params)

    async def run() -> dict[str, Any]:
        return await looking.call(options.where(), method, given, url=url, timeout=timeout)

    print_json(options.run(run))
    return 0


def _param(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise InputError(f"{text!r} is no parameter; it must be written as key=value")
    try:
        return key, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return key, value


@click.command()
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The PNG to write.")
@click.option("--whole", is_flag=True, help="The whole document, not only what the tab shows.")
@_of_a_page
@shared_options
def screenshot(options: Options, output: Path, whole: bool, url: str, timeout: float) -> int:
    """Write a picture of the page to a PNG file."""
    _refuse_unwritable(output)

    async def run() -> bytes:
        return await looking.screenshot(options.where(), url=url, whole=whole, timeout=timeout)

    picture = options.run(run)
    if options.replay is None:  # a replay shows what was recorded, and overwrites nothing
        _write(output, picture)
    if options.as_json:
        print_json({"ok": True, "status": "complete", "path": str(output), "bytes": len(picture)})
    elif not options.quiet:
        note(f"{output}: {len(picture):,} bytes")
    return 0


def _refuse_unwritable(output: Path) -> None:
    """Raise InputError, before a browser is touched, for a file that cannot be written."""
    folder = output.absolute().parent
    if not folder.is_dir():
        raise InputError(f"{output} cannot be written: there is no folder {output.parent}")
    if output.is_dir() or not os.access(output if output.exists() else folder, os.W_OK):
        raise InputError(f"{output} cannot be written")


def _write(output: Path, picture: bytes) -> None:
    try:
        output.write_bytes(picture)
    except OSError as error:
        raise InputError(f"{output} cannot be written: {error.strerror}") from error
