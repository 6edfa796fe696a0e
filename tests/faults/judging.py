"""What a flow under a fault may come to: the rules, and which of them a run broke. Pure.

``Run`` is what was seen of one run, ``Truth`` what the same flow comes to when nothing goes wrong. ``broken_rules``
names every rule that a run broke, in the words that a person reads in the sweep's report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from cdpwebai.errors import ArtifactsMissing, CdpWebAIError
from cdpwebai.flows.text import same_prompt
from cdpwebai.records import Session

__all__ = ["GRACE", "Asked", "Run", "Truth", "broken_rules"]

GRACE = 5.0
"""Seconds beyond the time limit in which a flow lets go of what it holds: two for its tab, one for its place in the
store, one for the store."""

BEFORE_SENT = ("submitting", "unknown-submission", "failed")
"""The statuses of a prompt of which it is not known that it was sent."""


Asked = tuple[str, int | None, str | None]


@dataclass(frozen=True)
class Truth:
    """A flow without a fault.

    ``values``: what it may return, as text. ``answers``: what may be stored as its answer. ``message_id`` and
    ``address``: our message and its conversation, "" where there is none. ``sent``: whether the prompt was sent before
    it began. ``seconds``: its time limit. ``asked``: surface, power and speed that are stored with the prompt;
    ``steps`` and ``fasts``: as in ``Run``, and ``chosen`` what must be seen when Send is pressed in Work. ``files``:
    how many go along; ``chips``: what must be seen of them when Send is pressed; ``saved``: what is saved, by name.
    """

    values: frozenset[str]
    answers: frozenset[str]
    message_id: str
    address: str
    sent: bool
    seconds: float
    asked: Asked = ("chat", None, None)
    steps: int = 0
    fasts: int = 0
    chosen: tuple[str, ...] = ()
    files: int = 0
    chips: tuple[str, ...] = ()
    saved: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


@dataclass(frozen=True)
class Run:
    """One run, as it was seen. Either ``value``, ``error`` or ``cancelled`` tells how it ended, or ``crash``, the
    traceback of what should never leave the library.

    ``over`` is how long it ran on after its time limit or its cancellation, in virtual seconds. ``sends``, ``stops``,
    ``continues`` and ``enters`` are what was pressed; ``at_send`` what was stored when Send was; ``composer`` what was
    last seen to stand in the composer after it. ``steps``, ``fasts`` and ``radios`` are what was done to Work's power,
    speed and surface, and ``chosen`` what of them was last seen before Send was pressed. ``handed``: how many files
    were given to the page's inputs, each time, and ``chips``: what was last seen of them before Send was pressed, None
    where nothing was. ``saved``: whatever lies where images and files go, by name. ``stored`` is what a new reader
    finds afterwards, or ``unreadable`` says why not.
    """

    value: str | None = None
    error: CdpWebAIError | None = None
    cancelled: bool = False
    crash: str = ""
    over: float = 0.0
    sends: int = 0
    stops: int = 0
    continues: int = 0
    enters: int = 0
    steps: int = 0
    fasts: int = 0
    radios: int = 0
    chosen: tuple[str, ...] = ()
    handed: Sequence[int] = ()
    chips: tuple[str, ...] | None = None
    saved: Mapping[str, bytes] = field(default_factory=dict[str, bytes])
    at_send: Sequence[Session] = ()
    composer: str | None = None
    stored: Sequence[Session] = ()
    unreadable: str = ""
    warnings: Sequence[str] = field(default_factory=tuple[str, ...])

    @property
    def ended(self) -> str:
        """How it ended, in a word."""
        if self.crash:
            return "crash"
        return "cancelled" if self.cancelled else self.error.error_code if self.error else "value"


def broken_rules(run: Run, truth: Truth) -> list[str]:
    """Every rule that the run broke; empty for a good one."""
    rules = (_ending, _acts, _choice, _files, _saved, _store, _words)
    return [broken for rule in rules for broken in rule(run, truth)]


def _ending(run: Run, truth: Truth) -> Iterator[str]:
    if run.crash:
        yield f"something else than an error of ours left the flow:\n{run.crash}"
    if run.value is not None and run.value not in truth.values:
        yield f"another value than the recorded one: {run.value!r}"
    if run.over > GRACE:
        yield f"it went on for {run.over:.1f} s after its end"
    for warning in run.warnings:
        yield f"it left a warning: {warning}"


def _acts(run: Run, truth: Truth) -> Iterator[str]:
    if run.sends > (0 if truth.sent else 1):
        yield f"Send was pressed {'again' if truth.sent else f'{run.sends} times'}"
    if run.stops > 1:
        yield f"Stop was pressed {run.stops} times"
    if run.continues > 1:
        yield f"Continue was pressed {run.continues} times"
    if run.enters:
        yield "Enter was pressed"
    if run.sends and [session.status for session in run.at_send] != ["submitting"]:
        yield "Send was pressed before the prompt was stored"


def _choice(run: Run, truth: Truth) -> Iterator[str]:
    """What was set beside the prompt is what was asked for, to the key; and nothing is touched where none was."""
    if run.radios > 1 or run.fasts > 1:
        yield f"Work was chosen {run.radios} times and the speed {run.fasts} times"
    if run.fasts > truth.fasts or abs(run.steps) > abs(truth.steps):
        yield f"the power was moved by {run.steps} and the speed {run.fasts} times, not {truth.steps} and {truth.fasts}"
    if run.sends and (run.steps, run.fasts) != (truth.steps, truth.fasts):
        yield f"Send was pressed with the power moved by {run.steps} and the speed {run.fasts} times"
    if run.sends and truth.asked[0] == "work" and run.chosen != truth.chosen:
        yield f"Send was pressed where {' '.join(run.chosen) or 'nothing'} was seen, not {' '.join(truth.chosen)}"


def _files(run: Run, truth: Truth) -> Iterator[str]:
    """Files are given once, all of them, and Send is pressed when all are seen to be there."""
    if sum(run.handed) > truth.files:
        yield f"files were handed over again: {list(run.handed)}"
    if run.sends and sum(run.handed) != truth.files:
        yield f"Send was pressed when {list(run.handed)} of {truth.files} files had been handed over"
    if run.sends and truth.files and run.chips != truth.chips:
        yield f"Send was pressed when these files were seen: {run.chips}"


def _saved(run: Run, truth: Truth) -> Iterator[str]:
    """What lies there is whole and what was asked for, all of it or nothing, and what is told lies there."""
    for name, data in run.saved.items():
        if truth.saved.get(name) != data:
            yield f"{name} was saved with {len(data)} bytes, which are not those of the recording"
    if run.value is not None and run.saved != truth.saved:
        yield f"the answer was returned, and of what it must bring there is only {sorted(run.saved)}"
    if isinstance(run.error, ArtifactsMissing) and run.saved:
        yield f"not all could be had, and these were saved all the same: {sorted(run.saved)}"
    told = [one for session in run.stored if session.answer for one in (*session.answer.images, *session.answer.files)]
    for one in told:
        if sha256(run.saved.get(one.name, b"")).hexdigest() != one.sha256:
            yield f"{one.name} is told to be saved, and is not"


def _store(run: Run, truth: Truth) -> Iterator[str]:
    if run.unreadable:
        yield f"the store cannot be read: {run.unreadable}"
    for session in run.stored:
        yield from _session(session, run, truth)
    if not run.unreadable and (len(run.stored) > 1 or (not run.stored and (run.sends or truth.sent))):
        yield f"{len(run.stored)} sessions are stored for one prompt"
    if truth.answers and run.value is not None and [session.answer for session in run.stored] == [None]:
        yield "the answer was returned and not stored"


def _session(session: Session, run: Run, truth: Truth) -> Iterator[str]:
    pressed = bool(run.sends) or truth.sent
    if not pressed and (session.message_id or session.status not in BEFORE_SENT):
        yield f"stored as {session.status}, and Send was never pressed"
    if session.status not in BEFORE_SENT and not session.message_id:
        yield f"stored as {session.status} without our message"
    if session.message_id not in ("", truth.message_id) or (session.conversation_url or truth.address) != truth.address:
        yield f"stored with another message or conversation: {session.message_id}, {session.conversation_url}"
    stored: Asked = (session.surface, session.power, session.speed)
    if stored != truth.asked or session.response_contract != truth.asked[0]:
        yield f"stored as asked for of {stored}, with the contract of {session.response_contract}"
    if session.answer is not None and session.answer.markdown not in truth.answers:
        yield f"another answer than the recorded one is stored: {session.answer.markdown!r}"
    if (session.status == "complete") != (session.answer is not None):
        yield f"stored as {session.status} {'with' if session.answer else 'without'} an answer"
    if session.status == "complete" and run.error is not None and not isinstance(run.error, ArtifactsMissing):
        yield f"stored as complete, and told as {run.error.error_code}"
    if session.status == "stopped" and not run.stops:
        yield "stored as stopped, and Stop was never pressed"
    if session.status == "failed" and pressed and not _seen_unsent(run, session.prompt):
        yield "stored as failed after Send was pressed, and it was not seen that the prompt was not sent"


def _words(run: Run, truth: Truth) -> Iterator[str]:
    """What an error says of the page and of the prompt, once Send may have been pressed."""
    if run.error is None or not run.sends:
        return
    if run.error.page_may_have_changed is False:
        yield f"Send was pressed, and the error says that the page was not changed: {run.error!r}"
    prompt = run.at_send[0].prompt if run.at_send else ""
    if "was not sent" in run.error.message and not _seen_unsent(run, prompt):
        yield f"Send was pressed, and the error says that it was not, which was not seen: {run.error!r}"
    open_yet = any(session.status in ("submitting", "unknown-submission") for session in run.stored)
    if open_yet and run.error.exit_code not in (3, 5):
        yield f"it is not known whether the prompt was sent, and the exit code is {run.error.exit_code}: {run.error!r}"
    if run.stored and run.error.session_id != run.stored[0].id:
        yield f"the error does not name the session: {run.error!r}"


def _seen_unsent(run: Run, prompt: str) -> bool:
    return run.composer is not None and same_prompt(prompt, run.composer)
