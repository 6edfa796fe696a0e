"""A tab in virtual time: opened or given up, its contexts told again, its dialogs answered."""

from __future__ import annotations

from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.errors import CallTimeout
from cdpwebai.page.dialogs import Dialog, DialogPolicy
from cdpwebai.page.tab import Tab
from tests.support.page_peer import SESSION, TOP, created, opened, refuse
from tests.support.peer import connected, event

pytestmark = pytest.mark.usefixtures("autojump_clock")


async def test_after_a_loss_of_events_the_contexts_are_told_again() -> None:
    async with opened() as (tab, peer):
        stopped = event("Page.frameStoppedLoading", SESSION, frameId=TOP)
        await peer.say(*[stopped] * 20_000)
        assert (await peer.next())["method"] == "Runtime.disable"
        assert tab.document is None
        await peer.answer({"id": peer.batches[-1][-1]["id"]})
        enable = await peer.next()
        assert enable["method"] == "Runtime.enable"
        await peer.say(created("main1"), created("ours1", tab.library.world))
        await peer.answer(enable)
        await trio.testing.wait_all_tasks_blocked()
        assert tab.document is not None
        assert tab.document.worlds.ours == "ours1"


@pytest.mark.parametrize("left", [0.0, -0.5])
async def test_whose_time_is_used_up_before_is_told_of_no_odd_number(left: float) -> None:
    async with connected() as (connection, peer):
        await peer.attach(SESSION)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(CallTimeout, match="did not react within 0 s") as late:
            async with Tab.open(connection.session(SESSION), timeout=left):
                raise AssertionError
        assert late.value.waited == 0
    async with opened() as (tab, _):
        with pytest.raises(CallTimeout, match="no value within 0 s"):
            await tab.evaluate("1", timeout=left)


async def test_a_tab_that_does_not_react_is_not_waited_for_for_ever() -> None:
    async with connected() as (connection, peer):
        await peer.attach(SESSION)
        await trio.testing.wait_all_tasks_blocked()
        with pytest.raises(CallTimeout, match="did not react within 4 s"):
            async with Tab.open(connection.session(SESSION), timeout=4):
                raise AssertionError("a tab that does not react cannot be opened")


@pytest.mark.parametrize(("policy", "accepted"), [(DialogPolicy(), False), (DialogPolicy(confirm=True), True)])
async def test_a_dialog_is_answered_at_once_and_kept(policy: DialogPolicy, accepted: bool) -> None:
    async with opened(dialogs=policy) as (tab, peer):
        since = trio.current_time()
        await peer.say(dialog("confirm", "Sure?"))
        answer = await peer.next()
        assert answer["method"] == "Page.handleJavaScriptDialog"
        assert answer["params"] == {"accept": accepted}
        assert trio.current_time() == since
        await refuse(peer, answer, "No dialog is showing")
        await peer.say(dialog("alert", "again"))
        assert (await peer.next())["params"] == {"accept": False}
        assert tab.dialogs == [Dialog("confirm", "Sure?", accepted), Dialog("alert", "again", accepted=False)]


def dialog(kind: str, message: str) -> dict[str, Any]:
    said = {"url": "http://a/", "frameId": TOP, "message": message, "type": kind, "hasBrowserHandler": True}
    return event("Page.javascriptDialogOpening", SESSION, **said)
