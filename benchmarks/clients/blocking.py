"""What the two floors share: a loop without tasks, deadlines or types; nothing in Python could do less.

Not a client that anyone could use: one caller at a time, everything else in the way is ignored or raised.
"""

from __future__ import annotations

import itertools
import json
from abc import ABC, abstractmethod
from typing import Any

from benchmarks.measure import BINDING, Client

__all__ = ["BlockingClient", "flood"]


class BlockingClient(ABC):
    """A flat session over whatever carries messages."""

    def __init__(self) -> None:
        self._ids = itertools.count(1)
        self._session = ""

    @abstractmethod
    def send(self, messages: list[bytes]) -> None:
        """Write whole messages in one system call."""

    @abstractmethod
    def receive(self) -> list[bytes]:
        """Block for at least one whole message."""

    def attach(self, target_id: str) -> None:
        """Every later command goes to this target."""
        reply = self.call("Target.attachToTarget", {"targetId": target_id, "flatten": True})
        self._session = f',"sessionId":"{reply["sessionId"]}"'

    def command(self, method: str, params: dict[str, Any]) -> tuple[int, bytes]:
        """A command's id and its message."""
        number = next(self._ids)
        text = f'{{"id":{number},"method":"{method}","params":{json.dumps(params)}{self._session}}}'
        return number, text.encode()

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One command and its result; events on the way are dropped."""
        number, message = self.command(method, params)
        self.send([message])
        while True:
            for data in self.receive():
                reply = json.loads(data)
                if reply.get("id") == number:
                    result: dict[str, Any] = reply["result"]
                    return result

    async def evaluate(self, expression: str) -> object:
        reply = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        return reply["result"].get("value")

    async def count_events(self, emit: str, count: int) -> None:
        self.call("Runtime.enable", {})
        self.call("Runtime.addBinding", {"name": BINDING})
        self.send([self.command("Runtime.evaluate", {"expression": emit})[1]])
        seen = 0
        while seen < count:
            for data in self.receive():
                seen += json.loads(data).get("method") == "Runtime.bindingCalled"


async def flood(client: Client, calls: int, width: int) -> None:
    """Keep ``width`` evaluations in flight until ``calls`` are answered: each batch of answers sends the next batch."""
    assert isinstance(client, BlockingClient)
    params = {"expression": "1 + 1", "returnByValue": True}
    answered = sent = 0
    room = width
    while answered < calls:
        batch = [client.command("Runtime.evaluate", params)[1] for _ in range(min(room, calls - sent))]
        if batch:
            client.send(batch)
        sent += len(batch)
        room = sum("id" in json.loads(data) for data in client.receive())
        answered += room
