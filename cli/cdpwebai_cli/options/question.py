"""``--vendor``, ``--prompt``, ``--url``, and what is chosen beside a prompt: ``--model``, ``--tool`` and their like.

Names that are not known, or contradict each other, are refused before anything else is done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cdpwebai.api.beside import Beside, check_tools
from cdpwebai.flows.plan_wanted import wanted
from cdpwebai.providers import VENDORS
from cdpwebai_cli.options.context import Given, giving_options
from cdpwebai_cli.options.shared import not_empty, prompt_of

__all__ = ["Asked", "prompt_option", "question_options", "url_option", "vendor_option"]

vendor_option = click.option(
    "--vendor", type=click.Choice(VENDORS), default="chatgpt", show_default=True, help="Whom to ask."
)
prompt_option = click.option(
    "--prompt", metavar="TEXT", help="What to ask; - reads it from standard input.  [required]"
)
url_option = click.option(
    "--url",
    default="",
    metavar="URL",
    callback=not_empty,
    help="A conversation's address; for demo, a running demo site.",
)


@dataclass(frozen=True)
class Asked:
    """Whom a command asks, what and where, what is given along, and what is set beside it, as the library takes it."""

    vendor: str
    prompt: str
    url: str
    given: Given
    beside: Beside

    def beside_with(self, files: Sequence[Path]) -> Beside:
        """All that is set beside it, with the files that were made of what was given along."""
        return {**self.beside, "files": files}


def question_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, and those of ``giving_options``, given to the command as one ``asked``."""

    @wraps(command)
    def wrapped(
        *,
        vendor: str,
        prompt: str | None,
        url: str,
        given: Given,
        replace_draft: bool,
        model: str,
        effort: str,
        family: str,
        strict: bool,
        tools: tuple[str, ...],
        web_search: bool,
        **own: Any,
    ) -> Any:
        wanted(model, effort, family, strict=strict)
        tools = (*tools, *(("web-search",) if web_search else ()))
        check_tools(tools)
        beside = Beside(
            replace_draft=replace_draft, model=model, effort=effort, family=family, strict=strict, tools=tools
        )
        return command(asked=Asked(vendor, prompt_of(prompt), url, given, beside), **own)

    for option in reversed(CHOICES):
        wrapped = option(wrapped)
    return vendor_option(prompt_option(url_option(DRAFT(giving_options(wrapped)))))


DRAFT = click.option("--replace-draft", is_flag=True, help="Give up a draft that stands in the composer.")

CHOICES = (
    click.option("--strict", is_flag=True, help="Refuse to send where the choice could not be proven."),
    click.option(
        "--tool",
        "tools",
        multiple=True,
        metavar="NAME",
        help="Choose this tool: web-search, image, agent-mode, tasks, or as it is labelled; may be given again.",
    ),
    click.option("--web-search", is_flag=True, help="As --tool web-search."),
    click.option("--model", default="", metavar="NAME", help="Choose the model: instant, thinking, pro."),
    click.option("--effort", default="", metavar="NAME", help="Choose the effort: medium, high, xhigh."),
    click.option("--family", default="", metavar="NAME", help="Choose the family: gpt-5.6-sol, gpt-5.5, o3."),
)
