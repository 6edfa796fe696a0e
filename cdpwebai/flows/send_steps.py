"""The steps of sending, and where it stands between two of them: what ``plan_send`` and its driver say to each other.

Row 6, data only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET, UnsetType

from cdpwebai.flows.plan_preflight import Obstacle
from cdpwebai.flows.plan_trouble import Trouble
from cdpwebai.providers.chat import ChatObservation
from cdpwebai.records import Selection, WorkSelection

__all__ = [
    "Ask",
    "Check",
    "Clear",
    "Gate",
    "GiveUp",
    "Insert",
    "Look",
    "Prepare",
    "Prepared",
    "Press",
    "Refuse",
    "SendAction",
    "SendState",
    "Sent",
]

Gate = Callable[[ChatObservation], Obstacle | None]
"""What must hold in the look right before Send is pressed: why it does not, or None. Pure."""


@dataclass(frozen=True)
class Look:
    """Look again: when something has changed, or at ``until`` at the latest."""

    until: float


@dataclass(frozen=True)
class Clear:
    """Take out what stands in the composer that this selector found: somebody's draft, which the caller gave up."""

    selector: str


@dataclass(frozen=True)
class Prepare:
    """Set what goes beside the prompt, and tell how it stands by ``prepared``; nothing is typed before."""


@dataclass(frozen=True)
class Prepared:
    """What was set beside the prompt: ``gates`` tell whether it is still there, and ``chips`` how the composer names
    the files that belong to it, in its order. ``sizes`` are those of the files in bytes, None for one that the site may
    make smaller. ``selection``: what became of a model that was asked for; ``work_selection``: what was chosen in Work.

    ``checks`` look once more, right before Send is pressed, at what no look of the page tells; each raises what ends
    the sending."""

    gates: tuple[Gate, ...] = ()
    chips: tuple[str, ...] = ()
    sizes: tuple[int | None, ...] = ()
    selection: Selection | UnsetType = UNSET
    checks: tuple[Callable[[], Awaitable[None]], ...] = ()
    work_selection: WorkSelection | None = None


@dataclass(frozen=True)
class Check:
    """Look once more, beyond what a look of the page tells, whether what was set beside the prompt is in force."""


@dataclass(frozen=True)
class Ask:
    """Read what the site's record says in this message of the user's, and tell it by ``told``."""

    conversation: str
    message_id: str


@dataclass(frozen=True)
class Insert:
    """Type the text into the composer that this selector found, at once or in pieces."""

    selector: str
    text: str
    in_pieces: bool = False


@dataclass(frozen=True)
class Press:
    """Press the composer's own Send. A press that is refused must be told by ``press_refused``."""


@dataclass(frozen=True)
class Sent:
    """The page shows the new message: these are its turn and message ids, and the turns that stood before it.

    ``conversation`` is its durable id, "" for a chat that has none (a temporary one). ``file``: the name of the file
    that the page made of the prompt, "" for none.
    """

    turn_id: str
    message_id: str
    before: frozenset[str]
    conversation: str = ""
    file: str = ""


@dataclass(frozen=True)
class Refuse:
    """Send was not pressed, for the reason that ``code`` names; ``stage`` and ``hint`` as in the table of errors.

    ``evidence`` are the particulars that were seen."""

    code: str
    stage: str
    hint: str
    why: str
    evidence: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class GiveUp:
    """It cannot be told whether the prompt was sent. ``code``: what was seen that speaks against it, or ""."""

    why: str
    code: str = ""


SendAction = Look | Ask | Clear | Prepare | Check | Insert | Press | Sent | Refuse | GiveUp


@dataclass(frozen=True)
class SendState:
    """Where the sending stands. ``since`` is when the phase began; ``before`` the turns that stood before the send.

    ``conversation`` is whether the address names an old conversation, whose turns must have come in before they
    count; ``place`` the id of the conversation that the prompt is for, "" for a new one, None where what it follows
    tells; ``replace_draft`` whether somebody's draft may be taken out, ``clears`` how often that was done and
    ``cleared_at`` when last; ``prepares`` whether something is to be set beside the prompt, still, and ``prepared``
    what was, ``unchecked`` whether that is still to be checked; ``surface`` is the one that the prompt goes to;
    ``shut_since`` is since when a gate has been shut; ``empty_since`` is since when every look has shown an empty
    composer, ``file`` the name of the file that the page made of the prompt, "" for none. ``presses`` is how many
    were given out, ``refused`` why the last of them was not made; ``found_at`` is when the new message was first
    seen, ``trouble`` what has spoken against it after the press, and ``trouble_since`` since when. ``asked_at`` is when
    the record was last asked of a new message that shows something else than the prompt, and ``proven`` the id of one
    that says the prompt there; ``witness``: whether it may be asked.
    """

    prompt: str
    since: float
    conversation: bool = False
    place: str | None = None
    replace_draft: bool = False
    phase: Literal["ready", "written", "pressed"] = "ready"
    before: frozenset[str] = frozenset()
    shown: tuple[str, ...] = ()
    shown_since: float = 0.0
    obstacle: Obstacle | None = None
    obstacle_since: float = 0.0
    found_at: float | None = None
    trouble: Trouble | None = None
    trouble_since: float = 0.0
    clears: int = 0
    cleared_at: float = 0.0
    prepares: bool = False
    prepared: Prepared | None = None
    surface: Literal["chat", "work"] = "chat"
    unchecked: bool = False
    shut_since: float | None = None
    inserts: int = 0
    inserted_at: float = 0.0
    empty_since: float | None = None
    file: str = ""
    presses: int = 0
    asked_at: float | None = None
    proven: str = ""
    witness: bool = True
    refused: str = ""
