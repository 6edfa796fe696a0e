"""Attaching files, each of them or none: the plan.

Row 6, pure: no trio, no clock, no page. ``attach`` is the driver. The files go to the input that takes them all, in one
choice, or one after the other where it takes one. A file is attached when its chip is there and nothing in the composer
is on its way any more, and that has stood for a moment; what a page shows of a name is ``plan_chips``' matter. There is
one way only, and no second try: a file that was handed over is never handed over again, and nothing is taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from mimetypes import guess_type

from cdpwebai.flows.plan_chips import matched, strangers
from cdpwebai.flows.plan_preflight import NOTICES, Obstacle
from cdpwebai.flows.send_steps import Gate, Look
from cdpwebai.providers.chat import ChatObservation, FileInput, Refusals
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = [
    "Arrived",
    "AttachAction",
    "AttachState",
    "HandOver",
    "NotAttached",
    "attach_limit",
    "choose_input",
    "gate_of",
    "plan_attach",
    "standing",
]

INPUT_LIMIT = 10.0
"""Seconds until the composer must have an input that takes the files."""

SETTLED_FOR = 0.3
"""Seconds for which all must stand as it should: a chip may come in a moment before its progress."""

REFUSED_FOR = 1.0
"""Seconds for which the page's words against a file must stand, with the file not there."""

LOST_FOR = 1.0
UNSEEN_FOR = 15.0
"""Seconds for which the attached files may not be there, or not be seen, before the press is given up."""


@dataclass(frozen=True)
class HandOver:
    """Give these files, by their places, to the input at ``place``, which is ``taker``."""

    place: int
    taker: FileInput
    files: tuple[int, ...]


@dataclass(frozen=True)
class Arrived:
    """All are attached; ``chips`` is how the composer names them."""

    chips: tuple[str, ...]


@dataclass(frozen=True)
class NotAttached:
    """Not all of them could be; why, with the page's own words. The prompt is not sent."""

    code: str
    stage: str
    hint: str
    why: str


AttachAction = HandOver | Look | Arrived | NotAttached


@dataclass(frozen=True)
class AttachState:
    """Where the attaching stands. ``names`` and ``limit``: the files, and the seconds that they may take.

    ``handed`` is how many were handed over, ``since`` when the last of them; ``alerts`` the messages that stood on the
    page before. ``chips`` and ``shown_since``: what the composer showed, quiet and complete, and since when.
    """

    names: tuple[str, ...]
    limit: float
    since: float
    handed: int = 0
    alerts: tuple[str, ...] | None = None
    chips: tuple[str, ...] = ()
    shown_since: float | None = None
    refused_since: float | None = None


def attach_limit(sizes: Sequence[int]) -> float:
    """Seconds that files of these sizes may take: 45 or 60, and one for each 250 KiB, at most 900."""
    return min((60.0 if len(sizes) > 1 else 45.0) + sum(sizes) / (250 * 1024), 900.0)


def plan_attach(
    state: AttachState,
    seen: ChatObservation,
    inputs: Reading[tuple[FileInput, ...]],
    refusals: Reading[Refusals],
    now: float,
) -> tuple[AttachState, AttachAction]:
    """The next step of attaching, from what was just seen. ``now`` is in seconds, of the same clock as ``since``."""
    state = _note_alerts(state, refusals)
    said = _said(state, seen, refusals)
    if said is not None:
        state = replace(state, refused_since=now if state.refused_since is None else state.refused_since)
        assert state.refused_since is not None
        until = state.refused_since + REFUSED_FOR
        return state, Look(until) if now < until else said
    state = replace(state, refused_since=None)
    if state.handed and not _is_here(state, seen):
        return _wait(replace(state, shown_since=None), seen, now)
    if state.handed == len(state.names):
        return _settle(state, seen, now)
    return _hand_over(state, inputs, now)


def _note_alerts(state: AttachState, refusals: Reading[Refusals]) -> AttachState:
    """What stood on the page before anything was handed over speaks of something else."""
    if state.handed or isinstance(refusals, Unknown):
        return state
    return replace(state, alerts=refusals.value.alerts)


def _said(state: AttachState, seen: ChatObservation, refusals: Reading[Refusals]) -> NotAttached | None:
    """The page's words against a file of ours, or against everything."""
    match seen.notices:
        case Known((notice, *_)):
            code, hint, why = NOTICES[notice.kind]
            return NotAttached(code, "preflight", hint, f"{why}: {notice.text!r}; {standing(state, seen)}")
        case _:
            pass
    others = _strangers(state, seen)
    if others:
        why = f"there are files in the composer that are not ours ({', '.join(others)})"
        return NotAttached("composer.occupied", "composer", "replace-draft", why)
    if not state.handed or not isinstance(refusals, Known):
        return None
    told = refusals.value
    if told.failed:
        return _missing(state, seen, f"the page says {'; '.join(map(repr, told.failed))}")
    fresh = [text for text in told.alerts if text not in (state.alerts or ())]
    if fresh and not _is_here(state, seen) and seen.uploading == Known(False):
        return _missing(state, seen, f"the page says {'; '.join(map(repr, fresh))}")
    return None


def _strangers(state: AttachState, seen: ChatObservation) -> list[str]:
    """The chips that are none of ours; while something is on its way a chip may not have its name yet."""
    match seen.chips, seen.uploading:
        case Known(chips), Known(False):
            return [text or "one without a name" for text in strangers(chips, state.names[: state.handed])]
        case _:
            return []


def _is_here(state: AttachState, seen: ChatObservation) -> bool:
    """Whether there is a chip for each file that was handed over, and nothing is on its way; no stranger was seen."""
    match seen.chips, seen.uploading:
        case Known(chips), Known(False):
            return len(chips) == state.handed
        case _:
            return False


def _wait(state: AttachState, seen: ChatObservation, now: float) -> tuple[AttachState, AttachAction]:
    if now >= state.since + state.limit:
        return state, _missing(state, seen, f"not all files were attached within {state.limit:.0f} s")
    return state, Look(state.since + state.limit)


def _settle(state: AttachState, seen: ChatObservation, now: float) -> tuple[AttachState, AttachAction]:
    chips = seen.chips.value if isinstance(seen.chips, Known) else ()
    if state.shown_since is None or state.chips != chips:
        state = replace(state, chips=chips, shown_since=now)
    assert state.shown_since is not None
    until = state.shown_since + SETTLED_FOR
    return state, Arrived(chips) if now >= until else Look(until)


def _hand_over(
    state: AttachState, inputs: Reading[tuple[FileInput, ...]], now: float
) -> tuple[AttachState, AttachAction]:
    rest = state.names[state.handed :]
    match inputs:
        case Known(takers) if (place := choose_input(rest, takers)) is not None and state.alerts is not None:
            count = len(rest) if takers[place].multiple else 1
            files = tuple(range(state.handed, state.handed + count))
            state = replace(state, handed=state.handed + count, since=now, shown_since=None)
            return state, HandOver(place, takers[place], files)
        case _ if now < state.since + INPUT_LIMIT:
            return state, Look(state.since + INPUT_LIMIT)
        case Unknown(reason):
            why = f"what takes files in the composer could not be seen ({reason.value})"
            return state, NotAttached("provider.ui-changed", "attachment-preflight", "run-doctor", why)
        case Known(takers):
            kinds = ", ".join(taker.accept or "anything" for taker in takers) or "nothing"
            why = f"the composer has no input that takes {', '.join(rest)}: there are those for {kinds}"
            return state, NotAttached("provider.attachment-preflight", "attachment-preflight", "re-upload", why)


def choose_input(names: Sequence[str], takers: Sequence[FileInput]) -> int | None:
    """The place of the input that takes all of these: one for several before one for one, the most special first."""
    fit = [place for place, taker in enumerate(takers) if all(_takes(taker.accept, name) for name in names)]
    several = len(names) > 1
    return min(fit, key=lambda at: (several and not takers[at].multiple, takers[at].accept == "", at), default=None)


def _takes(accept: str, name: str) -> bool:
    """Whether an input with this ``accept`` takes a file of this name, as HTML reads the attribute."""
    kinds = [kind.strip().casefold() for kind in accept.split(",") if kind.strip()]
    own = (guess_type(name)[0] or "").casefold()
    return not kinds or any(
        name.casefold().endswith(kind) if kind.startswith(".") else fnmatchcase(own, kind) for kind in kinds
    )


def _missing(state: AttachState, seen: ChatObservation, why: str) -> NotAttached:
    text = f"{why}; {standing(state, seen)}"
    return NotAttached("provider.attachment-evidence-missing", "attachment-verify", "re-upload", text)


def standing(state: AttachState, seen: ChatObservation) -> str:
    """How it stands with each file, in words."""
    if isinstance(seen.chips, Unknown):
        return f"what is attached could not be seen ({seen.chips.reason.value})"
    found = matched(seen.chips.value, state.names[: state.handed])
    coming = "there, perhaps not yet at the site" if seen.uploading != Known(False) else "there"
    return ", ".join(
        f"{name}: {coming if at in found else 'not there' if at < state.handed else 'not handed over'}"
        for at, name in enumerate(state.names)
    )


def gate_of(chips: tuple[str, ...]) -> Gate:
    """The files that were attached are all there still, first in the composer, and none is on its way."""

    def gate(seen: ChatObservation) -> Obstacle | None:
        match seen.chips, seen.uploading:
            case Known(now), _ if now[: len(chips)] != chips:
                lost = ", ".join(now) or "none"
                return _shut(f"the composer does not hold the files as they were attached (now: {lost})", LOST_FOR)
            case Known(), Known(False):
                return None
            case _:
                return _shut("whether the attached files are all at the site could not be seen", UNSEEN_FOR)

    return gate


def _shut(why: str, lasts: float) -> Obstacle:
    return Obstacle("provider.attachment-evidence-missing", "attachment-verify", "re-upload", why, lasts)
