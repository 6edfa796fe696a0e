"""What would be sent for a prompt, told without a browser.

Row 7.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from cdpwebai.api.composing import Composed, Context, composed
from cdpwebai.api.questions import check_question
from cdpwebai.flows.local_files import remarks
from cdpwebai.flows.plan_prompt import as_typed, may_become_file

__all__ = ["RenderResult", "Rendered", "render", "rendered"]


class Rendered(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """The prompt as it was given, as it is typed (every line break a line feed), and its length in characters."""

    markdown: str
    composer_text: str
    estimated_chars: int
    warnings: tuple[str, ...] = ()


class RenderResult(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What ``render`` returns. ``attachments``: names and sizes in bytes; ``context_pack``: the report of a context."""

    ok: bool = True
    status: str = "rendered"
    vendor: str
    rendered: Rendered
    attachments: tuple[tuple[str, int], ...] | UnsetType = UNSET
    context_pack: dict[str, object] | UnsetType = UNSET
    warnings: tuple[str, ...] = ()


def render(
    prompt: str,
    *,
    vendor: str = "chatgpt",
    files: Sequence[str | os.PathLike[str]] = (),
    context: Context | None = None,
) -> RenderResult:
    """What would be typed, attached and sent; nothing is.

    The warning ``prompt-may-become-file``: a page may make a file of it. Raises InputError for a prompt that cannot be
    asked, and as ``composed`` does.
    """
    check_question(prompt)
    with composed(prompt, files, context) as made:
        return rendered(made, vendor=vendor)


def rendered(made: Composed, *, vendor: str) -> RenderResult:
    """The same, of what was composed already."""
    text = as_typed(made.prompt)
    warnings = (*(["prompt-may-become-file"] if may_become_file(text) else ()), *remarks(made.files))
    told = Rendered(markdown=made.prompt, composer_text=text, estimated_chars=len(text), warnings=warnings)
    attached = tuple((one.name, one.size) for one in made.files)
    return RenderResult(
        vendor=vendor,
        rendered=told,
        attachments=attached or UNSET,
        context_pack=made.package.report() if made.package else UNSET,
        warnings=warnings,
    )
