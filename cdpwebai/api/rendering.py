"""What would be sent for a prompt, told without a browser.

Row 7.
"""

from __future__ import annotations

import msgspec

from cdpwebai.api.questions import check_question
from cdpwebai.flows.plan_prompt import as_typed, may_become_file

__all__ = ["RenderResult", "Rendered", "render"]


class Rendered(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """The prompt as it was given, as it is typed (every line break a line feed), and its length in characters."""

    markdown: str
    composer_text: str
    estimated_chars: int
    warnings: tuple[str, ...] = ()


class RenderResult(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What ``render`` returns."""

    ok: bool = True
    status: str = "rendered"
    vendor: str
    rendered: Rendered
    warnings: tuple[str, ...] = ()


def render(prompt: str, *, vendor: str = "chatgpt") -> RenderResult:
    """What would be typed and sent; nothing is. The warning ``prompt-may-become-file``: a page may make a file of it.

    Raises InputError for a prompt that cannot be asked.
    """
    check_question(prompt)
    text = as_typed(prompt)
    warnings = ("prompt-may-become-file",) if may_become_file(text) else ()
    told = Rendered(markdown=prompt, composer_text=text, estimated_chars=len(text), warnings=warnings)
    return RenderResult(vendor=vendor, rendered=told, warnings=warnings)
