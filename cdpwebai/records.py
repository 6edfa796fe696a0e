"""What is returned, and later stored: answers, and the result of a query as every face tells it.

Row 0: structs only. JSON names are camelCase, as ``--json`` and the records on disk have them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Answer", "Exactness", "Observations", "QueryResult", "Source"]

Source = Literal["record", "dom", "copy"]
"""Where the Markdown came from: the conversation's record, the page, or the site's own copy."""

Exactness = Literal["exact", "checked", "rebuilt", "text"]
"""``exact``: the record's or the site's own copy. ``checked``: rebuilt from the page, every source offset agrees.
``rebuilt``: some do not, or there are none. ``text``: no structure."""


class Answer(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One finished answer. ``model_slug`` is the page's own word for the model, "" when it does not say."""

    markdown: str
    text: str
    source: Source
    exactness: Exactness
    message_id: str
    model_slug: str = ""


class Observations(msgspec.Struct, frozen=True, rename="camel"):
    """How many looks a flow took, and how many of their fields were unknown, by reason."""

    looks: int = 0
    unknown: dict[str, int] = {}


class QueryResult(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What ``query`` returns when the answer is complete; errors have their own shape."""

    ok: bool = True
    status: str = "complete"
    vendor: str
    session_id: str | None = None
    url: str
    answer: Answer
    observations: Observations
    warnings: tuple[str, ...] = ()
