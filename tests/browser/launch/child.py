"""A program that launches a browser, says so in a line of JSON, and then does what its first argument says.

"wait" waits for ever; "raise" raises in a task beside the browser. The second argument is "pipe" or "port", the third,
where there is one, the name of a profile.
"""

from __future__ import annotations

import json
import signal
import sys

import trio

from cdpwebai.browser.browser import launch
from tests.browser.launch.support import profile_of


async def main(then: str, way: str, profile: str | None) -> None:
    async with launch(pipe=way == "pipe", profile=profile) as browser:
        assert browser.process is not None
        told = {"profile": str(profile_of(browser.process)), "pid": browser.process.pid}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        if then == "raise":
            async with trio.open_nursery() as nursery:
                nursery.start_soon(fail)
                await trio.sleep_forever()
        await trio.sleep_forever()


async def fail() -> None:
    raise RuntimeError("a task of the program's")


if __name__ == "__main__":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests under nohup ignores it for us, too
    trio.run(main, sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None)
