"""What the browser's events say about the documents of one session: which is there, how far it is, and its worlds.

Row 4, pure: events in, state out. ``following`` feeds it and wakes who waits; ``document`` makes the calls. Contexts
are known by their unique ids: numeric ids start again after a move to another process, so an old one would point at a
new page (measured with Chromium 156: 127.0.0.1 and localhost both had context 1).

The order of one navigation, as Chromium 156 tells it::

    frameStartedNavigating(loader 2)   executionContextsCleared   frameNavigated(loader 2)
    executionContextCreated (main, ours)   lifecycleEvent DOMContentLoaded, load   frameStoppedLoading

A page that comes back from the back/forward cache brings its old contexts back, before its frameNavigated, and does not
load again. A document that is replaced from its head never loads, not even when nothing came to replace it (204): then
only frameStoppedLoading tells that nothing more will come. And a page that was prerendered before anybody attached
takes the old one's place with a top frame of another id, and without any frameNavigated: only its context is told.
"""

from __future__ import annotations

from collections import deque

import msgspec

from cdpwebai.cdp.command import Event
from cdpwebai.cdp.domains import page, runtime

__all__ = ["EVENTS", "Documents", "Worlds"]

EVENTS: tuple[type[Event], ...] = (
    runtime.ExecutionContextCreated,
    runtime.ExecutionContextDestroyed,
    runtime.ExecutionContextsCleared,
    page.FrameStartedNavigating,
    page.FrameNavigated,
    page.NavigatedWithinDocument,
    page.LifecycleEvent,
    page.FrameStoppedLoading,
)
"""The events that ``Documents.observe`` reads."""

SAME_DOCUMENT = ("sameDocument", "historySameDocument")


class Worlds(msgspec.Struct, frozen=True):
    """The two worlds of one document, by unique id: the page's own, and ours, in which the readers live."""

    main: str
    ours: str


class Documents:
    """The documents of one session's frames. ``top`` is the frame that it shows, whose id is the target's.

    Of the top document: ``url``; ``loader`` names it, ``arrived`` and ``loaded`` are the last that did; ``leaving`` is
    the one on its way, None for none; ``moves`` counts the changes of address within a document.
    """

    def __init__(self, top: str, world: str) -> None:
        self.top = top
        self.world = world
        self.url = ""
        self.loader = ""
        self.arrived: deque[str] = deque(maxlen=50)
        self.loaded: deque[str] = deque(maxlen=50)
        self.leaving: str | None = None
        self.moves = 0
        self._idle = False
        self._asked = False
        self._given_up: deque[str] = deque(maxlen=50)
        self._main: dict[str, str] = {}
        self._ours: dict[str, str] = {}

    def __repr__(self) -> str:
        state = "loaded" if self.settled else "loading"
        return f"<Documents {self.url}: {state}, {len(self._ours)} frames>"

    @property
    def settled(self) -> bool:
        """Whether nothing more will come: the top document has loaded or given up, and no other is on its way."""
        return self.leaving is None and (self.loader in self.loaded or self._idle)

    def worlds(self, frame_id: str) -> Worlds | None:
        """The worlds of a frame's present document; None between two documents."""
        main, ours = self._main.get(frame_id), self._ours.get(frame_id)
        return None if main is None or ours is None else Worlds(main, ours)

    def begin(self, frame: page.Frame) -> None:
        """What the top frame shows, as it was asked for at the start; what events have told since is newer."""
        if not self.loader:
            self._navigated(frame, restored=False)

    @property
    def doubtful(self) -> bool:
        """Whether frames have contexts and the top one has none: perhaps another frame is the top one now."""
        return not self._asked and bool(self._main) and self.top not in self._main

    def begin_again(self, frame: page.Frame) -> bool:
        """What the top frame is, asked because of a doubt. True: another one than before, and it is there already."""
        self._asked = True
        if frame.id == self.top:
            return False
        self.top = frame.id
        self._navigated(frame, restored=False)
        self._idle = True
        return True

    def forget(self) -> None:
        """Events were lost: which contexts are there is not known until they are told again."""
        self._main.clear()
        self._ours.clear()
        self._asked = False

    def given_up(self, loader: str) -> None:
        """The navigation that would have brought this document ended without one, as its answer has told."""
        self._given_up.append(loader)
        if self.leaving == loader:
            self.leaving = None

    def observe(self, event: Event) -> None:
        """Take in one event of ``EVENTS``."""
        match event:
            case runtime.ExecutionContextCreated(context=context):
                self._created(context)
            case runtime.ExecutionContextDestroyed(execution_context_unique_id=unique_id):
                self._destroyed(unique_id)
            case runtime.ExecutionContextsCleared():
                self.forget()
            case page.LifecycleEvent(frame_id=self.top, name="load", loader_id=loader):
                self.loaded.append(loader)
            case page.FrameNavigated(frame=frame) if frame.id == self.top or frame.parent_id is None:
                self.top = frame.id
                self._navigated(frame, restored=event.type == "BackForwardCacheRestore")
            case (
                page.FrameStartedNavigating(frame_id=self.top)
                | page.NavigatedWithinDocument(frame_id=self.top)
                | page.FrameStoppedLoading(frame_id=self.top)
            ):
                self._moved(event)
            case _:
                pass

    def _created(self, context: runtime.ExecutionContextDescription) -> None:
        data = context.aux_data or {}
        frame_id = str(data.get("frameId", ""))
        if data.get("isDefault") is True:
            self._main[frame_id] = context.unique_id
        elif context.name == self.world:
            self._ours[frame_id] = context.unique_id

    def _destroyed(self, unique_id: str) -> None:
        for worlds in (self._main, self._ours):
            for frame_id in [frame for frame, known in worlds.items() if known == unique_id]:
                del worlds[frame_id]

    def _navigated(self, frame: page.Frame, *, restored: bool) -> None:
        self.url = _whole_url(frame)
        self.loader = frame.loader_id
        self.arrived.append(frame.loader_id)
        self._idle = False
        if restored:
            self.loaded.append(frame.loader_id)
        if self.leaving == frame.loader_id or restored:
            self.leaving = None

    def _moved(
        self, event: page.FrameStartedNavigating | page.NavigatedWithinDocument | page.FrameStoppedLoading
    ) -> None:
        match event:
            case page.FrameStartedNavigating(navigation_type=kind, loader_id=loader):
                if kind not in SAME_DOCUMENT and loader not in self._given_up:  # its answer may come before it
                    self.leaving = loader
            case page.NavigatedWithinDocument(url=url):
                self.url = url
                self.moves += 1
            case page.FrameStoppedLoading():
                self.leaving = None
                self._idle = True


def _whole_url(frame: page.Frame) -> str:
    return frame.url + (frame.url_fragment or "")
