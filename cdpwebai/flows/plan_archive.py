"""Archiving a conversation: whether, and by which acts.

Row 6, pure: no trio, no clock, no page. ``archive`` is the driver. It comes last, when everything that was asked for is
saved and confirmed. Only the one row that says exactly Archive, in the options of the conversation that the page shows,
is ever clicked; a conversation is archived when the page has left it after that click.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from msgspec import UNSET

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_artifacts import NOTHING, Wanted, unmet
from cdpwebai.flows.text import conversation_of, is_temporary
from cdpwebai.page.looks import Place
from cdpwebai.providers.picker import Words
from cdpwebai.providers.tools import Options
from cdpwebai.records import Session
from cdpwebai.verdict import Known, Reading, Unknown

__all__ = [
    "ArchivePolicy",
    "ArchiveState",
    "Archived",
    "Refused",
    "plan_archive",
    "why_kept",
]

ArchivePolicy = Literal["auto", "always", "never"]

SEEN_WITHIN = 8.0
OPENED_WITHIN = 2.0
MOST_OPENS = 2
"""Seconds until what the click does must be seen, and an opened menu; how often that is opened."""


def why_kept(policy: ArchivePolicy, generations: Sequence[Session]) -> str:
    """Why the conversation of this session is not archived; "" when it is. ``generations``: all of it, the newest last.

    Never one with an answer that lacks an image or file that was asked for; by ``auto`` only one that holds nothing but
    one prompt and its answer, and nothing of a project. Either address of a temporary chat tells that it is one.
    """
    url = generations[-1].conversation_url or ""
    if policy == "never":
        return "it was not asked for"
    if not conversation_of(url) or is_temporary(url) or any(one.is_temporary for one in generations):
        return "it is a temporary chat, or has no address"
    if any(map(_lacks, generations)):
        return "not everything that was asked for is saved"
    if policy == "auto" and (len(generations) > 1 or generations[0].baseline.turn_ids):
        return "more than one prompt was asked in it"
    if policy == "auto" and "/g/" in url:
        return "it belongs to a project"
    return ""


def _lacks(session: Session) -> bool:
    """Whether its answer lacks anything that was asked for."""
    answer, asked = session.answer, session.outputs
    if answer is None:
        return False
    wanted = NOTHING if asked is UNSET else Wanted(image=asked.image != "", files=asked.require_files)
    return bool(answer.artifact_errors) or unmet(wanted, (*answer.images, *answer.files), ()) is not None


@dataclass(frozen=True)
class Archived:
    """The page has left the conversation."""


@dataclass(frozen=True)
class Refused:
    """It is not archived, or that could not be seen; ``clicked``: whether Archive was."""

    why: str
    clicked: bool = False


ArchiveAction = Look | Open | Row | Close | Archived | Refused


@dataclass(frozen=True)
class ArchiveState:
    """Where it stands. ``since``: when the last act was made; ``opens``: how often the menu was opened; ``clicked``:
    Archive was; ``why``: why it is refused, once the menu is closed."""

    since: float
    opens: int = 0
    clicked: bool = False
    why: str = ""


def plan_archive(
    state: ArchiveState, conversation: str, words: Words, seen: Reading[Options | None], at: Reading[Place], now: float
) -> tuple[ArchiveState, ArchiveAction]:
    """The next step, from what was just seen and where the page is. ``now`` is in seconds."""
    if isinstance(at, Known) and conversation_of(at.value.url) != conversation:
        return state, Archived() if state.clicked else Refused("the page shows another conversation")
    match seen:
        case _ if state.clicked or state.why:
            return _ending(state, seen, now)
        case Known(Options(open=True, rows=rows)):
            return _opened(state, [row for row in rows if words.means("archive", " ".join(row))], now)
        case Known(Options()) if state.opens and now < state.since + OPENED_WITHIN:
            return state, Look(state.since + OPENED_WITHIN)
        case Known(Options()) if state.opens < MOST_OPENS:
            return replace(state, since=now, opens=state.opens + 1), Open()
        case Unknown() | Known(None) if now < state.since + SEEN_WITHIN:
            return state, Look(state.since + SEEN_WITHIN)
        case _:
            return state, Refused("the conversation's options could not be opened")


def _opened(state: ArchiveState, found: list[tuple[str, ...]], now: float) -> tuple[ArchiveState, ArchiveAction]:
    if len(found) == 1:
        return replace(state, since=now, clicked=True), Row(found[0])
    why = f"the conversation's options have {len(found) or 'no'} rows that say exactly Archive"
    return replace(state, since=now, why=why), Close()


def _ending(state: ArchiveState, seen: Reading[Options | None], now: float) -> tuple[ArchiveState, ArchiveAction]:
    is_open = isinstance(seen, Known) and seen.value is not None and seen.value.open
    if state.why and not is_open:
        return state, Refused(state.why)
    if now < state.since + SEEN_WITHIN:
        return state, Look(state.since + SEEN_WITHIN)
    return state, Refused(state.why or "Archive was clicked, and the page is still in the conversation", state.clicked)
