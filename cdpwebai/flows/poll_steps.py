"""The steps of waiting for an answer, and where it stands between two of them: what ``plan_poll`` and its driver say to
each other.

Row 6, data only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cdpwebai.flows.plan_activity import Activity
from cdpwebai.flows.plan_continue import Continued
from cdpwebai.flows.plan_trouble import Trouble
from cdpwebai.providers.chat import Message, RecordAnswer
from cdpwebai.verdict import Reading, Reason, Unknown

__all__ = ["NOT_ASKED", "AskRecord", "Complete", "Copy", "Fail", "GoOn", "PollAction", "PollState", "Wait"]

NOT_ASKED = Unknown(Reason.NOT_SUPPORTED, "the record was not asked")


@dataclass(frozen=True)
class Wait:
    """Look again: when something has changed, or at ``until`` at the latest. ``activity`` is for who watches."""

    until: float
    activity: Activity


@dataclass(frozen=True)
class AskRecord:
    """Read the conversation's record, give it to ``note_record``, and look again."""


@dataclass(frozen=True)
class Complete:
    """The answer: the messages of its turn, in order, and what the record says of them where it was the proof."""

    messages: tuple[Message, ...]
    record: RecordAnswer | None = None


@dataclass(frozen=True)
class Copy:
    """The turn has ended and its text reads empty: take the site's own copy, or fail."""

    message_id: str


@dataclass(frozen=True)
class GoOn:
    """Press the button that continues the answer that holds this message, once, and look again."""

    message_id: str


@dataclass(frozen=True)
class Fail:
    """It will not become complete, for a reason that was seen and has lasted."""

    trouble: Trouble


PollAction = Wait | AskRecord | Complete | Copy | GoOn | Fail


@dataclass(frozen=True)
class PollState:
    """Where the waiting stands: whose answer it is, what was last read of it, and since when that has been the same.

    ``turn_id`` and ``message_id`` are those of our own message, ``before`` the turns that stood before it,
    ``conversation`` the id in the address, "" until it is known. ``witness``: whether the record may be asked.
    ``image``: an image was asked for by name. ``sure_since``: since when, besides, it was seen in every look that
    nothing runs. ``answered`` is the turn that was last seen to answer; ``stray`` are the messages of one that has
    ended, that the page shows without ours, and that nothing has placed yet: perhaps the answer, perhaps another's.
    ``followed``: the last look has shown another question behind ours.
    """

    turn_id: str
    message_id: str
    before: frozenset[str]
    conversation: str = ""
    witness: bool = True
    image: bool = False
    answered: str = ""
    stray: tuple[Message, ...] = ()
    followed: bool = False
    answer: tuple[Message, ...] = ()
    finished: bool = False
    images: int = 0
    since: float | None = None
    sure_since: float | None = None
    record: Reading[RecordAnswer] = NOT_ASKED
    asked_at: float | None = None
    asked_of: tuple[Message, ...] = ()
    trouble: Trouble | None = None
    trouble_since: float = 0.0
    continued: Continued | None = None
    warnings: frozenset[str] = field(default_factory=frozenset[str])

    @property
    def partial(self) -> str:
        """The text of the answer so far."""
        return "\n\n".join(message.text for message in self.answer if not message.reasoning)
