"""Three answers to a question about the page, two to the reading of a value, and Kleene's logic over them.

Row 0: pure, no trio, no clock. Not a parser of the page (that is ``page``), and not a decision about a flow (that is
``plan_*``): only the vocabulary in which the one speaks to the other.

Not seeing may delay, it may not decide. So ``bool(verdict)`` raises: code matches, and the type checker proves that
the match is exhaustive.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, NoReturn, TypeVar

import msgspec

__all__ = [
    "Absent",
    "Known",
    "Reading",
    "Reason",
    "Sight",
    "Unknown",
    "Verdict",
    "Visible",
    "all_of",
    "any_of",
    "negate",
]

T = TypeVar("T")


class Reason(StrEnum):
    """Why a look gave no answer. The list is closed."""

    DEADLINE = "deadline"
    """The look's own time limit fired before its reply came."""
    NAVIGATED = "navigated"
    """The document was replaced while it was looked at."""
    DETACHED = "detached"
    """The session or the frame was detached."""
    CRASHED = "crashed"
    """The tab crashed."""
    DISCONNECTED = "disconnected"
    """The connection to the browser ended."""
    THREW = "threw"
    """The reader threw in the page, or is not installed there."""
    MALFORMED = "malformed"
    """The reply is not of the agreed shape."""
    PARTIAL = "partial"
    """Some of what had to be inspected could not be."""
    NO_ANCHOR = "no-anchor"
    """The place to look in was not there."""
    OCCLUDED = "occluded"
    """Something lies over the place, so that an act on it cannot be judged."""
    CONFLICT = "conflict"
    """Two signs contradict each other."""
    NOT_SUPPORTED = "not-supported"
    """The browser or the site does not offer this kind of look."""


class _NoTruth:
    """Refuses ``if verdict:``, which would silently count Unknown as one of the other two."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} has three-valued logic: match it, do not test its truth")


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the selector that matched, how many nodes it shows, and what names the node."""

    selector: str = ""
    count: int = 1
    label: str = ""
    message_id: str = ""


class Visible(_NoTruth, msgspec.Struct, frozen=True, tag="visible"):
    """A node that answers the question was found, and a person would see it."""

    sight: Sight = Sight()


class Absent(_NoTruth, msgspec.Struct, frozen=True, tag="absent"):
    """Every place where it could be was looked at completely, and it was in none. ``places``: the places looked at."""

    places: tuple[str, ...] = ()


class Unknown(_NoTruth, msgspec.Struct, frozen=True, tag="unknown"):
    """Anything else. ``detail`` is for a person; code looks at ``reason`` alone."""

    reason: Reason
    detail: str = ""


class Known(_NoTruth, msgspec.Struct, Generic[T], frozen=True, tag="known"):
    """A value that was read. An empty list that was read is ``Known([])``."""

    value: T


Verdict = Visible | Absent | Unknown
Reading = Known[T] | Unknown


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Kleene's *or*: one Visible settles it, Absent needs all of them; the first Unknown names the reason.

    Over nothing at all it is ``Absent(())``, as *or* over an empty set is false.
    """
    unknown: Unknown | None = None
    places: list[str] = []
    for verdict in verdicts:
        match verdict:
            case Visible():
                return verdict
            case Unknown():
                unknown = verdict if unknown is None else unknown
            case Absent():
                places.extend(verdict.places)
    return unknown if unknown is not None else Absent(tuple(dict.fromkeys(places)))


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """Kleene's *and*: one Absent settles it, Visible needs all of them (and is the last seen)."""
    unknown: Unknown | None = None
    seen = Visible()
    for verdict in verdicts:
        match verdict:
            case Absent():
                return verdict
            case Unknown():
                unknown = verdict if unknown is None else unknown
            case Visible():
                seen = verdict
    return unknown if unknown is not None else seen


def negate(verdict: Verdict) -> Verdict:
    """Kleene's *not*: Visible and Absent change places, Unknown stays what it is."""
    match verdict:
        case Visible():
            return Absent((verdict.sight.selector,) if verdict.sight.selector else ())
        case Absent():
            return Visible()
        case Unknown():
            return verdict
