"""The running site: its conversations, its log, and who waits for what comes next.

Memory and a clock, no sockets: ``server`` brings the requests. What a page shows is always played anew from the sends
and the clock (``timeline``), so nothing here can get out of step with it.
"""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

import trio
from msgspec import structs

from cdpwebai.demosite import steps
from cdpwebai.demosite.http import Digest
from cdpwebai.demosite.ids import fresh_ids, made_id, with_ids
from cdpwebai.demosite.log import Log, Send, Shown, Upload
from cdpwebai.demosite.played import Played
from cdpwebai.demosite.played import Turn as PlayedTurn
from cdpwebai.demosite.scenario import Scenario, Turn
from cdpwebai.demosite.stage import Press, Sent
from cdpwebai.demosite.steps import Step
from cdpwebai.demosite.timeline import play
from cdpwebai.demosite.view import changes, effects, view

__all__ = ["Conversation", "OnTabStep", "Opened", "SendRequest", "Site", "TabStep", "draw_word"]

ADDRESS = re.compile(r"(?:^|/)c/((?:WEB:)?[A-Za-z0-9_-]+)/?$")
COLOURS = ("amber", "cobalt", "crimson", "indigo", "ivory", "jade", "ochre", "scarlet", "umber", "violet")
ANIMALS = ("badger", "curlew", "ferret", "heron", "lynx", "marten", "otter", "plover", "stoat", "wren")

TabStep: TypeAlias = Literal["close", "crash", "cut"]
OnTabStep: TypeAlias = Callable[[TabStep], Awaitable[None]]


def draw_word() -> str:
    """A word that no client can know before it has read the page, such as "jade-otter-417"."""
    dice = random.SystemRandom()
    return f"{dice.choice(COLOURS)}-{dice.choice(ANIMALS)}-{dice.randrange(100, 1000)}"


class SendRequest(Shown, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What the page posts when the user sends. ``home``: it shows the turns that stand on "/" before the first send."""

    chat: str
    home: bool = False
    uploads: tuple[str, ...] = ()

    @property
    def shown(self) -> dict[str, Any]:
        """The part that goes into the log as it is."""
        return {name: getattr(self, name) for name in Shown.__struct_fields__}


@dataclass
class Conversation:
    """A conversation: what stood in it, what was sent to it, when a dialog was answered, which buttons in its turns
    were clicked. Times are trio's clock.

    ``address``: where it stands from the beginning, "" for one that a page begins; ``replies``: which of the scenario's
    replies it has had; ``conducted``: how many effects were looked through for tab steps.
    """

    key: str
    turns: tuple[Turn, ...] = ()
    address: str = ""
    sends: list[Sent] = field(default_factory=list[Sent])
    choices: list[float] = field(default_factory=list[float])
    presses: list[Press] = field(default_factory=list[Press])
    replies: set[int] = field(default_factory=set[int])
    conducted: int = 0

    def played(self, now: float) -> Played:
        return play(self.turns, self.sends, now, self.choices, self.presses)


@dataclass(frozen=True)
class Opened:
    """What a page gets at load. ``home``: the turns of "/"; ``missing``: no conversation has this address."""

    chat: str
    view: dict[str, Any]
    home: bool = False
    missing: bool = False


class Site:
    """A site that plays one scenario.

    ``url``: "http://127.0.0.1:PORT/", or "https://chatgpt.com/" when it is served as that host; ``port``: where on this
    machine; ``word``: what was drawn for ``{{word}}``; ``scenario``: with the word in place; ``log``: what reached the
    server.
    """

    def __init__(self, scenario: Scenario, *, word: str = "") -> None:
        self.word = word or draw_word()
        self.scenario = scenario.with_word(self.word)
        self.log = Log()
        self.url = ""
        self.port = 0
        self.token = secrets.token_urlsafe(24)
        self.surface = self.scenario.site.surface
        drafts = (
            Upload.of(f"draft_{n}", name, Digest.of(b""), pasted=False)
            for n, name in enumerate(self.scenario.site.draft_files)
        )
        self.uploads: dict[str, Upload] = {upload.id: upload for upload in drafts}
        self.started = trio.current_time()
        self._changed = trio.Event()
        self._replies = tuple(with_ids(reply, f"{scenario.name}.{n}") for n, reply in enumerate(self.scenario.replies))
        self._home = _with_turn_ids(self.scenario.turns, f"{scenario.name}.turns")
        self._conversations = {found.key: found for found in self._standing()}

    def _standing(self) -> list[Conversation]:
        """The conversations that have an address from the beginning."""
        standing = [
            Conversation(entry.id, _with_turn_ids(entry.turns, entry.id), f"/c/{entry.id}")
            for entry in self.scenario.site.history
        ]
        if self.scenario.address:
            address = self.scenario.address
            standing.append(Conversation(address.rpartition("/")[2], self._home, address))
        return standing

    def __repr__(self) -> str:
        return f"<Site {self.scenario.name!r} at {self.url}, {len(self.log.sends)} sends>"

    @property
    def gate(self) -> Literal["challenge", "logout"] | None:
        """What has replaced the page by now, in any conversation."""
        now = trio.current_time()
        return next((gate for found in self._conversations.values() if (gate := found.played(now).gate)), None)

    @property
    def is_logged_in(self) -> bool:
        return self.scenario.site.login == "in" and self.gate != "logout"

    def find(self, path: str) -> tuple[Conversation, str] | None:
        """The conversation at an address, with its id there: one that stood there before any that came by there."""
        named = ADDRESS.search(path)
        if named is None:
            return None
        now, address = trio.current_time(), f"/c/{named[1]}"
        at_address = (found for found in self._conversations.values() if found.address == address)
        came_by = (
            found
            for found in self._conversations.values()
            if any(other.endswith(address) for other in found.played(now).addresses)
        )
        conversation = next(at_address, None) or next(came_by, None)
        return (conversation, named[1]) if conversation else None

    def open(self, path: str) -> Opened:
        """What a page shows that loads ``path``; a new conversation begins only with its first send."""
        found = self.find(path)
        if found:
            conversation = found[0]
            return Opened(conversation.key, self._view(conversation))
        is_home = not (self.log.sends or self.scenario.address) and bool(self._home)
        fresh = Conversation(secrets.token_urlsafe(12), self._home if is_home else ())
        missing = ADDRESS.search(path) is not None
        return Opened(fresh.key, self._view(fresh), home=is_home and not missing, missing=missing)

    def _view(self, conversation: Conversation) -> dict[str, Any]:
        return view(conversation.played(trio.current_time()), self.scenario.site, conversation.key)

    def turns(self, path: str | None = None) -> list[PlayedTurn]:
        """The turns that were played so far: of the conversation at an address, or of them all."""
        now = trio.current_time()
        if path is None:
            return [turn for conversation in self._conversations.values() for turn in conversation.played(now).turns]
        found = self.find(path)
        return found[0].played(now).turns if found else []

    def send(self, request: SendRequest) -> Conversation:
        """A prompt reaches the site: it is logged, and its reply begins, if the scenario still has one."""
        now = trio.current_time()
        beginning = Conversation(request.chat, self._home if request.home else ())
        conversation = self._conversations.setdefault(request.chat, beginning)
        uploads = tuple(self.uploads[key] for key in request.uploads if key in self.uploads)
        number = len(self.log.sends)
        conversation.sends.append(Sent(now, request.text, self._reply(number, conversation), uploads))
        self.log.sends.append(Send(number=number + 1, at=now - self.started, uploads=uploads, **request.shown))
        self._notify()
        return conversation

    def _reply(self, number: int, conversation: Conversation) -> tuple[Step, ...]:
        """The n-th reply. The last one repeats: with new ids, and with a new address in another conversation."""
        if not self._replies:
            return ()
        last = len(self._replies) - 1
        place = min(number, last)
        address = place not in conversation.replies
        conversation.replies.add(place)
        return self._replies[place] if number <= last else fresh_ids(self._replies[last], number, address=address)

    def upload(self, name: str, digest: Digest, *, pasted: bool) -> Upload:
        """A file reaches the site."""
        upload = Upload.of(f"file_{secrets.token_hex(8)}", name, digest, pasted=pasted)
        self.uploads[upload.id] = upload
        self.log.uploads.append(upload)
        self._notify()
        return upload

    def click(self, name: str, chat: str, *, trusted: bool) -> None:
        """A control was clicked in a page. Only a trusted click has consequences."""
        self.log.clicks[name if trusted else f"untrusted:{name}"] += 1
        if trusted:
            self._obey(name, chat)
        self._notify()

    def _obey(self, name: str, chat: str) -> None:
        surface = name.rpartition(":")[2]
        if name in {"radio:chat", "modal:chat", "radio:work", "modal:work"} and self.surface in {"chat", "work"}:
            self.surface = "work" if surface == "work" else "chat"
        if conversation := self._conversations.get(chat):
            self._answered(conversation, name)

    def _answered(self, conversation: Conversation, name: str) -> None:
        now = trio.current_time()
        if name.startswith("modal:"):
            conversation.choices.append(now)
        elif name in {"continue", "prefer:left", "prefer:right"}:
            conversation.presses.append(Press(now, name))
        elif name == "stop" and conversation.played(now).stop == "on":
            conversation.sends[-1] = replace(conversation.sends[-1], stopped=now)

    async def wait_logged(self, is_so: Callable[[Log], bool]) -> Log:
        """Wait until the log is so, and return it. It has no limit of its own: use a cancel scope."""
        while not is_so(self.log):
            await self._changed.wait()
        return self.log

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def follow(self, chat: str, since: int) -> AsyncGenerator[dict[str, Any]]:
        """What a page has to show and to do, as it comes, until all of the conversation was played.

        ``since``: how many effects the page has had. Nothing comes for a conversation that was not begun.
        """
        conversation = self._conversations.get(chat)
        told: dict[str, Any] = {}
        while conversation is not None:
            changed, played = self._changed, conversation.played(trio.current_time())
            shown = view(played, self.scenario.site, chat)
            yield {**changes(told, shown), "todo": effects(played, since)}
            told, since = shown, len(played.effects)
            if played.is_over:
                return
            await _wait_more(played, changed)

    async def conduct(self, conversation: Conversation, on_tab_step: OnTabStep) -> None:
        """Have the tab steps of a conversation done when their time comes, each once, whether a page looks or not."""
        while True:
            changed, played = self._changed, conversation.played(trio.current_time())
            todo, conversation.conducted = played.effects[conversation.conducted :], len(played.effects)
            for effect in todo:
                if isinstance(effect.step, steps.Tab):
                    await on_tab_step(effect.step.do_to)
            if played.is_over:
                return
            await _wait_more(played, changed)


async def _wait_more(played: Played, changed: trio.Event) -> None:
    """Wait until there is more to play than ``played`` has: its time has come, or something has happened."""
    with trio.CancelScope() as scope:
        if played.next_at is not None:
            scope.deadline = played.next_at
        await changed.wait()


def _with_turn_ids(turns: Sequence[Turn], seed: str) -> tuple[Turn, ...]:
    return tuple(turn if turn.id else structs.replace(turn, id=made_id(f"{seed}.{n}")) for n, turn in enumerate(turns))
