"""The page's labels by language: data, read once from ``assets/labels.json``.

Labels vary by language where test ids do not. English, Korean and part of the Chinese ones were seen on the live site;
the others are plausible and not verified, so nothing may rest on them alone. A missing language falls back to English.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

__all__ = ["labels"]


class _Table(msgspec.Struct):
    labels: dict[str, dict[str, str | list[str]]]


@cache
def labels(lang: str) -> dict[str, str | list[str]]:
    """Every label in ``lang``, by name ("send", "stop", ...); "tiers" and the like are lists."""
    data = (resources.files("cdpwebai.demosite") / "assets" / "labels.json").read_bytes()
    table = msgspec.json.decode(data, type=_Table).labels
    return {name: words.get(lang, words["en"]) for name, words in table.items()}
