"""``status``: whether a prompt can be sent now, and which models there are to choose from."""

from __future__ import annotations

from collections.abc import Iterator

import click

from cdpwebai.api.chat import open_chat, open_site
from cdpwebai.errors import ProviderError
from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.records import Models
from cdpwebai_cli.options.question import url_option, vendor_option
from cdpwebai_cli.options.shared import Options, seconds, shared_options
from cdpwebai_cli.reporting import print_json, print_text

__all__ = ["status"]


@click.command()
@vendor_option
@url_option
@click.option("--timeout", type=seconds, default=20.0, show_default=True, help="Until it can be told.")
@click.option("--models", is_flag=True, help="List what the picker of models offers, too.")
@shared_options
def status(options: Options, vendor: str, url: str, timeout: float, models: bool) -> int:
    """Say whether a prompt can be sent now, and if not, why. Nothing is touched.

    With --models the site's picker is opened, read and closed again; nothing is chosen in it. Its labels are those that
    the page shows, in its language: * is what is chosen, - what cannot be chosen at the moment.
    """

    async def run() -> tuple[Obstacle | None, Models | None]:
        async with open_site(vendor, url) as home:
            where = options.where(vendor=vendor, site=home)
            async with open_chat(vendor, url=home, where=where) as chat:
                found = await chat.obstacle(timeout=timeout)
                return found, await chat.models(timeout=timeout) if models and found is None else None

    found, offered = options.run(run)
    if found is not None:
        known = {"code": found.code, "stage": found.stage, "hint": found.hint}
        raise ProviderError(found.why, evidence=dict(found.evidence), **known)
    if options.as_json:
        print_json({"ok": True, "status": "ready", "vendor": vendor, **({"models": offered} if offered else {})})
    else:
        print_text("\n".join(["ready", *(_listed(offered) if offered else ())]))
    return 0


def _listed(models: Models) -> Iterator[str]:
    """What the picker offers, for a person."""
    yield f"selected: {models.selected}"
    if models.slider:
        yield f"slider: {models.slider} ({models.stops} stops)"
    for menu in models.menus:
        yield f"{menu.name or 'models'}:"
        for row in menu.rows:
            mark = "*" if row.selected else " " if row.available else "-"
            notes = "; ".join(filter(None, (*row.notes, row.why)))
            yield f"  {mark} {row.label}" + (f" ({notes})" if notes else "")
