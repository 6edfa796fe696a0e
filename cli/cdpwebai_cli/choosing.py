"""``--model``, ``--effort``, ``--family``, ``--strict``: what commands that send a prompt choose beside it.

Below the commands. Names that are not known, or contradict each other, are refused before anything else is done.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import wraps
from typing import Any

import click

from cdpwebai.flows.plan_wanted import wanted

__all__ = ["Choice", "choice_options"]


@dataclass(frozen=True)
class Choice:
    """What was asked for, in the caller's words; "" for nothing."""

    model: str = ""
    effort: str = ""
    family: str = ""
    strict: bool = False

    def told(self) -> dict[str, Any]:
        """As the library takes it."""
        return asdict(self)


def choice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``choice``."""

    @wraps(command)
    def wrapped(*, model: str, effort: str, family: str, strict: bool, **own: Any) -> Any:
        choice = Choice(model, effort, family, strict)
        wanted(**choice.told())
        return command(choice=choice, **own)

    for name, text in (
        ("--family", "Choose the family: gpt-5.6-sol, gpt-5.5, o3."),
        ("--effort", "Choose the effort: medium, high, xhigh."),
        ("--model", "Choose the model: instant, thinking, pro."),
    ):
        wrapped = click.option(name, default="", metavar="NAME", help=text)(wrapped)
    return click.option("--strict", is_flag=True, help="Refuse to send where the choice could not be proven.")(wrapped)
