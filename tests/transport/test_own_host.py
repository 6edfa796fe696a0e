"""The demo site as a host of its own, over real sockets: what it is to a client that believes its certificate."""

from __future__ import annotations

import ssl
import sys
from base64 import b64encode
from hashlib import sha256

import h11
import pytest
import trio

from cdpwebai.demosite import OwnHost, Site, browser_arguments, load_builtin, make_own_host, serve
from cdpwebai.errors import InputError
from tests.manifest import proves

NAMES = ("chatgpt.com", "chat.openai.com", "chatgpt.com:8443")

NO_NAMES = (
    *("", "chatgpt", "Chatgpt.com", "chatgpt.com.", "chatgpt..com", "*.chatgpt.com", "chatgpt.com,MAP a b", "a b.com"),
    *("https://chatgpt.com", "chatgpt.com:0", "chatgpt.com:", "chatgpt.com/", "-a.com", f"{'a.' * 127}com"),
)


@pytest.fixture(scope="module")
def own() -> OwnHost:
    return make_own_host(NAMES)


async def certificate(port: int) -> bytes:
    """The certificate that the server shows, as DER."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    async with await trio.open_tcp_stream("127.0.0.1", port) as plain:
        stream = trio.SSLStream(plain, anybody)
        await stream.do_handshake()
        shown = stream.getpeercert(binary_form=True)
    assert shown is not None
    return shown


async def status(port: int, name: str, host: str, *, origin: str = "") -> int:
    """The status of a GET of "/" from a client that believes this certificate alone, for the host ``name``."""
    believing = ssl.create_default_context(cadata=await certificate(port))
    headers = [("Host", host), *([("Origin", origin)] if origin else [])]
    http = h11.Connection(h11.CLIENT)
    asked = http.send(h11.Request(method="GET", target="/", headers=headers))
    assert asked is not None
    async with await trio.open_tcp_stream("127.0.0.1", port) as plain:
        stream = trio.SSLStream(plain, believing, server_hostname=name, https_compatible=True)
        await stream.send_all(asked)
        while (event := http.next_event()) is h11.NEED_DATA:
            http.receive_data(bytes(await stream.receive_some(65536)))
    assert isinstance(event, h11.Response)
    return event.status_code


async def is_answered(site: Site) -> bool:
    return await status(site.port, "chatgpt.com", "chatgpt.com", origin="https://chatgpt.com") == 200


@proves("own-host.served")
@pytest.mark.parametrize("name", NAMES)
async def test_it_is_each_of_its_names_to_a_client_that_believes_its_certificate(own: OwnHost, name: str) -> None:
    async with serve(load_builtin("hello"), own=own) as site:
        assert site.url == "https://chatgpt.com/"
        assert await status(site.port, name.partition(":")[0], name, origin=f"https://{name}") == 200


@pytest.mark.parametrize("name", ["notchatgpt.com", "chatgpt.com.example", "127.0.0.1"])
async def test_its_certificate_is_good_for_no_other_name(own: OwnHost, name: str) -> None:
    async with serve(load_builtin("hello"), own=own) as site:
        with pytest.raises(trio.BrokenResourceError) as caught:
            await status(site.port, name, "chatgpt.com")
        assert isinstance(caught.value.__cause__, ssl.SSLCertVerificationError)
        assert await is_answered(site)


@pytest.mark.parametrize("host", ["127.0.0.1", "notchatgpt.com", "chatgpt.com.example", "chatgpt.com:444", "localhost"])
async def test_it_does_not_answer_to_another_name(own: OwnHost, host: str) -> None:
    async with serve(load_builtin("hello"), own=own) as site:
        assert await status(site.port, "chatgpt.com", host) == 403


@pytest.mark.parametrize("origin", ["http://chatgpt.com", "https://notchatgpt.com", "https://chatgpt.com:8443", "null"])
async def test_a_page_of_another_origin_is_refused(own: OwnHost, origin: str) -> None:
    async with serve(load_builtin("hello"), own=own) as site:
        assert await status(site.port, "chatgpt.com", "chatgpt.com", origin=origin) == 403


async def test_without_tls_nothing_is_answered_and_the_site_lives_on(own: OwnHost) -> None:
    async with serve(load_builtin("hello"), own=own) as site:
        async with await trio.open_tcp_stream("127.0.0.1", site.port) as plain:
            await plain.send_all(b"GET / HTTP/1.1\r\nHost: chatgpt.com\r\n\r\n")
            assert b"200" not in await plain.receive_some()
        assert await is_answered(site)
        assert site.log.failures == []


@proves("own-host.key")
async def test_the_browser_is_told_this_very_key_and_each_name_s_port(own: OwnHost) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    async with serve(load_builtin("hello"), own=own) as site:
        shown = x509.load_der_x509_certificate(await certificate(site.port))
        public = shown.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        rules, key = browser_arguments(own, site.port)
    at = f"127.0.0.1:{site.port}"
    assert rules == (
        f"--host-resolver-rules=MAP chatgpt.com:443 {at},MAP chat.openai.com:443 {at},MAP chatgpt.com:8443 {at}"
    )
    assert key == f"--ignore-certificate-errors-spki-list={b64encode(sha256(public).digest()).decode()}"


def test_each_name_may_be_at_a_port_of_its_own(own: OwnHost) -> None:
    rules, _ = browser_arguments(own, {"chatgpt.com": 1, "chat.openai.com": 2})
    assert rules == "--host-resolver-rules=MAP chatgpt.com:443 127.0.0.1:1,MAP chat.openai.com:443 127.0.0.1:2"


def test_each_has_a_key_of_its_own(own: OwnHost) -> None:
    assert make_own_host(NAMES).key_hash != own.key_hash


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_host_s_name_is_refused_by_name(name: str) -> None:
    with pytest.raises(InputError, match="is no name of a host") as caught:
        make_own_host(["chatgpt.com", name])
    assert f'"{name}"' in caught.value.message


def test_without_the_package_that_makes_certificates_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(InputError, match=r"cdpwebai\[tls\]"):
        make_own_host(NAMES)
