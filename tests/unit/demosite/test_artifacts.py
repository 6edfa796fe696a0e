"""Images and files of answers on the demo site: who gets which bytes from which address."""

import json
from io import BytesIO
from typing import Any
from zipfile import BadZipFile, ZipFile

import pytest
import trio

from cdpwebai.demosite.app import App
from cdpwebai.demosite.http import HttpError
from tests.unit.demosite.support import app_for, get, said, scenario, send, step

PATH = "/mnt/data/result.zip"


async def made(**keys: Any) -> App:
    """A site whose answer has brought a file, and one image."""
    app = app_for(
        scenario(
            [
                step(0, "user_turn", id="u1"),
                step(0, "url", to="/c/conversation-1"),
                step(0, "assistant_turn", id="a1"),
                step(0, "text", md="Here:"),
                step(0, "file", path=PATH, **keys),
                step(0, "image", file_id="file_x", width=64, height=32),
            ]
        )
    )
    await send(app)
    return app


async def mint(app: App, *, message: str = "a1", token: str | None = None) -> tuple[int, Any]:
    headers = {"authorization": f"Bearer {token or app.site.token}"}
    path = "/backend-api/conversation/conversation-1/interpreter/download"
    response = await get(app, path, headers, query=f"message_id={message}&sandbox_path={PATH}")
    return response.status, json.loads(response.body)


async def content(app: App, **headers: str) -> tuple[int, bytes]:
    url = (await mint(app))[1]["download_url"]
    path, _, query = url.partition("?")
    response = await get(app, path, headers, query=query)
    return response.status, response.body


async def test_a_file_is_an_archive_of_its_entries(autojump_clock: trio.testing.MockClock) -> None:
    app = await made(entries={"a.txt": "one"})
    status, body = await content(app)
    assert (status, ZipFile(BytesIO(body)).read("a.txt")) == (200, b"one")


async def test_bytes_are_served_as_they_are_given(autojump_clock: trio.testing.MockClock) -> None:
    assert await content(await made(bytes_b64="AAEC")) == (200, b"\0\1\2")


async def test_where_a_file_is_is_told_to_who_has_the_token(autojump_clock: trio.testing.MockClock) -> None:
    assert (await mint(await made(), token="another"))[0] == 404


async def test_another_message_has_no_such_file(autojump_clock: trio.testing.MockClock) -> None:
    assert await mint(await made(), message="u1") == (200, {})


async def test_a_slow_file_is_to_be_asked_for_again(autojump_clock: trio.testing.MockClock) -> None:
    app = await made(serve="slow")
    assert await mint(app) == (200, {"status": "retry"})
    await trio.sleep(10)
    assert "download_url" in (await mint(app))[1]


async def test_a_file_may_be_gone_expired_or_a_page_in_its_place(autojump_clock: trio.testing.MockClock) -> None:
    assert (await mint(await made(serve="404")))[0] == 404
    assert (await content(await made(serve="403")))[0] == 403
    assert (await content(await made(serve="html")))[1].startswith(b"<!DOCTYPE html>")
    assert await content(await made(serve="empty")) == (200, b"")


async def test_an_archive_may_be_cut_or_hostile(autojump_clock: trio.testing.MockClock) -> None:
    with pytest.raises(BadZipFile):
        ZipFile(BytesIO((await content(await made(serve="cut")))[1]))
    slip = ZipFile(BytesIO((await content(await made(serve="slip")))[1]))
    assert "../outside.txt" in slip.namelist()
    bomb = (await content(await made(serve="bomb")))[1]
    assert ZipFile(BytesIO(bomb)).infolist()[0].file_size > 500 * len(bomb)


async def test_an_image_has_the_size_that_the_scenario_says_and_its_preview_a_smaller_one(
    autojump_clock: trio.testing.MockClock,
) -> None:
    app = await made()
    whole = await get(app, "/backend-api/estuary/content", query="id=file_x")
    preview = await get(app, "/backend-api/estuary/content", query="id=file_x&p=preview")
    assert [int.from_bytes(one.body[16:20], "big") for one in (whole, preview)] == [64, 8]


async def test_pages_of_other_sites_get_nothing(autojump_clock: trio.testing.MockClock) -> None:
    with pytest.raises(HttpError) as refused:
        await content(await made(), **{"sec-fetch-site": "cross-site"})
    assert refused.value.status == 403


async def test_each_request_is_logged(autojump_clock: trio.testing.MockClock) -> None:
    app = await made(serve="403")
    await content(app)
    told = said(await get(app, "/__log"))["downloads"]
    assert [(one["path"].partition("?")[0].rpartition("/")[2], one["status"]) for one in told] == [
        ("download", 200),
        ("content", 403),
    ]


async def test_a_button_does_not_tell_the_path_of_its_file_and_a_link_does(
    autojump_clock: trio.testing.MockClock,
) -> None:
    shown = [
        (await made(**{"as": shape})).site.open("/c/conversation-1").view["turns"][1]["messages"][0]["html"]
        for shape in ("button", "link", "text")
    ]
    assert "result.zip</button>" in shown[0]
    assert PATH not in shown[0]
    assert f'href="sandbox:{PATH}"' in shown[1]
    assert PATH in shown[2]
    assert "href" not in shown[2]
