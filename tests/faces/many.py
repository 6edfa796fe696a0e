"""Asks ten prompts at once, as a user's own program would: ``python -m tests.faces.many URL CDP NAME``.

Each answer is told on a line of its own, as JSON: the prompt, the answer, the conversation's address, the session.
"""

from __future__ import annotations

import json
import sys

import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat

HOW_MANY = 10


async def ask(url: str, cdp: str, prompt: str) -> None:
    async with open_chat("demo", url=url, where=Where(cdp=cdp), timeout=90) as chat:
        result = await chat.query(prompt, timeout=100)
    told = {"prompt": prompt, "answer": result.answer.markdown, "url": result.url, "session": result.session_id}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


async def main(url: str, cdp: str, name: str) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(HOW_MANY):
            nursery.start_soon(ask, url, cdp, f"Prompt {number} of {name}")


if __name__ == "__main__":
    trio.run(main, sys.argv[1], sys.argv[2], sys.argv[3])
