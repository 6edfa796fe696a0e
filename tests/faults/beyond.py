"""A recorded browser that goes on where a fault takes its client off the recording.

A strict replay ends at the first act that is not the recording's next, and after a fault that would be most of them: a
click that is tried again, a tab that is closed early. Here such an act is answered as well as a recording can:

- one that the recording holds elsewhere gets the reply that it got there; one that comes before its turn waits for its
  turn a moment first, and nothing that would have followed it happens;
- one that it never holds is refused, but for input, which is taken and does nothing, and for closing, which succeeds;
- a look that was never asked is refused, so it is unknown.

The page itself stays the recording's: what it shows goes on with time as it was recorded. ``beyond`` counts what was
answered so. Beside ``trace.player``, whose rules hold for everything else.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from cdpwebai.trace import ReplayTransport, Trace
from cdpwebai.trace.looks import is_look, same, unnumbered
from cdpwebai.trace.player import Player
from cdpwebai.trace.recall import EPSILON, PATIENCE, find_samples
from cdpwebai.trace.score import Act, Arrival
from cdpwebai.trace.shapes import Json, decode_object, encode_json

__all__ = ["GoingOn"]

TAKEN: dict[str, Json] = {
    "Target.closeTarget": {"success": True},
    "Target.detachFromTarget": {},
    "Runtime.releaseObject": {},
    "Browser.close": {},
}
"""What a browser does for anybody at any time, and what it answers. Input is taken likewise."""


class GoingOn(ReplayTransport):
    """Plays one trace, once, and goes on beyond it."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self._player = self._beyond = _Beyond(trace)

    @property
    def beyond(self) -> int:
        """How many commands were answered that are not the recording's."""
        return self._beyond.count


class _Beyond(Player):
    def __init__(self, trace: Trace) -> None:
        super().__init__(trace)
        self.count = 0
        self._own: list[bytes] = []
        self._acts = [step for step in self._steps if isinstance(step, Act)]
        self._replies = {step.act: step.body for step in self._steps if isinstance(step, Arrival) and step.act}

    def hear(self, messages: Sequence[bytes], now: float) -> None:
        for message in messages:
            command = self._as_recorded(decode_object(message) or {})
            if self._is_recorded(command):
                super().hear([message], now)
            else:
                self._begin(now)
                self._last_heard = now
                self._answer(command)

    def due(self, now: float) -> list[bytes]:
        for early in [heard for heard in self._heard if now >= heard.at + PATIENCE - EPSILON]:
            self._heard.remove(early)
            self._waiting.pop(early.number, None)
            self._answer(early.command | {"id": early.number})
        due = super().due(now)
        own, self._own = self._own, []
        return [*due, *own]

    def next_due(self) -> float:
        return -math.inf if self._own else super().next_due()

    def _is_recorded(self, command: Json) -> bool:
        if is_look(command):
            samples = find_samples(self._looks, command)
            return any(sample.reply is not None for sample in samples)
        return any(same(unnumbered(act.command), unnumbered(command)) for act in self._to_come())

    def _answer(self, command: Json) -> None:
        """As the recording did elsewhere, else as any browser would."""
        self.count += 1
        known = (self._replies.get(act) for act in self._acts if same(unnumbered(act.command), unnumbered(command)))
        body = next((reply for reply in known if reply is not None), None) or _any_answer(command)
        self._own.append(encode_json(body | {"id": command.get("id", 0)}))


def _any_answer(command: Json) -> Json:
    method = command.get("method", "")
    session: Json = {"sessionId": command["sessionId"]} if "sessionId" in command else {}
    if method in TAKEN or method.startswith("Input."):
        return {"result": TAKEN.get(method, {})} | session
    return {"error": {"code": -32000, "message": "the recording does not hold this"}} | session
