"""``--model``, ``--effort``, ``--family``, ``--strict``, ``--tool``: what commands that send a prompt choose beside it.

Below the commands. Names that are not known, or contradict each other, are refused before anything else is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any

import click

from cdpwebai.api.beside import check_tools
from cdpwebai.flows.plan_wanted import wanted

__all__ = ["Choice", "choice_options"]


@dataclass(frozen=True)
class Choice:
    """What was asked for, in the caller's words; "" for nothing."""

    model: str = ""
    effort: str = ""
    family: str = ""
    strict: bool = False
    tools: tuple[str, ...] = ()

    def told(self) -> dict[str, Any]:
        """As the library takes it."""
        return asdict(self)


def choice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``choice``."""

    @wraps(command)
    def wrapped(
        *, model: str, effort: str, family: str, strict: bool, tools: tuple[str, ...], web_search: bool, **own: Any
    ) -> Any:
        wanted(model, effort, family, strict=strict)
        tools = (*tools, *(("web-search",) if web_search else ()))
        check_tools(tools)
        return command(choice=Choice(model, effort, family, strict, tools), **own)

    for name, text in (
        ("--family", "Choose the family: gpt-5.6-sol, gpt-5.5, o3."),
        ("--effort", "Choose the effort: medium, high, xhigh."),
        ("--model", "Choose the model: instant, thinking, pro."),
    ):
        wrapped = click.option(name, default="", metavar="NAME", help=text)(wrapped)
    wrapped = click.option("--web-search", is_flag=True, help="As --tool web-search.")(wrapped)
    wrapped = click.option(
        "--tool",
        "tools",
        multiple=True,
        metavar="NAME",
        help="Choose this tool: web-search, image, agent-mode, tasks, or as it is labelled; may be given again.",
    )(wrapped)
    return click.option("--strict", is_flag=True, help="Refuse to send where the choice could not be proven.")(wrapped)
