"""Images and files of answers, asked for on a real page: when nothing is fetched, and coming back for them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.demosite import Scenario, Site, load_scenario, serve
from cdpwebai.errors import ArtifactsMissing
from cdpwebai.flows.outputs import Outputs
from cdpwebai.store import open_store
from tests.support.clicks import expect_clicks
from tests.support.scenarios import SCENARIOS

PROMPT = "Make two zips."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty one."""
    made = tmp_path / "saved"
    made.mkdir()
    return made


def with_image() -> Scenario:
    """Two files, and an image besides."""
    played = json.loads((SCENARIOS / "b52-files.json").read_text())
    image = {"at": 1.3, "do": "image", "file_id": "file_x", "width": 64, "height": 32}
    played["replies"][0].append(image)
    return load_scenario(json.dumps(played))


def got(site: Site) -> list[str]:
    """What was asked of the site but by the page's own images."""
    return [one.path for one in site.log.downloads if "file_x" not in one.path]


async def test_without_an_option_nothing_is_clicked_or_fetched(chromium: str) -> None:
    async with serve(with_image()) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            answer = await chat.ask(PROMPT, timeout=30)
        assert (answer.images, answer.files) == ((), ())
        assert (got(site), dict(site.log.clicks)) == ([], {"send": 1})


async def test_saving_clicks_nothing_more_and_asks_the_site_s_own_addresses_alone(chromium: str, folder: Path) -> None:
    async with serve(with_image()) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            answer = await chat.ask(PROMPT, timeout=30, outputs=Outputs(require_files=True, folder=folder))
        assert [one.name for one in (*answer.images, *answer.files)] == ["image-1.png", "first.zip", "second.zip"]
        await expect_clicks(site, {"send": 1})
        addresses = {path.partition("?")[0].rpartition("/")[2] for path in got(site)}
        assert addresses == {"download", "content"}
    assert sorted(os.listdir(folder)) == ["first.zip", "image-1.png", "second.zip"]


async def test_a_stored_answer_s_files_are_come_back_for_once(chromium: str, folder: Path) -> None:
    where, outputs = Where(cdp=chromium), Outputs(require_files=True, folder=folder)
    async with serve(with_image()) as site, open_store() as store:
        async with open_chat("demo", url=site.url, where=where) as chat:
            result = await chat.query(PROMPT, timeout=30)
        assert result.session_id is not None
        complete = await store.get(result.session_id)
        polled = await sessions.poll(store, complete, where, outputs=outputs)
        assert polled.answer.markdown == result.answer.markdown
        assert [one.name for one in polled.answer.files] == ["first.zip", "second.zip"]
        assert len(site.log.sends) == 1


async def test_files_that_were_saved_with_the_answer_are_not_fetched_again_and_spoilt_ones_are(
    chromium: str, folder: Path
) -> None:
    where, outputs = Where(cdp=chromium), Outputs(require_files=True, folder=folder)
    async with serve(with_image()) as site, open_store() as store:
        async with open_chat("demo", url=site.url, where=where) as chat:
            result = await chat.query(PROMPT, timeout=30, outputs=outputs)
        assert result.session_id is not None
        complete, before = await store.get(result.session_id), len(site.log.downloads)
        again = await sessions.poll(store, complete, Where(cdp="http://127.0.0.1:9"), outputs=outputs)
        assert (again.answer, len(site.log.downloads)) == (result.answer, before)
        (folder / "first.zip").write_bytes(b"spoilt")
        polled = await sessions.poll(store, complete, where, outputs=outputs)
        assert [one.name for one in polled.answer.files] == ["first-2.zip", "second-2.zip"]
    assert (folder / "first.zip").read_bytes() == b"spoilt"


async def test_files_that_are_required_of_a_stored_answer_and_are_gone_are_an_error_that_has_the_answer(
    chromium: str, folder: Path
) -> None:
    where, outputs = Where(cdp=chromium), Outputs(require_files=True, folder=folder)
    async with serve(load_scenario(SCENARIOS / "b53a-404.json")) as site, open_store() as store:
        async with open_chat("demo", url=site.url, where=where) as chat:
            result = await chat.query(PROMPT, timeout=30)
        assert result.session_id is not None
        with pytest.raises(ArtifactsMissing) as caught:
            await sessions.poll(store, await store.get(result.session_id), where, outputs=outputs)
        assert caught.value.answer.markdown == result.answer.markdown
        assert (await store.get(result.session_id)).status == "complete"
