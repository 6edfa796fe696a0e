"""The probe: do these selectors show anything to a person? The pure half: what ``probe.js`` answers becomes a verdict.

Row 4, pure; ``view`` asks the page. Each selector's entry and each node's entry is decoded by itself, and the verdicts
are joined by Kleene's *or*: one visible node settles it whatever failed elsewhere, absent needs every selector
enumerated and every node inspected, and everything else is unknown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from cdpwebai.errors import SelectorError
from cdpwebai.verdict import Absent, Reason, Sight, Unknown, Verdict, Visible, any_of

__all__ = ["decode_probe"]

T = TypeVar("T")


class _Probe(msgspec.Struct, forbid_unknown_fields=True):
    places: int
    selectors: list[Any]


class _Invalid(msgspec.Struct, forbid_unknown_fields=True):
    invalid: str


class _Threw(msgspec.Struct, forbid_unknown_fields=True):
    threw: str


class _Nodes(msgspec.Struct, forbid_unknown_fields=True):
    nodes: list[Any]


class _Node(msgspec.Struct, forbid_unknown_fields=True):
    box: tuple[float, float]
    shown: bool


def decode_probe(value: Any, selectors: Sequence[str], within: str | None = None) -> Verdict:
    """The verdict in the answer of ``probe.js``. Raises SelectorError for a selector that does not parse."""
    if _as(value, _Invalid) is not None:
        raise SelectorError(f"{within!r} is not a CSS selector")
    probe = _as(value, _Probe)
    if probe is None:
        return _unread(value, "the probe's answer")
    if probe.places == 0:
        return Unknown(Reason.NO_ANCHOR, f"nothing matches {within!r}" if within else "the document has no content")
    if len(probe.selectors) != len(selectors):
        return Unknown(Reason.MALFORMED, f"{len(probe.selectors)} entries for {len(selectors)} selectors")
    return any_of([_of_selector(entry, selector) for entry, selector in zip(probe.selectors, selectors, strict=True)])


def _of_selector(entry: Any, selector: str) -> Verdict:
    if _as(entry, _Invalid) is not None:
        raise SelectorError(f"{selector!r} is not a CSS selector")
    enumerated = _as(entry, _Nodes)
    if enumerated is None:
        return _unread(entry, f"the entry of {selector!r}")
    verdicts = [_of_node(node, selector) for node in enumerated.nodes]
    seen = sum(isinstance(verdict, Visible) for verdict in verdicts)
    return Visible(Sight(selector=selector, count=seen)) if seen else any_of([Absent((selector,)), *verdicts])


def _of_node(entry: Any, selector: str) -> Verdict:
    node = _as(entry, _Node)
    if node is None:
        return Unknown(Reason.PARTIAL, f"a node of {selector!r} could not be inspected")
    width, height = node.box
    return Visible() if node.shown and width > 0 and height > 0 else Absent((selector,))


def _unread(entry: Any, what: str) -> Unknown:
    threw = _as(entry, _Threw)
    return (
        Unknown(Reason.MALFORMED, f"{what} is not of its shape")
        if threw is None
        else Unknown(Reason.THREW, threw.threw)
    )


def _as(entry: Any, shape: type[T]) -> T | None:
    """The entry, if it is of this shape and of no other."""
    try:
        return msgspec.convert(entry, shape)
    except msgspec.ValidationError:
        return None
