"""The site's addresses, called without a socket and in virtual time."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import trio
import trio.testing

from cdpwebai.demosite.app import App
from cdpwebai.demosite.http import Digest, HttpError, Request, Response
from tests.unit.demosite.support import HOST, answered, app_for, click, get, post, said, scenario, send, step

RECORD = "/backend-api/conversation/conversation-1"


def booted(response: Response) -> dict[str, Any]:
    found = re.search(rb'<script type="application/json" id="boot">(.*?)</script>', response.body, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


async def bearer(app: App) -> dict[str, str]:
    token = said(await get(app, "/api/auth/session"))["accessToken"]
    return {"authorization": f"Bearer {token}"}


async def refused(app: App, request: Request) -> int:
    with pytest.raises(HttpError) as caught:
        await app.answer(request)
    return caught.value.status


async def test_the_page_holds_all_that_it_has_to_show() -> None:
    app = app_for(
        scenario(turns=[{"role": "user", "text": "</script><b>"}], site={"lang": "ko", "composer": "textarea"})
    )
    response = await get(app, "/")
    boot = booted(response)
    assert (response.status, response.content_type) == (200, "text/html; charset=utf-8")
    assert boot["view"]["turns"][0]["messages"][0]["text"] == "</script><b>"
    assert (boot["labels"]["send"], boot["site"]["composer"]["kind"]) == ("프롬프트 보내기", "textarea")
    assert (boot["site"]["surface"], boot["site"]["bar"]) == ("chat", "after")


@pytest.mark.parametrize("path", ["/", "/c/some-id", "/c/WEB:1", "/g/g-p-1/project", "/g/g-p-1/c/2"])
async def test_pages_are_where_the_live_site_has_them(path: str) -> None:
    assert booted(await get(app_for(scenario()), path))["missing"] is ("/c/" in path)


async def test_a_send_and_what_came_of_it_are_in_the_log() -> None:
    app = app_for(scenario(answered("x")))
    response = await send(app, "Hello?", path="/c/1", surface="chat")
    await click(app, "send")
    log = said(await get(app, "/__log"))
    assert said(response) == {"chat": "chat-1"}
    assert [(each["text"], each["path"], each["how"]) for each in log["sends"]] == [("Hello?", "/c/1", "click")]
    assert (log["clicks"], log["word"], log["failures"]) == ({"send": 1}, "word", [])


async def test_a_draft_is_gone_once_something_was_sent() -> None:
    app = app_for(scenario(answered("x"), site={"draft": "not sent yet"}))
    assert booted(await get(app, "/"))["site"]["draft"] == "not sent yet"
    await send(app)
    assert booted(await get(app, "/"))["site"]["draft"] == ""


async def test_the_session_has_a_user_and_a_token_for_whoever_is_logged_in() -> None:
    session = said(await get(app_for(scenario()), "/api/auth/session"))
    assert session["user"]
    assert session["accessToken"]


@pytest.mark.parametrize("login", ["guest", "out"])
async def test_for_all_others_the_session_is_null_and_nobody_is_known(login: str) -> None:
    app = app_for(scenario(site={"login": login}))
    assert said(await get(app, "/api/auth/session")) is None
    with pytest.raises(HttpError) as caught:
        await get(app, "/backend-api/me")
    assert caught.value.status == 401


async def test_who_is_logged_in_is_known() -> None:
    assert said(await get(app_for(scenario()), "/backend-api/me"))["id"]


async def test_who_is_logged_in_may_be_refused_while_the_session_tells() -> None:
    app = app_for(scenario(site={"me": 403}))
    assert said(await get(app, "/api/auth/session"))["user"]
    with pytest.raises(HttpError) as caught:
        await get(app, "/backend-api/me")
    assert caught.value.status == 403


async def test_the_record_is_served_to_the_bearer_of_the_token_alone() -> None:
    app = app_for(scenario(answered("Right.")))
    await send(app)
    good = await get(app, RECORD, await bearer(app))
    assert (good.status, said(good)["conversation_id"]) == (200, "conversation-1")
    assert (await get(app, RECORD)).status == 404
    assert (await get(app, RECORD, {"authorization": "Bearer wrong"})).status == 404
    assert (await get(app, RECORD + "x", await bearer(app))).status == 404


@pytest.mark.parametrize(("record", "status"), [("denied", 403), ("absent", 404)])
async def test_a_record_may_be_refused_or_not_there(record: str, status: int) -> None:
    app = app_for(scenario(answered("x"), site={"record": record}))
    await send(app)
    assert (await get(app, RECORD, await bearer(app))).status == status


async def test_a_slow_record_comes_after_its_seconds(autojump_clock: trio.testing.MockClock) -> None:
    app = app_for(scenario(answered("x"), site={"record": {"slow": 8}}))
    await send(app)
    start = trio.current_time()
    assert (await get(app, RECORD, await bearer(app))).status == 200
    assert trio.current_time() - start == 8.0


async def test_the_record_ends_with_the_session(autojump_clock: trio.testing.MockClock) -> None:
    app = app_for(scenario([*answered("x"), step(1, "gate", kind="logout")]))
    await send(app)
    token = await bearer(app)
    assert (await get(app, RECORD, token)).status == 200
    await trio.sleep(1)
    assert (await get(app, RECORD, token)).status == 404


@pytest.mark.parametrize(
    ("site", "holds"),
    [({"gate": "challenge"}, b"<title>Just a moment...</title>"), ({"login": "out"}, b"Welcome back")],
)
async def test_another_page_may_stand_in_the_chats_place(site: dict[str, str], holds: bytes) -> None:
    body = (await get(app_for(scenario(site=site)), "/c/1")).body
    assert holds in body
    assert b"page.js" not in body


@pytest.mark.parametrize(("kind", "holds"), [("challenge", b"Just a moment"), ("logout", b"Welcome back")])
async def test_a_gate_that_comes_replaces_the_page(kind: str, holds: bytes) -> None:
    app = app_for(scenario([step(0, "gate", kind=kind)]))
    assert b"page.js" in (await get(app, "/")).body
    await send(app)
    assert holds in (await get(app, "/")).body


async def test_a_healthy_page_may_carry_the_challenge_script() -> None:
    app = app_for(scenario(site={"gate": "challenge_script"}))
    body = (await get(app, "/")).body
    assert b'src="/cdn-cgi/challenge-platform/' in body
    assert b"page.js" in body
    assert (await get(app, "/cdn-cgi/challenge-platform/scripts/jsd/main.js")).status == 200
    assert b"challenge-platform" not in (await get(app_for(scenario()), "/")).body


async def test_the_strict_policy_is_sent_when_it_is_asked_for() -> None:
    policy = (await get(app_for(scenario(site={"csp": True})), "/")).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert (await get(app_for(scenario()), "/")).headers == {}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("page.js", "text/javascript; charset=utf-8"),
        ("page.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
    ],
)
async def test_assets_are_served_with_their_type(name: str, kind: str) -> None:
    response = await get(app_for(scenario()), f"/assets/{name}")
    assert response.body
    assert response.content_type.startswith(kind.partition(";")[0])


@pytest.mark.parametrize(
    "path",
    [
        "/assets/labels.json",
        "/assets/../app.py",
        "/assets/x/page.js",
        "/assets/",
        "/cdn-cgi/x",
        "/nowhere",
        "/cc",
        "/__logs",
    ],
)
async def test_nothing_else_is_there(path: str) -> None:
    assert await refused(app_for(scenario()), Request("GET", path, {}, {"host": HOST}, b"")) == 404


@pytest.mark.parametrize(
    ("method", "path"),
    [("POST", "/"), ("GET", "/backend-api/conversation"), ("PUT", "/__log"), ("GET", "/__click"), ("DELETE", "/c/1")],
)
async def test_a_method_that_an_address_does_not_take_is_refused(method: str, path: str) -> None:
    assert await refused(app_for(scenario()), Request(method, path, {}, {"host": HOST}, b"")) == 405


async def test_head_is_answered_where_get_is() -> None:
    assert (await app_for(scenario()).answer(Request("HEAD", "/", {}, {"host": HOST}, b""))).status == 200


@pytest.mark.parametrize("host", ["evil.example:8000", "127.0.0.1", "127.0.0.1:81", "", "localhost.evil.example:8000"])
async def test_a_foreign_host_is_refused(host: str) -> None:
    assert await refused(app_for(scenario()), Request("GET", "/", {}, {"host": host}, b"")) == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1:81", ""])
async def test_a_foreign_origin_is_refused_and_does_nothing(origin: str) -> None:
    app = app_for(scenario(answered("x")))
    with pytest.raises(HttpError) as caught:
        await post(app, "/__click", {"name": "send", "chat": "c", "trusted": True}, origin=origin)
    assert caught.value.status == 403
    assert app.site.log.clicks == {}


async def test_its_own_pages_origin_is_welcome() -> None:
    app = app_for(scenario())
    body = {"name": "send", "chat": "c", "trusted": True}
    assert (await post(app, "/__click", body, origin=f"http://{HOST}")).status == 204


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"text": "x"}',
        b'{"chat": "c", "text": "x", "path": "/", "how": "shout"}',
        b'{"chat": 1}',
        b"\xff",
    ],
)
async def test_a_send_that_is_not_one_is_refused_and_not_counted(body: bytes) -> None:
    app = app_for(scenario(answered("x")))
    assert await refused(app, Request("POST", "/backend-api/conversation", {}, {"host": HOST}, body)) == 400
    assert app.site.log.sends == []


async def test_a_file_is_taken_whole() -> None:
    app = app_for(scenario())
    query, headers = {"name": "a.txt", "pasted": ""}, {"host": HOST}
    request = Request("POST", "/backend-api/files", query, headers, b"", Digest.of(b"abc"))
    made = said(await app.answer(request))
    assert (made["name"], made["size"], made["pasted"]) == ("a.txt", 3, True)
    assert [each.id for each in app.site.log.uploads] == [made["id"]]
    assert await refused(app, Request("POST", "/backend-api/files", {}, {"host": HOST}, b"abc")) == 400


async def streamed(response: Response) -> list[dict[str, Any]]:
    """The messages of an event stream, each checked to have its number."""
    written: list[bytes] = []

    async def write(data: bytes) -> None:
        written.append(data)

    assert response.stream is not None
    await response.stream(write)
    events: list[dict[str, Any]] = []
    for event in b"".join(written).decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in event.split("\n"))
        events.append(json.loads(fields["data"]))
        assert fields["id"] == str(events[-1]["effects"])
    return events


async def test_events_come_until_all_was_played(autojump_clock: trio.testing.MockClock) -> None:
    app = app_for(scenario(answered("Right.", at=2)))
    await send(app)
    response = await get(app, "/__events", query="chat=chat-1&since=0")
    first, last = await streamed(response)
    assert response.content_type == "text/event-stream"
    assert (first["turns"], first["live"], last["live"]) == ([], True, False)
    assert [each["do"] for each in last["todo"]] == ["user_turn", "url"]


async def test_a_page_that_comes_back_is_told_what_it_missed() -> None:
    app = app_for(scenario([step(0, "remount"), step(0, "reload")]))
    await send(app)
    response = await get(app, "/__events", {"last-event-id": "1"}, query="chat=chat-1&since=0")
    (event,) = await streamed(response)
    assert [each["do"] for each in event["todo"]] == ["reload"]


async def test_a_number_that_is_none_is_refused() -> None:
    request = Request("GET", "/__events", {"chat": "c", "since": "-1"}, {"host": HOST}, b"")
    assert await refused(app_for(scenario()), request) == 400
