"""The site on a real loopback port, asked by an h11 client."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

import h11
import pytest
import trio

from cdpwebai.demosite import Site, load_builtin, serve
from cdpwebai.errors import InputError
from tests.manifest import proves
from tests.unit.demosite.support import answered, scenario, step

LIMIT = 20.0
"""Seconds after which a test is called hung; none takes a second."""


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


async def connect(site: Site) -> trio.SocketStream:
    host, _, port = site.url.removeprefix("http://").rstrip("/").rpartition(":")
    return await trio.open_tcp_stream(host.strip("[]"), int(port))


async def ask(
    site: Site, path: str, *, method: str = "GET", body: bytes = b"", headers: dict[str, str] | None = None
) -> Answer:
    """One request on a connection of its own; a stream is read to its end."""
    with trio.fail_after(LIMIT):
        async with await connect(site) as stream:
            client = h11.Connection(h11.CLIENT)
            known = {
                "Host": site.url.removeprefix("http://").rstrip("/"),
                "Content-Length": str(len(body)),
                **(headers or {}),
            }
            request = h11.Request(method=method, target=path, headers=list(known.items()))
            for event in (request, h11.Data(data=body), h11.EndOfMessage()):
                await stream.send_all(client.send(event) or b"")
            return await _read(client, stream)


async def _read(client: h11.Connection, stream: trio.SocketStream) -> Answer:
    status, headers, parts = 0, dict[str, str](), list[bytes]()
    while True:
        event = client.next_event()
        if event is h11.NEED_DATA:
            client.receive_data(bytes(await stream.receive_some()))
        elif isinstance(event, h11.Response):
            status = event.status_code
            headers = {bytes(name).decode(): bytes(value).decode() for name, value in event.headers}
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
        else:
            return Answer(status, headers, b"".join(parts))


async def send(site: Site, text: str) -> Answer:
    body = json.dumps({"chat": "chat-1", "text": text, "path": "/", "how": "click"}).encode()
    return await ask(site, "/backend-api/conversation", method="POST", body=body)


async def test_the_page_its_assets_and_the_log_are_there() -> None:
    async with serve(load_builtin("hello")) as site:
        page, script, log = [await ask(site, path) for path in ("/", "/assets/page.js", "/__log")]
    assert page.status == script.status == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert log.json["word"] == site.word
    assert log.json["sends"] == []


async def test_a_prompt_is_answered_and_the_drawn_word_is_in_the_answer() -> None:
    async with serve(scenario(answered("The word is {{word}}."))) as site:
        await send(site, "What is the word?")
        events = await ask(site, "/__events?chat=chat-1&since=0")
    assert [each.text for each in site.log.sends] == ["What is the word?"]
    assert f"The word is {site.word}." in events.body.decode()


async def test_the_word_may_be_given() -> None:
    async with serve(load_builtin("hello"), word="plum") as site:
        assert site.word == "plum"


@pytest.mark.parametrize("headers", [{"Host": "evil.example"}, {"Origin": "http://evil.example"}, {"Origin": "null"}])
@proves("demosite.loopback")
async def test_whoever_is_not_its_own_page_is_refused(headers: dict[str, str]) -> None:
    async with serve(scenario()) as site:
        assert (await ask(site, "/", headers=headers)).status == 403
        assert (await ask(site, "/")).status == 200


async def test_no_other_site_may_read_the_answers() -> None:
    async with serve(scenario()) as site:
        answer = await ask(site, "/__log")
    assert [name for name in answer.headers if name.startswith("access-control")] == []


@pytest.mark.parametrize(
    "garbage", [b"\x00\xff\r\n\r\n", b"GET / HTTP/1.1\r\nHost", b"", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nx"]
)
async def test_it_stays_up_whatever_is_sent(garbage: bytes) -> None:
    async with serve(scenario()) as site:
        async with await connect(site) as stream:
            if garbage:
                await stream.send_all(garbage)
        assert (await ask(site, "/")).status == 200
    assert site.log.failures == []


async def test_a_client_that_says_nothing_keeps_nobody_waiting() -> None:
    with trio.fail_after(LIMIT):
        async with serve(scenario()) as site, await connect(site):
            assert (await ask(site, "/")).status == 200


async def test_it_closes_with_the_block_even_while_a_page_follows() -> None:
    with trio.fail_after(LIMIT):
        async with serve(scenario([step(3600, "user_turn")])) as site:
            await send(site, "Hello?")
            stream = await connect(site)
            await stream.send_all(f"GET /__events?chat=chat-1 HTTP/1.1\r\nHost: {site.url[7:-1]}\r\n\r\n".encode())
            await stream.receive_some()
        while await stream.receive_some():
            pass
        await stream.aclose()
        with pytest.raises(OSError, match="connect"):
            await connect(site)


async def test_it_closes_when_it_is_cancelled() -> None:
    sites: list[Site] = []
    with trio.CancelScope() as scope:
        async with serve(scenario()) as site:
            sites.append(site)
            scope.cancel()
            await trio.sleep_forever()
    with pytest.raises(OSError, match="connect"):
        await connect(sites[0])


async def test_what_the_block_raises_comes_out_as_it_is() -> None:
    with pytest.raises(LookupError, match="mine"):
        async with serve(scenario()):
            raise LookupError("mine")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "[::1]"])
async def test_it_listens_on_this_machine(host: str) -> None:
    async with serve(scenario(), host=host) as site:
        assert (await ask(site, "/")).status == 200


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.com", ""])
@proves("demosite.loopback")
async def test_any_other_host_is_refused(host: str) -> None:
    with pytest.raises(InputError, match="on this machine only"):
        async with serve(scenario(), host=host):
            raise AssertionError("it listens")


@pytest.mark.parametrize("port", [-1, 70_000])
async def test_a_port_that_cannot_be_is_refused(port: int) -> None:
    with pytest.raises(InputError, match=f"cannot listen at 127.0.0.1 port {port}"):
        async with serve(scenario(), port=port):
            raise AssertionError("it listens")


async def test_a_port_that_is_taken_is_refused() -> None:
    async with serve(scenario()) as site:
        with pytest.raises(InputError, match="cannot listen"):
            async with serve(scenario(), port=int(site.url[:-1].rpartition(":")[2])):
                raise AssertionError("it listens")


async def test_tab_steps_are_done_by_whoever_holds_the_browser() -> None:
    done: list[str] = []
    called = trio.Event()

    async def on_tab_step(what: Literal["close", "crash", "cut"]) -> None:
        done.append(what)
        called.set()

    with trio.fail_after(LIMIT):
        async with serve(scenario([step(0, "tab", do_to="cut")]), on_tab_step=on_tab_step) as site:
            await send(site, "Hello?")
            await called.wait()
    assert done == ["cut"]


async def test_tab_steps_that_nobody_can_do_are_refused() -> None:
    with pytest.raises(InputError, match="on_tab_step"):
        async with serve(scenario([step(0, "tab", do_to="cut")])):
            raise AssertionError("it plays")
