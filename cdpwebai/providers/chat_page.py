"""A tab that shows a chat site: one observation of all that a flow wants to know, and the two acts of sending.

Row 5. It joins a provider's contract and readers with a tab, and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, cast

import msgspec

from cdpwebai.errors import ActRefused
from cdpwebai.page.acting import Target, run_act
from cdpwebai.page.copied import copied
from cdpwebai.page.handing import hand_content, shares_disk
from cdpwebai.page.looks import PLACE, Place
from cdpwebai.page.observe import Field, Item, ListField, Observation, Observer
from cdpwebai.page.readers import ListReader, ValueReader
from cdpwebai.page.tab import Tab
from cdpwebai.page.wakes import Wakes
from cdpwebai.providers import is_at_home
from cdpwebai.providers.chat import (
    NOT_ASKED,
    Account,
    Attached,
    ChatObservation,
    Composer,
    FileInput,
    Notice,
    Panel,
    Provider,
    RecordAnswer,
    Refusals,
    Slot,
    Surface,
    Turn,
    Written,
)
from cdpwebai.providers.picker import Picker, Words
from cdpwebai.providers.tools import Options, Tools
from cdpwebai.verdict import Known, Reading, Reason, Unknown

__all__ = ["ChatPage", "Loose", "elsewhere", "send_of", "turns_of"]

RECORD_LIMIT = 2.0
"""Seconds for one reading of the record. A slower one is not waited for: the page's own window decides then."""


class Loose(msgspec.Struct, frozen=True):
    """An answer outside of every turn: behind the user's turn ``after``, with ``place`` turns of the page before it."""

    after: str
    place: int
    turn: Turn


INPUTS = ValueReader("chat_inputs", tuple[FileInput, ...])
REFUSALS = ValueReader("chat_refusals", Refusals)
ACCOUNT = ValueReader[Account]("chat_account", cast("Any", Account))
PLACED = Field("place", PLACE)
COMPOSER = Field("composer", ValueReader[Composer | None]("chat_composer", cast("Any", Composer | None)))
SLOT = Field("slot", ValueReader("chat_slot", Slot))
TURNS = ListField("turns", ListReader("chat_turns", Turn))
PROGRESS = Field("progress", ValueReader("chat_progress", bool))
LOOSE = Field("loose", ValueReader[Loose | None]("chat_loose", cast("Any", Loose | None)))
SURFACE = Field("surface", ValueReader("chat_surface", Surface))
NOTICES = Field("notices", ValueReader("chat_notices", tuple[Notice, ...]))
PANEL = Field("panel", ValueReader("chat_panel", Panel))
CHIPS = Field("chips", ValueReader("chat_chips", tuple[str, ...]))
UPLOADING = Field("uploading", ValueReader("chat_uploading", bool))
OPTIONS = ValueReader[Options | None]("chat_options", cast("Any", Options | None))
TOOLS = Field("tools", ValueReader[Tools | None]("chat_tools", cast("Any", Tools | None)))
PICKER = Field("picker", ValueReader[Picker | None]("chat_picker", cast("Any", Picker | None)))

FIELDS = (PLACED, COMPOSER, SLOT, TURNS, PROGRESS, LOOSE, SURFACE, NOTICES, PANEL, CHIPS, UPLOADING)
"""What one look asks; ``PICKER`` besides, where a model is asked for, and ``TOOLS``, where a tool is."""

UNLIMITED = math.inf
"""A flow's own deadline is the limit of its acts: what the page takes late is not given up before that."""

MISSING = 0.5
"""Seconds for which what is pressed may be missing, after a look that showed it: a new look tells more than waiting."""

STOP = Target("chat_stop")


def send_of(written: Written) -> Target:
    """The composer's own Send, while the composer holds this."""
    return Target("chat_send", (written,))


class ChatPage:
    """What flows see of a chat site's page, and the acts that they may ask for. ``tab`` has the provider's library."""

    def __init__(self, tab: Tab, provider: Provider) -> None:
        self.tab = tab
        self.provider = provider
        self._observer = Observer(tab, *FIELDS)
        self._watched: tuple[Field[Any], ...] = ()
        self.words = Words(provider.contract)

    async def observe(self) -> ChatObservation:
        """One look, one round trip; raises only ``Gone``, when there is nobody left to look at.

        Of a page that is not at the provider's own address nothing but the address is told, whatever it shows.
        """
        return self.told(await self._observer.look())

    def told(self, seen: Observation) -> ChatObservation:
        """What one look of ours has told. Raises as ``observe``."""
        gone = self.tab.cdp.gone
        if gone is not None:
            raise gone
        place = seen[PLACED]
        if isinstance(place, Known) and not is_at_home(self.provider, place.value.url):
            return elsewhere(place)
        return ChatObservation(
            place=place,
            composer=seen[COMPOSER],
            slot=seen[SLOT],
            turns=turns_of(seen.items(TURNS), seen[PROGRESS], seen[LOOSE]),
            surface=seen[SURFACE],
            notices=seen[NOTICES],
            panel=seen[PANEL],
            chips=seen[CHIPS],
            uploading=seen[UPLOADING],
            picker=seen[PICKER] if PICKER in self._watched else NOT_ASKED,
            tools=seen[TOOLS] if TOOLS in self._watched else NOT_ASKED,
        )

    def watch_picker(self) -> None:
        """From now on each look tells of the picker of models, too."""
        self._watch(PICKER)

    def watch_tools(self) -> None:
        """From now on each look tells of the plus menu, too."""
        self._watch(TOOLS)

    def _watch(self, field: Field[Any]) -> None:
        self._watched = (*self._watched, *(() if field in self._watched else (field,)))
        self._observer = Observer(self.tab, *FIELDS, *self._watched)

    async def press_picker(self) -> None:
        """Press what opens the picker of models, once. Raises ActRefused when it was not pressed, and ``Gone``."""
        await self.tab.click(Target("chat_picker_opener"), missing=MISSING)

    async def press_option(self, lines: Sequence[str], *, inside: bool, gear: bool = False) -> None:
        """Press the one row of the open picker that says exactly these lines, once; ``inside``: in the menu of a row;
        ``gear``: not the row, but what opens its efforts.

        Raises ActRefused when it was not pressed, and ``Gone``.
        """
        await self.tab.click(Target("chat_picker_row", (tuple(lines), inside, gear)), missing=MISSING)

    async def press_plus(self) -> None:
        """Press what opens the plus menu, once. Raises ActRefused when it was not pressed, and ``Gone``."""
        await self.tab.click(Target("chat_tools_opener"), missing=MISSING)

    async def press_tool(self, lines: Sequence[str], *, inside: bool) -> None:
        """As ``press_option``, in the plus menu."""
        await self.tab.click(Target("chat_tools_row", (tuple(lines), inside)), missing=MISSING)

    async def options(self) -> Reading[Options | None]:
        """What can be done with the conversation that the page shows."""
        return await self.tab.look(OPTIONS)

    async def press_options(self) -> None:
        """Press what opens the conversation's options, once. Raises ActRefused, and ``Gone``."""
        await self.tab.click(Target("chat_options_opener"), missing=MISSING)

    async def press_archive(self, lines: Sequence[str], conversation: str) -> None:
        """Press the one row of the options that says exactly these lines, once, while the page is at this conversation.

        Raises ActRefused when it was not pressed, and ``Gone``.
        """
        await self.tab.click(Target("chat_options_row", (tuple(lines), conversation)), missing=MISSING)

    async def press_power(self, key: str) -> None:
        """Press a key on the slider of the open picker, once. Raises ActRefused, and ``Gone``."""
        await run_act(self.tab, "chat_picker_focus")
        await self.tab.press(key, timeout=UNLIMITED)

    async def press_escape(self) -> None:
        """Press Escape, once. Raises ``Gone``."""
        await self.tab.press("Escape", timeout=UNLIMITED)

    async def insert(self, selector: str, *pieces: str) -> None:
        """Put the caret into the composer by a click, and type the pieces there. Raises ActRefused, and ``Gone``."""
        await self.tab.click(Target("chat_field", (selector,)))
        for piece in pieces:
            await self.tab.insert_text(piece, timeout=UNLIMITED)

    async def clear(self, selector: str) -> None:
        """Take out what stands in the composer as a person does: choose all of it, delete. Raises as ``insert``."""
        await self.tab.click(Target("chat_field", (selector,)))
        await self.tab.press("Control+A", timeout=UNLIMITED)
        await self.tab.press("Delete", timeout=UNLIMITED)

    async def inputs(self) -> Reading[tuple[FileInput, ...]]:
        """What takes files in the composer."""
        return await self.tab.look(INPUTS)

    async def refusals(self) -> Reading[Refusals]:
        """What the page says against files."""
        return await self.tab.look(REFUSALS)

    async def shares_disk(self, paths: Sequence[Path]) -> bool:
        """As ``handing.shares_disk``; the page is not touched."""
        return await shares_disk(self.tab, paths)

    async def attach(self, place: int, taker: FileInput, paths: Sequence[Path], *, by_path: bool) -> None:
        """Hand files to the input at this place: their paths, or their content where the browser has not our disk.

        Raises InputError for a file that cannot be read, ActRefused when none was handed over, and ``Gone``.
        """
        aim = Target("chat_input", (place, taker.accept))
        if by_path:
            await self.tab.set_files(aim, paths)
        else:
            await hand_content(self.tab, aim, paths)

    async def press_send(self, written: Written, last: Callable[[], Awaitable[None]] | None = None) -> None:
        """Press the composer's own Send, once, while the composer holds exactly ``written``.

        That is read by the very measure that aims the press, one round trip before the press itself; what somebody
        changes after that measure, within these few milliseconds, is sent as it is then, and the new message tells.
        ``last`` as for ``Tab.click``. Raises ActRefused when it was not pressed, and ``Gone``.
        """
        try:
            await self.tab.click(send_of(written), missing=MISSING, last=last)
        except ActRefused as error:
            if error.reason != "gone":
                raise
            why = "Send was not pressed: it is not there, or not with what the composer was seen to hold"
            raise ActRefused(why, reason="gone") from error

    async def press_stop(self) -> None:
        """Press the control that stops the answer, once. Raises ActRefused when it was not pressed, and ``Gone``."""
        await self.tab.click(STOP)

    async def press_continue(self, message_id: str) -> None:
        """Press what continues the answer that holds this message, once. Raises ActRefused when it was not pressed."""
        await self.tab.click(Target("chat_continue", (message_id,)), missing=MISSING)

    async def account(self) -> Reading[Account]:
        """Whose page it is, by the site's own session and not by what the page shows."""
        return await self.tab.look(ACCOUNT)

    async def record(self, conversation: str, message_id: str) -> Reading[RecordAnswer]:
        """What the conversation's record says of the answer to our message; read in the page, where its token stays."""
        limit = round(RECORD_LIMIT * 900)
        return await self.tab.look(self.provider.record, conversation, message_id, limit, timeout=RECORD_LIMIT)

    async def attached(self, conversation: str, message_id: str) -> Reading[tuple[Attached, ...]]:
        """Which files the record has with a message of ours; Unknown also while it has no such message."""
        limit = round(RECORD_LIMIT * 900)
        return await self.tab.look(self.provider.attached, conversation, message_id, limit, timeout=RECORD_LIMIT)

    async def said(self, conversation: str, message_id: str) -> Reading[str]:
        """What a message of ours says, by the record and as it was typed; Unknown also while it has no such message."""
        limit = round(RECORD_LIMIT * 900)
        return await self.tab.look(self.provider.said, conversation, message_id, limit, timeout=RECORD_LIMIT)

    async def copy(self, message_id: str, *, patience: float = 0.0) -> Reading[str]:
        """What the site's own copy button writes for the turn that holds this message; never the system's clipboard.

        A button that could not be pressed is tried again for ``patience`` seconds.
        """
        found = await copied(self.tab, Target("chat_copy", (message_id,)), patience=patience)
        return Known(self.provider.unmarked(found.value)) if isinstance(found, Known) else found

    def wakes(self) -> AbstractAsyncContextManager[Wakes]:
        """As ``Tab.wakes``."""
        return self.tab.wakes()


def elsewhere(place: Known[Place]) -> ChatObservation:
    """What is told of a page that is not the provider's."""
    none = Unknown(Reason.NO_ANCHOR, f"the tab is at {place.value.url}, which is not the provider's own")
    return ChatObservation(place, none, none, none, none, NOT_ASKED, none, none, none)


def turns_of(
    items: Reading[tuple[Item[Turn], ...]], progress: Reading[bool], loose: Reading[Loose | None]
) -> Reading[tuple[tuple[str, Turn], ...]]:
    """The conversation as it is told: the turns, the last of the assistant's with its progress, and among them an
    answer that stands outside of all turns, as a turn of its own. Not known unless all three are."""
    match items, progress, loose:
        case Known(listed), Known(live), Known(stray):
            turns = [(item.key, item.body) for item in listed]
        case _:
            return next(one for one in (items, progress, loose) if isinstance(one, Unknown))
    last = next((place for place in reversed(range(len(turns))) if turns[place][1].role == "assistant"), None)
    if live and last is not None:
        turns[last] = (turns[last][0], msgspec.structs.replace(turns[last][1], progress=True))
    if stray is not None:
        turns.insert(stray.place, (f"after {stray.after}", stray.turn))
    return Known(tuple(turns))
