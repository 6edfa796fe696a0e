"""``render``: what would be sent for a prompt. No browser is touched."""

from __future__ import annotations

import click

from cdpwebai.api import rendering
from cdpwebai.api.questions import check_question
from cdpwebai_cli.options.context import Given, giving_options
from cdpwebai_cli.options.question import prompt_option, vendor_option
from cdpwebai_cli.options.shared import output_options, prompt_of
from cdpwebai_cli.reporting import note, print_json, print_text

__all__ = ["render"]


@click.command()
@vendor_option
@prompt_option
@giving_options
@output_options
def render(vendor: str, prompt: str | None, given: Given, as_json: bool, quiet: bool, verbose: bool) -> int:
    """Print what would be sent, character for character. No browser is touched.

    What would be attached, and what a context consists of, is told on stderr; with --json it is in the document.
    """
    text = prompt_of(prompt)
    check_question(text)
    with given.composed(text, quiet=quiet, report=not as_json) as made:
        rendered = rendering.rendered(made, vendor=vendor)
    if as_json:
        print_json(rendered)
    else:
        print_text(rendered.rendered.composer_text)
        for warning in () if quiet else rendered.warnings:
            note(f"warning: {warning}")
    return 0
