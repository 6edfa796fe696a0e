"""What other commands do with a task of Work: they tell of it and wait for it, and none of them acts on it."""

from __future__ import annotations

import pytest
import trio

from cdpwebai.errors import ProviderError
from cdpwebai.records import Fence
from cdpwebai.store import open_store
from cdpwebai_cli.main import run_command
from tests.manifest import proves
from tests.unit.store.sessions import submission

NOWHERE = ("--cdp", "http://127.0.0.1:9")


@pytest.fixture
def task() -> str:
    """The id of a task that is about to be sent."""

    async def stored() -> str:
        async with open_store() as store:
            known = submission(surface="work", response_contract="work", power=4, speed="fast")
            return (await store.create(known, Fence())).id

    return trio.run(stored)


@pytest.mark.parametrize("command", [("stop",), ("query", "--prompt", "More.")])
@proves("seed000.two-doors")
def test_a_command_of_chats_does_not_act_on_a_task_and_touches_no_browser(task: str, command: tuple[str, ...]) -> None:
    with pytest.raises(ProviderError) as caught:
        run_command((*command, "--session", task, *NOWHERE))
    assert caught.value.error_code == "capability.unsupported"
    assert caught.value.page_may_have_changed is False


def test_a_task_is_shown_as_one_with_what_was_asked_for(task: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_command(("sessions", "show", task))
    assert "task of Work: power 4, speed fast" in capsys.readouterr().out
    run_command(("sessions", "list"))
    assert "chatgpt   work  2+2?" in capsys.readouterr().out
