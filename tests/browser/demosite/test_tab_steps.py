"""The steps that no page can do by itself, done to our own client while it waits for the answer."""

from __future__ import annotations

import pytest

from cdpwebai.api.browsers import Where
from cdpwebai.errors import Gone, TargetClosed, TargetCrashed
from tests.support.scenarios import play
from tests.unit.demosite.support import answered, scenario, step


@pytest.mark.parametrize(("do_to", "told"), [("close", TargetClosed), ("crash", TargetCrashed)])
async def test_the_client_is_told_what_was_done_to_its_tab(chromium: str, do_to: str, told: type[Gone]) -> None:
    reply = [*answered("x")[:4], step(1, "tab", do_to=do_to), step(60, "bar")]
    run = await play(scenario(reply, ask={"prompt": "Hello?", "timeout": 30}), Where(cdp=chromium))
    assert isinstance(run.error, told)
    assert len(run.site.log.sends) == 1


async def test_a_client_whose_line_is_cut_finds_its_tab_again(chromium: str) -> None:
    reply = [*answered("x")[:4], step(1, "tab", do_to="cut"), step(3, "bar"), step(3, "record", state="finished")]
    run = await play(scenario(reply, ask={"prompt": "Hello?", "timeout": 30}), Where(cdp=chromium))
    assert run.error is None
    assert run.result is not None
    assert "reconnected" in run.result.warnings
    assert len(run.site.log.sends) == 1


async def test_a_client_whose_tab_is_left_alone_completes(chromium: str) -> None:
    reply = [*answered("x"), step(600, "tab", do_to="cut")]
    run = await play(scenario(reply, ask={"prompt": "Hello?", "timeout": 30}), Where(cdp=chromium))
    assert (run.status, run.error) == ("complete", None)
