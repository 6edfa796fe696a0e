"""Images and files that a site gives wrongly or not at all, in each way that an answer brings them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import open_chat
from cdpwebai.browser.browser import attach
from cdpwebai.demosite import Scenario, Site, load_scenario, serve
from cdpwebai.errors import ArtifactsMissing, ProviderError
from cdpwebai.flows.outputs import Outputs
from tests.manifest import proves

CODES = {"404": "not-found", "403": "expired", "html": "page", "cut": "cut", "empty": "empty"}
SHAPES = ("link", "button", "text")
DELIVERIES = ("img", "button")
TEXT = "Here they are:"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty one."""
    made = tmp_path / "saved"
    made.mkdir()
    return made


def scenario(steps: list[dict[str, Any]], **site: Any) -> Scenario:
    """An answer that brings these."""
    begun: list[dict[str, Any]] = [
        {"at": 0.05, "do": "user_turn"},
        {"at": 0.1, "do": "url", "to": "/c/3d2a1b84-9e9d-4f0e-8f55-3bb0a1c86f07"},
        {"at": 0.1, "do": "assistant_turn"},
        {"at": 0.15, "do": "text", "md": f"{TEXT}\n\n"},
    ]
    ended = [{"at": 0.3, "do": "bar"}, {"at": 0.3, "do": "record", "state": "finished"}]
    page = {"schema": 1, "name": "not-had", "site": site, "replies": [[*begun, *steps, *ended]]}
    return load_scenario(json.dumps(page))


def files(serves: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """One of each shape."""
    for serve_as in serves:
        for shape in SHAPES:
            path = f"/mnt/data/{serve_as}-{shape}.zip"
            yield {"at": 0.2, "do": "file", "path": path, "as": shape, "serve": serve_as, "entries": {"a": path}}
            yield {"at": 0.2, "do": "text", "md": "\n\n"}


def images(serves: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """One of each delivery."""
    for serve_as in serves:
        for delivery in DELIVERIES:
            made = {"file_id": f"file_{serve_as}_{delivery}", "width": 40, "height": 30}
            yield {"at": 0.2, "do": "image", **made, "delivery": delivery, "serve": serve_as}


async def clicked(site: Site, clicks: dict[str, int]) -> None:
    """The site has counted these; the page tells it of each in its own time."""
    with trio.move_on_after(10):
        await site.wait_logged(lambda log: dict(log.clicks) == clicks)
    assert dict(site.log.clicks) == clicks


@proves("report.B53", "report.G2", "oracle.F2", "oracle.F8")
async def test_each_is_told_beside_the_answer_by_its_reason_and_what_is_good_is_saved(
    chromium: str, folder: Path
) -> None:
    serves = ("ok", *CODES)
    async with serve(scenario([*files(serves), *images(serves)])) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            result = await chat.query("Make them.", timeout=60, outputs=Outputs(folder=folder))
            await clicked(site, {"send": 1})
    answer = result.answer
    assert answer.markdown.startswith(TEXT)
    told = {(error.kind, error.name): error.code.removeprefix("artifact.") for error in answer.artifact_errors}
    assert told == {
        **{("file", f"{way}-{shape}.zip"): code for way, code in CODES.items() for shape in SHAPES},
        **{("image", f"file_{way}_{delivery}"): code for way, code in CODES.items() for delivery in DELIVERIES},
    }
    assert {"image-not-saved", "file-not-saved"} <= set(result.warnings)
    good = [*(f"ok-{shape}.zip" for shape in SHAPES), "image-1.png", "image-2.png"]
    assert sorted(os.listdir(folder)) == sorted(good)


@pytest.mark.parametrize(("delivery", "way"), [("img", "403"), ("button", "cut")])
@proves("ref.F1.Z1", "report.B53")
async def test_an_image_that_was_asked_for_and_is_spoilt_is_an_error_with_the_answer(
    chromium: str, folder: Path, delivery: str, way: str
) -> None:
    spoilt = [step for step in images((way,)) if step["delivery"] == delivery]
    async with (
        serve(scenario(spoilt)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        with pytest.raises(ArtifactsMissing) as caught:
            await chat.query("Draw.", timeout=60, outputs=Outputs(image=folder / "out.png"))
    assert [error.code for error in caught.value.answer.artifact_errors] == [f"artifact.{CODES[way]}"]
    assert caught.value.answer.markdown.startswith(TEXT)
    assert os.listdir(folder) == []


HISTORY = [{"id": "9ea3303a-7b84-5f43-b997-f42b66728f22", "title": "How to archive things"}]


@pytest.mark.parametrize("required", [False, True])
@proves("report.B58")
async def test_what_lacks_a_file_is_not_archived_and_its_tab_stays_for_who_comes_back(
    chromium: str, folder: Path, required: bool
) -> None:
    """The prompt and a conversation beside it speak of archives."""
    outputs = Outputs(require_files=required, folder=folder)
    async with serve(scenario([*files(("404",)), *files(("ok",))], history=HISTORY)) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            with suppress(ArtifactsMissing):
                await chat.query("Archive my notes.", timeout=60, outputs=outputs)
            for policy in ("auto", "always"):
                with pytest.raises(ProviderError, match="not everything that was asked for is saved"):
                    await chat.archive(policy=policy)
            await clicked(site, {"send": 1})
            tab = chat.page.tab.cdp
        assert os.listdir(folder) == [] if required else ["ok-button.zip", "ok-link.zip", "ok-text.zip"]
        async with attach(chromium) as browser:
            assert tab.target_id in [one.target_id for one in await browser.tabs()]
            await browser.connection.root.call("Target.closeTarget", targetId=tab.target_id)


@proves("report.B58")
async def test_what_has_all_that_was_asked_for_is_archived_and_its_tab_is_closed(chromium: str, folder: Path) -> None:
    async with serve(scenario([*files(("ok",))], history=HISTORY)) as site:
        async with open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat:
            await chat.query("Archive my notes.", timeout=60, outputs=Outputs(require_files=True, folder=folder))
            await chat.archive(policy="auto")
            await clicked(site, {"send": 1, "options": 1, "archive": 1})
            tab = chat.page.tab.cdp
        async with attach(chromium) as browser:
            assert tab.target_id not in [one.target_id for one in await browser.tabs()]
