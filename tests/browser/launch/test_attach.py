"""Joining a browser that runs already: by address, or by the file that its profile holds."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import trio

from cdpwebai.browser.attach import ActivePort, parse_active_port
from cdpwebai.browser.browser import attach
from cdpwebai.errors import InputError, Unreachable
from tests.manifest import proves

STRANGER = "/devtools/browser/00000000-0000-4000-8000-000000000000"


def port_of(address: str) -> int:
    port = urlsplit(address).port
    assert port is not None
    return port


def leave_file(profile: Path, port: int, path: str) -> str:
    """The file as Chromium 156 writes it: two lines, no line break at the end."""
    profile.mkdir(exist_ok=True)
    (profile / "DevToolsActivePort").write_text(f"{port}\n{path}")
    return str(profile)


@dataclass
class Door:
    """A browser whose user is asked for consent: 404 on all /json paths, and the WebSocket where one knows its path."""

    port: int
    hand_shakes: int = 0
    consent: trio.Event = field(default_factory=trio.Event)


@pytest.fixture
async def door(chromium: str) -> AsyncIterator[Door]:
    """Such a door before the real Chromium; consent is given unless a test takes it back."""
    listener = (await trio.open_tcp_listeners(0, host="127.0.0.1"))[0]
    port: int = listener.socket.getsockname()[1]
    door = Door(port)
    door.consent.set()

    async def guard(visitor: trio.SocketStream) -> None:
        request = await visitor.receive_some()
        if request.startswith(b"GET /json"):
            await visitor.send_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            return
        door.hand_shakes += 1
        await door.consent.wait()
        async with await trio.open_tcp_stream("127.0.0.1", port_of(chromium)) as inside, trio.open_nursery() as nursery:
            await inside.send_all(request)
            nursery.start_soon(pump, visitor, inside)
            await pump(inside, visitor)
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, guard, [listener])
        yield door
        nursery.cancel_scope.cancel()


async def pump(source: trio.SocketStream, sink: trio.SocketStream) -> None:
    try:
        async for piece in source:
            await sink.send_all(piece)
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return


@proves("report.A16", "oracle.I14", "oracle.I16")
@pytest.mark.parametrize("form", ["ws://127.0.0.1:{port}{path}", "http://127.0.0.1:{port}", "{port}"])
async def test_a_joined_browser_answers_and_lives_on(chromium: str, form: str) -> None:
    endpoint = form.format(port=port_of(chromium), path=urlsplit(chromium).path)
    for _ in range(2):
        async with attach(endpoint) as browser:
            assert (await browser.version()).product.startswith("Chrome/")
            assert browser.process is None


async def test_no_proxy_of_the_environment_stands_before_it(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with attach(str(port_of(chromium))) as browser:
        assert (await browser.version()).product


async def test_a_profile_folder_leads_to_the_browser_that_runs_on_it(chromium: str, tmp_path: Path) -> None:
    async with attach(leave_file(tmp_path, port_of(chromium), urlsplit(chromium).path)) as browser:
        assert (await browser.version()).product


@proves("report.A14")
async def test_a_file_that_names_a_closed_port_is_a_leftover(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="leftover") as caught:
        async with attach(leave_file(tmp_path, 9, STRANGER)):
            raise AssertionError
    assert str(tmp_path / "DevToolsActivePort") in caught.value.message
    assert caught.value.exit_code == 5


@proves("report.A14")
async def test_a_file_that_names_another_browsers_port_never_leads_to_that_browser(
    chromium: str, tmp_path: Path
) -> None:
    with pytest.raises(Unreachable, match="runs another browser") as caught:
        async with attach(leave_file(tmp_path, port_of(chromium), STRANGER)):
            raise AssertionError
    assert "Chrome/" in caught.value.message


@proves("report.A14")
async def test_a_stranger_that_tells_nothing_of_itself_is_not_joined_either(door: Door, tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="cannot be joined"):
        async with attach(leave_file(tmp_path, door.port, STRANGER)):
            raise AssertionError


@proves("report.A13", "oracle.I13", "oracle.I15")
async def test_behind_consent_the_file_alone_leads_in_with_one_hand_shake_for_everything(
    chromium: str, door: Door, tmp_path: Path
) -> None:
    async with attach(leave_file(tmp_path, door.port, urlsplit(chromium).path)) as browser:
        sessions = [await browser.new_session(background=True) for _ in range(3)]
        for session in sessions:
            assert session.target_id is not None
            await browser.close_tab(session.target_id)
    assert door.hand_shakes == 1


@proves("report.A13", "oracle.I12")
async def test_a_hand_shake_that_waits_for_a_person_says_so_and_is_not_tried_again(
    chromium: str, door: Door, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    door.consent = trio.Event()
    profile = leave_file(tmp_path, door.port, urlsplit(chromium).path)
    with caplog.at_level(logging.WARNING, "cdpwebai.browser"):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_consent_when_asked_for, door, caplog)
            async with attach(profile) as browser:
                assert (await browser.version()).product
    assert f"look at the browser on {tmp_path}" in caplog.text
    assert door.hand_shakes == 1


async def _consent_when_asked_for(door: Door, caplog: pytest.LogCaptureFixture) -> None:
    while "waiting for consent" not in caplog.text:  # noqa: ASYNC110 - a log has no event
        await trio.sleep(0.05)
    door.consent.set()


async def test_a_quick_hand_shake_speaks_of_no_consent(
    chromium: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with attach(leave_file(tmp_path, port_of(chromium), urlsplit(chromium).path)):
        assert "consent" not in caplog.text


async def test_a_folder_without_the_file_says_how_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match="remote debugging"):
        async with attach(str(tmp_path)):
            raise AssertionError


@pytest.mark.parametrize(
    "text", ["", "9222", "9222\n", "x\n/devtools/browser/a", "1\n/elsewhere", "1\n/devtools/browser/a\nb"]
)
def test_a_file_that_is_no_port_and_path_is_not_believed(text: str) -> None:
    assert parse_active_port(text) is None


def test_the_file_is_a_port_and_a_path() -> None:
    assert parse_active_port(f"9222\n{STRANGER}") == ActivePort(9222, STRANGER)


async def test_a_file_of_another_shape_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "DevToolsActivePort").write_text("9222")
    with pytest.raises(Unreachable, match="does not hold a port and a path"):
        async with attach(str(tmp_path)):
            raise AssertionError


async def test_what_is_no_endpoint_is_bad_input() -> None:
    with pytest.raises(InputError):
        async with attach("my browser"):
            raise AssertionError
