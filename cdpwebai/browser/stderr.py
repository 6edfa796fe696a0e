"""What the browser says on its stderr: the last of it for an error's text, and the address that it listens at.

Row 3, pure. ``process`` feeds it.
"""

from __future__ import annotations

import re

__all__ = ["TAIL_BYTES", "Stderr"]

TAIL_BYTES = 4096
LISTENING = re.compile(rb"^DevTools listening on (ws://\S+)\r?\n", re.MULTILINE)


class Stderr:
    """Keeps the last TAIL_BYTES of what was fed, however it was cut into pieces, and the first address in it."""

    def __init__(self) -> None:
        self.address: str | None = None
        self._tail = b""

    def feed(self, piece: bytes | bytearray) -> None:
        """Take the next piece of output."""
        said = self._tail + piece
        if self.address is None and (match := LISTENING.search(said)):
            self.address = match[1].decode()
        self._tail = said[-TAIL_BYTES:]

    @property
    def tail(self) -> str:
        """The last lines, whole ones where the beginning was dropped; "" when nothing was said."""
        lines = self._tail.decode(errors="replace").strip().splitlines()
        cut = len(self._tail) == TAIL_BYTES and len(lines) > 1
        return "\n".join(lines[1:] if cut else lines)
