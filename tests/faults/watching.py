"""Looks over a client's shoulder: which acts it asked for, and what it was shown since.

A transport over another one, the outermost: what passes here is what the client itself says and hears.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from cdpwebai.trace.looks import name_scripts, question_in
from cdpwebai.trace.shapes import Json, decode_object, is_list, is_object
from cdpwebai.transport.base import Transport

__all__ = ["CONTINUE", "FAST", "RADIO", "SEND", "STOP", "Watch"]

SEND, STOP, CONTINUE, RADIO, FAST = "chat_send", "chat_stop", "chat_continue", "work_radio", "work_fast"
"""The readers that find these controls: a press goes where the last measure before it was taken."""


class Watch:
    """Counts presses by what they are aimed at, and Enter keys. ``composer`` is what the page was last seen to hold
    there since Send was pressed, None when that was not seen; ``received`` all that came; ``on_send`` is called before
    Send is pressed. ``steps``: how many steps of a slider were asked for to the right; ``chosen``: the surface and, in
    Work, the model and effort that the page was last seen to be on when Send was pressed, ``chips`` the files that it
    was last seen to hold then; ``began``: as which it was first seen in Work. ``handed``: how many files were given to
    its inputs, each time.
    """

    def __init__(self, inner: Transport, on_send: Callable[[], None]) -> None:
        self.presses: Counter[str] = Counter()
        self.enters = 0
        self.steps = 0
        self.chosen: tuple[str, ...] = ()
        self.began: tuple[str, ...] = ()
        self.chips: tuple[str, ...] | None = None
        self.handed: list[int] = []
        self.received: list[bytes] = []
        self.composer: str | None = None
        self._inner = inner
        self._on_send = on_send
        self._aim = ""
        self._shown: tuple[str, ...] = ()
        self._chips: tuple[str, ...] | None = None
        self._at_input = False

    async def send(self, messages: Sequence[bytes]) -> None:
        """Note what is asked for, and pass it on."""
        for message in messages:
            self._note(name_scripts(decode_object(message) or {}))
        await self._inner.send(messages)

    async def receive(self) -> Sequence[bytes]:
        """Pass on what comes, and note what it shows."""
        messages = await self._inner.receive()
        self.received += messages
        for message in messages:
            self._see(decode_object(message))
        return messages

    async def aclose(self) -> None:
        """Close what is below."""
        await self._inner.aclose()

    def _note(self, command: Json) -> None:
        params: Json = command.get("params") or {}
        question = question_in(command)
        if question is not None and question.reader == "hit":
            self._aim = question.args[0].get("reader", "")
        elif question is not None and question.reader == "chosen_files":
            self._at_input = True  # one of the page's own: what it holds is read right before it is given more
        elif command.get("method") == "DOM.setFileInputFiles" and self._at_input:
            self.handed.append(len(params["files"]))
            self._at_input = False
        elif params.get("type") == "mousePressed":
            self.presses[self._aim] += 1
            if self._aim == SEND:
                self.composer, self.chosen, self.chips = None, self._shown, self._chips
                self._on_send()
        elif command.get("method") == "Input.dispatchKeyEvent" and params.get("type") != "keyUp":
            self.enters += params.get("key") == "Enter"
            self.steps += {"ArrowRight": 1, "ArrowLeft": -1}.get(params.get("key", ""), 0)

    def _see(self, body: Json | None) -> None:
        """An observation's composer, files, surface and picker; what could not be read is not seen."""
        fields = _inside(body, "result", "result", "value", "value", "fields")
        if not is_object(_inside(fields, "composer")):
            return
        text = _inside(fields, "composer", "value", "text")
        self.composer = text if isinstance(text, str) else None
        chips = _inside(fields, "chips", "value")
        self._chips = tuple(map(str, chips)) if is_list(chips) else None
        label = ("work_picker", "value", "label")
        told = [
            _inside(fields, *path) for path in (("surface", "value", "active"), (*label, "model"), (*label, "effort"))
        ]
        self._shown = tuple(one for one in told if isinstance(one, str))
        self.began = self.began or (self._shown if len(self._shown) == len(told) else ())


def _inside(value: object, *names: str) -> object:
    for name in names:
        if not is_object(value) or is_list(value):
            return None
        value = value.get(name)
    return value
