"""Images and files of an answer: the driver. It reads what there is, fetches it inside the page, checks and saves it.

Row 6. ``plan_artifacts`` says what there is and at which addresses, ``artifact_shelf`` checks and keeps it. Where
nobody asked, nothing is looked for. Whatever goes wrong is told beside the answer and never instead of it: a tab that
dies meanwhile, too. One thing at a time, so that no bytes go under another's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

import trio

from cdpwebai.errors import Gone
from cdpwebai.flows.artifact_bytes import Trouble
from cdpwebai.flows.artifact_shelf import Shelf
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.plan_artifacts import Candidate, Home, Way, candidates
from cdpwebai.providers.chat import RecordAnswer
from cdpwebai.providers.chat_artifacts import ArtifactPage
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Artifact, ArtifactError, ArtifactKind
from cdpwebai.verdict import Known, Reason, Unknown

__all__ = ["Answered", "Collected", "collect"]

MOST_BYTES = 256 * 2**20
"""Bytes of one image or file."""

EACH_SECONDS = 30.0
"""How long one answer of the site's may take."""

READY_SECONDS = 20.0
"""How long a file may be said not to be ready yet."""

LATE_SECONDS = 10.0
"""How long after the end of its answer an image that was asked for may come."""

AGAIN = 0.5
"""Seconds between two questions."""


@dataclass(frozen=True)
class Answered:
    """The answer whose images and files are meant: its message, ours before it, its conversation, and its record.

    ``witness``: whether the record may be asked, where it was not yet.
    """

    message_id: str
    ours: str
    conversation: str
    record: RecordAnswer | None = None
    witness: bool = True


@dataclass
class Collected:
    """What was saved, and what could not be had."""

    saved: list[Artifact] = field(default_factory=list[Artifact])
    errors: list[ArtifactError] = field(default_factory=list[ArtifactError])

    def of(self, kind: ArtifactKind) -> tuple[Artifact, ...]:
        """What was saved of one kind."""
        return tuple(one for one in self.saved if one.kind == kind)


class _Bytes(NamedTuple):
    data: bytes
    disposition: str


async def collect(page: ChatPage, outputs: Outputs, answered: Answered, *, by: float) -> Collected:
    """Fetch and save what is asked for, until ``by`` (in trio's time) at the latest. Raises nothing of the page's."""
    if outputs == NONE:
        return Collected()
    return await _Collecting(page, outputs, answered).run(by)


class _Collecting:
    def __init__(self, page: ChatPage, outputs: Outputs, answered: Answered) -> None:
        self.page = page
        self.files = ArtifactPage(page.tab)
        self.outputs = outputs
        self.wanted = outputs.wanted
        self.answered = answered
        self.home = Home(urlsplit(page.provider.home).scheme, page.provider.hosts, page.tab.url)
        self.found = Collected()
        self.left: list[Candidate] = []
        self.shelf = Shelf(outputs)
        self.looked = False

    async def run(self, by: float) -> Collected:
        trouble = Trouble("deadline", "there was no time for it before the deadline")
        try:
            with trio.move_on_at(by):
                await self._collect()
        except Gone as gone:
            trouble = Trouble("gone", f"it could not be fetched any more: {gone.message}")
        except trio.Cancelled:  # by the caller, who will not hear of it: then nothing is left behind
            self.shelf.clear()
            raise
        self._tell_left(trouble)
        with trio.CancelScope(shield=True):
            await self._publish()
        return self.found

    async def _collect(self) -> None:
        self.left = list(await self._candidates())
        while self.left:
            await self._have(self.left[0])
            del self.left[0]

    async def _candidates(self) -> Sequence[Candidate]:
        """What there is; an image that was asked for by name is waited for, as it may come after the text."""
        until = trio.current_time() + LATE_SECONDS
        record = await self._record()
        while True:
            brought = await self.files.brought(self.answered.message_id)
            if isinstance(brought, Known):
                args = brought.value, record, self.answered.conversation, self.answered.message_id
                there = candidates(self.wanted, self.home, *args)
                missing = self.wanted.image and not any(one.kind == "image" for one in there)
                self.looked = True
                if not missing or trio.current_time() >= until:
                    return there
            elif trio.current_time() >= until:
                return ()
            await trio.sleep(AGAIN)

    async def _record(self) -> RecordAnswer | None:
        answered = self.answered
        if answered.record is not None or not (answered.witness and answered.conversation):
            return answered.record
        said = await self.page.record(answered.conversation, answered.ours)
        return said.value if isinstance(said, Known) else None

    async def _have(self, candidate: Candidate) -> None:
        """One of them, by the first way that gives it; of several troubles the first is told."""
        first: Trouble | None = None
        for way in candidate.ways:
            got = await self._bytes(way)
            trouble = await self.shelf.put(candidate, *got) if isinstance(got, _Bytes) else got
            if trouble is None:
                return
            first = first or trouble
        if candidate.trouble is not None:
            self.found.errors.append(candidate.trouble)
        elif first is not None:
            self._tell(candidate, first)

    async def _bytes(self, way: Way) -> _Bytes | Trouble:
        url = await self._address(way.url) if way.asks else way.url
        if isinstance(url, Trouble):
            return url
        if not self.home.bytes_at(url):
            return Trouble("outside", "the site names an address for it that is none of its own for files")
        got = await self.files.fetch(url, most=MOST_BYTES, within=EACH_SECONDS)
        match got:
            case Unknown():
                return _unread(got)
            case Known((told, data)):
                if told.over:
                    return Trouble("too-large", f"it has more than {MOST_BYTES} bytes")
                return _refused(told.status) or _Bytes(data, told.disposition)

    async def _address(self, path: str) -> str | Trouble:
        """Where the bytes are, asked again for as long as they are said not to be ready."""
        until = trio.current_time() + READY_SECONDS
        while True:
            told = await self.files.address(path, within=EACH_SECONDS)
            if isinstance(told, Unknown):
                return _unread(told)
            if refused := _refused(told.value.status):
                return refused
            if not told.value.retry:
                return told.value.url or Trouble("not-found", "the site has no such file of this answer")
            if trio.current_time() >= until:
                return Trouble("not-ready", f"after {READY_SECONDS:g} s the site still said to ask again")
            await trio.sleep(AGAIN)

    async def _publish(self) -> None:
        for artifact, trouble in await self.shelf.publish({error.kind for error in self.found.errors}):
            if trouble is None:
                self.found.saved.append(artifact)
            else:
                self._tell(Candidate(artifact.kind, artifact.name, artifact.source), trouble)

    def _tell_left(self, trouble: Trouble) -> None:
        for candidate in self.left:
            self._tell(candidate, trouble)
        kinds: tuple[ArtifactKind, ...] = ("image", "file")
        for kind in kinds if not self.looked else ():
            if self.wanted.demands(kind) or (self.wanted.all and kind == "file"):
                self._tell(Candidate(kind, kind, kind), trouble)

    def _tell(self, candidate: Candidate, trouble: Trouble) -> None:
        self.found.errors.append(
            ArtifactError(
                kind=candidate.kind, name=candidate.name, code=f"artifact.{trouble.code}", message=trouble.why
            )
        )


def _refused(status: int) -> Trouble | None:
    """What an HTTP status says of a file; None for one that brings it."""
    match status:
        case 200:
            return None
        case 404 | 410:
            return Trouble("not-found", f"the site has no such file (HTTP {status})")
        case 401 | 403:
            return Trouble("expired", f"the site does not give it any more (HTTP {status})")
        case 429:
            return Trouble("limited", "the site gives no more files for now (HTTP 429)")
        case _:
            return Trouble("failed", f"the site answered HTTP {status}")


def _unread(said: Unknown) -> Trouble:
    if said.reason is Reason.DEADLINE:
        return Trouble("deadline", f"the site did not give it within {EACH_SECONDS:g} s")
    return Trouble("failed", f"it could not be fetched: {said.detail or said.reason.value}")
