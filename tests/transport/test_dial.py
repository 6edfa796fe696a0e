"""The byte stream to an address: proxies of the environment, TLS with a certificate made here, what fails and how."""

from __future__ import annotations

import ssl
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from cdpwebai.errors import Unreachable
from cdpwebai.transport.endpoint import fetch_version
from cdpwebai.transport.websocket import connect_websocket
from tests.manifest import proves
from tests.transport.peers import Peer, http_peer, open_peer, read_request, tcp_peer, websocket_peer
from tests.transport.test_endpoint import version_reply

SECRET = "very-secret-token"


async def echo(peer: Peer) -> None:
    while True:
        await peer.send([await peer.receive_one()])


async def check_echo(url: str) -> None:
    transport = await connect_websocket(url)
    await transport.send([b"x" * 100_000])
    assert await transport.receive() == [b"x" * 100_000]
    await transport.aclose()


async def closed_port() -> int:
    async with http_peer(b"") as (port, _):
        return port


@proves("report.A08")
@pytest.mark.parametrize("proxy", ["http://127.0.0.1:{}", "socks5://127.0.0.1:{}", "nonsense://"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_no_proxy_of_the_environment_touches_loopback(
    proxy: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, proxy.format(await closed_port()))
    async with http_peer(version_reply()) as (port, _):
        assert (await fetch_version(f"http://{host}:{port}")).protocol == "1.3"
    async with websocket_peer(echo) as url:
        await check_echo(url.replace("127.0.0.1", host))


@asynccontextmanager
async def connect_proxy(status: bytes = b"200 Connection established") -> AsyncGenerator[tuple[int, list[bytes]]]:
    """A proxy that opens each tunnel to a browser inside itself; gives its port and the requests it got."""
    requests: list[bytes] = []

    async def serve(stream: trio.SocketStream) -> None:
        requests.append(await read_request(stream))
        await stream.send_all(b"HTTP/1.1 " + status + b"\r\nVia: x\r\n\r\n")
        head = await read_request(stream)
        if b"/json/version" in head:
            await stream.send_all(version_reply())
            return
        await echo(await open_peer(stream, stream.socket, head=head))

    async with tcp_peer(serve) as port:
        yield port, requests


@proves("report.A08")
async def test_other_hosts_are_reached_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    async with connect_proxy() as (port, requests):
        monkeypatch.setenv("HTTP_PROXY", f"http://me:pw@127.0.0.1:{port}")
        version = await fetch_version("http://grid.example:9222")
        assert version.websocket_url == "ws://grid.example:9222/devtools/browser/6f1c"
        await check_echo(version.websocket_url)
    head = (
        "CONNECT grid.example:9222 HTTP/1.1\r\nHost: grid.example:9222\r\nProxy-Authorization: Basic bWU6cHc=\r\n\r\n"
    )
    assert requests == [head.encode()] * 2


@pytest.mark.parametrize(
    ("status", "trouble"),
    [(b"403 Forbidden", "answers HTTP 403"), (b"407 Who are you", "answers HTTP 407")],
)
async def test_a_proxy_that_refuses_is_told_from_a_browser_that_does(
    status: bytes, trouble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with connect_proxy(status) as (port, _):
        monkeypatch.setenv("HTTP_PROXY", f"http://me:{SECRET}@127.0.0.1:{port}")
        with pytest.raises(Unreachable, match=trouble) as raised:
            await connect_websocket("ws://grid.example:9222/")
    message = str(raised.value)
    assert "grid.example to NO_PROXY" in message
    assert SECRET not in message


@pytest.mark.parametrize("reply", [b"", b"SSH-2.0\r\n", b"HTTP/1.1 200"])
async def test_a_proxy_that_is_none_is_told(reply: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    async with http_peer(reply) as (port, _):
        monkeypatch.setenv("HTTP_PROXY", f"127.0.0.1:{port}")
        with pytest.raises(Unreachable, match=f"The proxy http://127.0.0.1:{port} opens no way"):
            await connect_websocket("ws://grid.example:9222/")


async def test_a_proxy_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    port = await closed_port()
    monkeypatch.setenv("HTTPS_PROXY", f"http://127.0.0.1:{port}")
    with pytest.raises(Unreachable, match=f"The proxy http://127.0.0.1:{port} opens no way .*cannot be reached"):
        await connect_websocket("wss://grid.example/")


async def test_an_unknown_host_name_is_told() -> None:
    with pytest.raises(Unreachable, match=r"host name no-such-host\.invalid is not known"):
        await connect_websocket("ws://no-such-host.invalid:1/")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Key and certificate for localhost, in one file. It is its own authority."""
    path = tmp_path_factory.mktemp("tls") / "localhost.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext"
    subprocess.run(
        [*command.split(), "subjectAltName=DNS:localhost", "-keyout", path, "-out", path.with_suffix(".crt")],
        check=True,
        capture_output=True,
    )
    path.write_text(path.read_text() + path.with_suffix(".crt").read_text())
    return path


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


async def test_wss_and_https_are_spoken_with_a_trusted_certificate(
    certificate: Path, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with websocket_peer(echo, tls=tls) as url:
        await check_echo(url.replace("127.0.0.1", "localhost"))


async def test_discovery_over_tls_keeps_the_name_that_the_certificate_is_for(
    certificate: Path, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    async def serve(tcp: trio.SocketStream) -> None:
        stream = trio.SSLStream(tcp, tls, server_side=True, https_compatible=True)
        await read_request(stream)
        await stream.send_all(version_reply())

    async with tcp_peer(serve) as port:
        version = await fetch_version(f"https://localhost:{port}")
        assert version.websocket_url == f"wss://localhost:{port}/devtools/browser/6f1c"


async def test_a_certificate_that_nobody_vouches_for_is_refused(tls: ssl.SSLContext) -> None:
    async with websocket_peer(echo, tls=tls) as url:
        with pytest.raises(Unreachable, match=r"certificate of wss://localhost:\d+ is not trusted"):
            await connect_websocket(url.replace("127.0.0.1", "localhost"))


async def test_a_certificate_for_another_name_is_refused(
    certificate: Path, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    async with websocket_peer(echo, tls=tls) as url:
        with pytest.raises(Unreachable, match="is not trusted"):
            await connect_websocket(url)


@pytest.mark.parametrize("reply", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b""], ids=["plain http", "hangs up"])
async def test_a_port_that_speaks_no_tls_is_told_with_the_other_scheme(reply: bytes) -> None:
    async def serve(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        await stream.send_all(reply)

    async with tcp_peer(serve) as port:
        with pytest.raises(Unreachable, match=r"does not speak TLS.*ws://"):
            await connect_websocket(f"wss://localhost:{port}/")
