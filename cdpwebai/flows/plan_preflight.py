"""May a prompt be typed here? What stands in the way, judged from one look, before anything is touched.

Row 6, pure. ``plan_send`` asks it in its first phase, ``status`` asks it alone. An obstacle counts at once when it is
sure, and else when it has lasted: a page that still comes in shows half of its controls, and a look can fail. None is
clicked away: the answer is a refusal that says what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

from cdpwebai.flows.text import is_blank, named_conversation
from cdpwebai.providers.chat import ChatObservation, Composer, NoticeKind, Surface
from cdpwebai.providers.work import Task
from cdpwebai.verdict import Known, Unknown

__all__ = ["MISMATCH", "NOTICES", "Obstacle", "cautions", "misplaced", "obstacle", "turned"]

MISMATCH = "session.conversation-mismatch"

COMING_IN = 3.0
"""Seconds for what a page shows while it comes in, and no longer."""

NOT_SEEN = 15.0
"""Seconds for what could not be seen."""


@dataclass(frozen=True)
class Obstacle:
    """Why no prompt may be typed. ``code``, ``stage`` and ``hint`` are those of the table of errors.

    ``lasts``: seconds for which it must stand to count. ``evidence`` are the particulars that were seen.
    """

    code: str
    stage: str
    hint: str
    why: str
    lasts: float = 0.0
    evidence: tuple[tuple[str, str], ...] = ()


NOTICES: dict[NoticeKind, tuple[str, str, str]] = {
    "challenge": ("provider.challenge", "solve-in-browser", "a human check stands in place of the page"),
    "login": ("provider.login-required", "login", "the site asks for a login"),
    "rate-limit": ("provider.rate-limited", "wait-and-retry", "the site says that there were too many requests"),
    "quota": ("provider.quota", "wait-and-retry", "the site says that a limit is used up"),
    "network": ("provider.network", "retry-in-browser", "the site says that its network is lost"),
    "choose-surface": ("provider.modal", "look-in-browser", "the site asks whether to go on in Chat or in Work"),
    "other": ("provider.modal", "look-in-browser", "something lies over the page"),
}
"""What each kind of notice is to its reader: code, hint, and a clause."""


def obstacle(
    seen: ChatObservation,
    surface: Literal["chat", "work"] = "chat",
    *,
    chosen: bool = False,
    conversation: str | None = None,
) -> Obstacle | None:
    """The first thing that stands in the way, the most telling first; None when a prompt may be typed.

    ``surface``: the one that the prompt is for; ``chosen``: Work was chosen for it, and must be seen, as its composer.
    ``conversation``: the id of the one that the prompt is for, "" for a new one, None where that is not asked.
    """
    is_there = _surface if surface == "chat" else _work_chosen if chosen else _work_offered
    looks = (_notice, _account, partial(misplaced, conversation=conversation), is_there, _composer)
    for look in (*looks, _works_own) if chosen and surface == "work" else looks:
        found = look(seen)
        if found is not None:
            return found
    return None


def misplaced(seen: ChatObservation, conversation: str | None) -> Obstacle | None:
    """Whether the page is not in the conversation that the prompt is for: its site, or somebody, has sent it elsewhere.

    ``conversation``: as in ``obstacle``.
    """
    if conversation is None:
        return None
    if isinstance(seen.place, Unknown):
        return _not_seen("the address", seen.place.reason.value)
    there = named_conversation(seen.place.value.url)
    if there == conversation:
        return None
    shown = f"the conversation {there}" if there else "a new chat"
    wanted = f"the conversation {conversation}" if conversation else "a new chat"
    why = f"the prompt is for {wanted}, and its tab shows {shown}"
    found = (("expected", conversation), ("seen", there))
    return Obstacle(MISMATCH, "preflight", "poll-or-resume", why, COMING_IN, found)


def turned(seen: ChatObservation) -> Obstacle | None:
    """Whether a page that was on Chat is surely not any more: somebody may have turned it to Work meanwhile."""
    match seen.surface:
        case Known(Surface(active="work" | "ambiguous")):
            return _surface(seen)
        case _:
            return None


def cautions(seen: ChatObservation) -> tuple[str, ...]:
    """Warnings that go with a prompt that may be typed: on an older page nothing says that Chat is chosen."""
    older = isinstance(seen.surface, Known) and seen.surface.value.active == "legacy"
    return ("surface-legacy",) if older else ()


def _notice(seen: ChatObservation) -> Obstacle | None:
    match seen.notices:
        case Unknown(reason):
            return _not_seen("what lies over the page", reason.value)
        case Known((notice, *_)):
            code, hint, why = NOTICES[notice.kind]
            said = f": {notice.text!r}" if notice.text else ""
            return Obstacle(code, "preflight", hint, why + said, evidence=notice.evidence)
        case _:
            return None


def _account(seen: ChatObservation) -> Obstacle | None:
    match seen.account:
        case Unknown(reason):
            return _not_seen("whether somebody is logged in", reason.value)
        case Known("guest"):
            why = "there is a composer, and nobody is logged in"
            return Obstacle("provider.guest", "preflight", "login", why, COMING_IN)
        case Known("out"):
            return Obstacle("provider.login-required", "preflight", "login", "nobody is logged in", COMING_IN)
        case _:
            return None


def _surface(seen: ChatObservation) -> Obstacle | None:
    match seen.surface:
        case Unknown(reason):
            return _not_seen("which surface is chosen", reason.value)
        case Known(Surface(active="work")):
            return _not_chat("the page is on Work, and this is a Chat command")
        case Known(Surface(active="ambiguous")):
            return _not_chat("the page does not tell which of Chat and Work is chosen")
        case Known(Surface(active="chat" | "legacy", conversation="work")):
            return _not_chat("the conversation is one of Work's")
        case Known(Surface(active="legacy", conversation="unresolved")):
            return _not_chat("the page does not tell whether the conversation is one of Chat's or of Work's")
        case _:
            return None


def _work_offered(seen: ChatObservation) -> Obstacle | None:
    """Work is chosen or can be; an older page and one that contradicts itself are not touched."""
    match seen.surface:
        case Unknown(reason):
            return _not_seen("which surface is chosen", reason.value)
        case Known(Surface(active="legacy")):
            why = "the page has no choice between Chat and Work"
            return Obstacle("capability.unsupported", "provider-work-preflight", "upgrade-chatgpt", why, COMING_IN)
        case Known(Surface(active="ambiguous")):
            return _not_work("the page does not tell which of Chat and Work is chosen")
        case Known(Surface(active="chat", conversation="chat" | "unresolved")):
            return _not_work("the conversation is not known to be one of Work's")
        case _:
            return None


def _work_chosen(seen: ChatObservation) -> Obstacle | None:
    """After Work was chosen: it still is."""
    match seen.surface:
        case Known(Surface(active="chat")):
            return _not_work("Work was chosen, and the page is on Chat")
        case _:
            return _work_offered(seen)


def _works_own(seen: ChatObservation) -> Obstacle | None:
    """The composer is Work's by both signs: its name, and while it is empty its invitation."""
    match seen.task:
        case Unknown(reason):
            return _not_seen("whether the composer is Work's", reason.value)
        case Known(Task(named=True, invites=True)):
            return None
        case _:
            return _not_work("the composer is not Work's own by both of its signs")


def _not_work(why: str) -> Obstacle:
    return Obstacle("provider.work-state-unknown", "provider-work-preflight", "reload-page", why, COMING_IN)


def _not_chat(why: str) -> Obstacle:
    return Obstacle("capability.unsupported", "provider-surface-preflight", "switch-to-chat", why, COMING_IN)


def _composer(seen: ChatObservation) -> Obstacle | None:
    match seen.composer:
        case Unknown(reason):
            return _not_seen("the composer", reason.value)
        case Known(None):
            why = "the page shows no composer"
            return Obstacle("provider.ui-changed", "composer", "run-doctor", why, COMING_IN)
        case Known(Composer(text=draft)) if not is_blank(draft):
            return _occupied("somebody's draft is in the composer")
        case _:
            pass
    match seen.chips:
        case Unknown(reason):
            return _not_seen("what is attached in the composer", reason.value)
        case Known(names) if names:
            return _occupied(f"somebody's files are in the composer ({', '.join(names)})")
        case _:
            return None


def _occupied(why: str) -> Obstacle:
    return Obstacle("composer.occupied", "composer", "replace-draft", why)


def _not_seen(what: str, reason: str) -> Obstacle:
    return Obstacle("provider.ui-changed", "preflight", "run-doctor", f"{what} could not be seen ({reason})", NOT_SEEN)
