"""A trace of a chat that was recorded with other page readers than the provider's present ones is told, by whichever
command it was made; one that was recorded with them is not."""

from __future__ import annotations

import pytest
import trio

from cdpwebai.page.library import base_library
from cdpwebai.providers import provider
from cdpwebai.records import Fence
from cdpwebai.store import open_store
from cdpwebai.trace import Header, Trace
from cdpwebai_cli.main import run_reported
from tests.unit.store.sessions import submission

SITE = "http://127.0.0.1:1/"
STALE = "was recorded with other page readers"

ASKING = (
    ("query", "--vendor", "demo", "--url", SITE, "--prompt", "Hi"),
    ("send", "--vendor", "demo", "--url", SITE, "--prompt", "Hi"),
    ("status", "--vendor", "demo", "--url", SITE),
    ("browser", "login", "--vendor", "demo", "--url", SITE),
    ("work", "send", "--prompt", "Hi", "--power", "3"),
)
COMING_BACK = (
    ("poll", "--session"),
    ("watch", "--session"),
    ("stop", "--session"),
    ("sessions", "reattach"),
    ("work", "poll", "--session"),
)


async def stored(surface: str) -> str:
    """The id of a session that was about to be sent."""
    async with open_store() as store:
        known = submission(
            vendor="demo", original_url=SITE, target_id="T", endpoint="ws://127.0.0.1:1", surface=surface
        )
        return (await store.create(known, Fence())).id


def told(command: tuple[str, ...], readers: str, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the command, on a trace that holds nothing but its header, says that the trace is stale."""
    trace = Trace(name="a.jsonl", header=Header(readers=readers, site=SITE), rows=(), closing=None)
    run_reported(command, replay=trace)
    return STALE in capsys.readouterr().err


@pytest.mark.parametrize("command", [*ASKING, *COMING_BACK], ids=" ".join)
def test_a_trace_of_a_chat_is_judged_by_the_providers_readers(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    if command in COMING_BACK:
        command = (*command, trio.run(stored, "work" if command[0] == "work" else "chat"))
    assert not told(command, provider("demo").library.hash, capsys)
    assert told(command, base_library().hash, capsys)
