"""Addresses and proxies as pure functions: what is read from a text and from an environment."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cdpwebai.errors import InputError, Unreachable
from cdpwebai.transport.address import Address, parse_address, proxy_for
from cdpwebai.transport.http1 import NotHttp, Reply, parse_reply

SECRET = "very-secret-token"


@pytest.mark.parametrize(
    ("text", "shown", "url"),
    [
        ("9222", "http://localhost:9222", "http://localhost:9222/"),
        (" 9222\n", "http://localhost:9222", "http://localhost:9222/"),
        ("http://127.0.0.1:9222", "http://127.0.0.1:9222", "http://127.0.0.1:9222/"),
        ("HTTPS://Grid.Example/wd", "https://grid.example:443", "https://grid.example:443/wd"),
        ("ws://[::1]:9222/devtools/browser/1", "ws://[::1]:9222", "ws://[::1]:9222/devtools/browser/1"),
        ("wss://grid.example/?token=1", "wss://grid.example:443", "wss://grid.example:443/?token=1"),
        ("ws://host:80?a=b", "ws://host:80", "ws://host:80/?a=b"),
    ],
)
def test_an_address_is_read_whole_and_shown_without_what_may_be_secret(text: str, shown: str, url: str) -> None:
    address = parse_address(text)
    assert str(address) == shown
    assert address.url == url


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "99999", "h:9222", "localhost", "http://", "http://:1", "http://h:x", "http://h:99999", "ws://h:0"),
        *(
            "ftp://h/",
            "file:///etc/passwd",
            "ws://[::1",
            "http://h /",
            "http://\N{GREEK SMALL LETTER ALPHA}/",
            "ws://h/\n1",
        ),
    ],
)
def test_what_is_no_address_is_refused_in_a_sentence_that_says_how_one_looks(text: str) -> None:
    with pytest.raises(InputError, match="http://host:port"):
        parse_address(text)


@pytest.mark.parametrize(
    "text", [f"http://me:{SECRET}@h:x/", f"htp://h/?{SECRET}", f"http://h:0/{SECRET}", f"{SECRET} x"]
)
def test_a_refused_address_is_not_repeated(text: str) -> None:
    with pytest.raises(InputError) as raised:
        parse_address(text)
    assert SECRET not in str(raised.value)


def test_nothing_that_shows_an_address_shows_its_secrets() -> None:
    address = parse_address(f"wss://me:{SECRET}@grid.example/{SECRET}?token={SECRET}")
    shown = f"{address} {address!r} {address.authority}"
    assert SECRET in address.url
    assert SECRET not in shown
    assert address.authorization
    assert address.authorization not in shown


@settings(deadline=None)
@given(st.text())
def test_any_text_gives_an_address_or_an_input_error(text: str) -> None:
    with suppress(InputError):
        assert parse_address(text).port


LOOPBACK = ["127.0.0.1", "127.9.9.9", "[::1]", "localhost", "app.localhost", "LOCALHOST"]
ELSEWHERE = ["10.0.0.1", "[2001:db8::1]", "grid.example", "localhost.example", "127.0.0.1.example", "0.0.0.0"]


@pytest.mark.parametrize("host", LOOPBACK + ELSEWHERE)
def test_loopback_is_told_from_everything_else(host: str) -> None:
    assert parse_address(f"http://{host}:1").loopback == (host in LOOPBACK)


EVERYTHING = {
    "http_proxy": "http://one:1",
    "HTTP_PROXY": "http://two:2",
    "HTTPS_PROXY": "http://me:pw@three:3",
    "ALL_PROXY": "socks5://four:4",
}


@pytest.mark.parametrize("host", LOOPBACK)
@pytest.mark.parametrize("scheme", ["http", "https", "ws", "wss"])
def test_loopback_never_has_a_proxy(host: str, scheme: str) -> None:
    assert proxy_for(parse_address(f"{scheme}://{host}:1"), EVERYTHING) is None


@pytest.mark.parametrize(
    ("url", "environ", "expected"),
    [
        ("ws://grid.example/", EVERYTHING, "http://one:1"),
        ("http://grid.example/", {"HTTP_PROXY": "http://two:2"}, "http://two:2"),
        ("wss://grid.example/", EVERYTHING, "http://three:3"),
        ("https://grid.example/", {"all_proxy": "five:5"}, "http://five:5"),
        ("wss://grid.example/", {"HTTP_PROXY": "http://two:2"}, None),
        ("ws://grid.example/", {}, None),
        ("ws://grid.example/", {"http_proxy": ""}, None),
        ("ws://grid.example/", EVERYTHING | {"NO_PROXY": "other, GRID.example"}, None),
        ("ws://a.grid.example/", EVERYTHING | {"no_proxy": ".grid.example"}, None),
        ("ws://grid.example:81/", EVERYTHING | {"no_proxy": "grid.example:81"}, None),
        ("ws://grid.example/", EVERYTHING | {"no_proxy": "*"}, None),
        ("ws://notgrid.example/", EVERYTHING | {"no_proxy": "grid.example,,"}, "http://one:1"),
    ],
)
def test_other_hosts_keep_the_proxy_of_the_environment(url: str, environ: dict[str, str], expected: str | None) -> None:
    proxy = proxy_for(parse_address(url), environ)
    assert (proxy and str(proxy)) == expected


@pytest.mark.parametrize("value", ["socks5://h:1", "https://h:1", "http://h:x", f"http://me:{SECRET}@h:x"])
def test_a_proxy_of_another_kind_is_refused_by_the_name_of_its_variable(value: str) -> None:
    with pytest.raises(Unreachable, match=r"ALL_PROXY .*grid\.example to NO_PROXY") as raised:
        proxy_for(parse_address("wss://grid.example/"), {"ALL_PROXY": value})
    assert SECRET not in str(raised.value)


def test_the_same_place_under_another_host_or_as_a_socket() -> None:
    address = parse_address("https://grid.example/wd")
    assert address.at("10.0.0.1").url == "https://10.0.0.1:443/wd"
    assert address.socket("/x").url == "wss://grid.example:443/x"
    assert parse_address("http://h:1").socket("/x").url == "ws://h:1/x"


def test_the_host_header_has_the_port_unless_it_is_the_schemes_own() -> None:
    assert parse_address("wss://h").headers == {"Host": "h"}
    assert parse_address("ws://[::1]").headers == {"Host": "[::1]"}
    assert parse_address("ws://h:443").headers == {"Host": "h:443"}


REPLY = b"HTTP/1.1 200 OK\r\nContent-Length:4\r\n\r\nbody"


def test_a_reply_is_whole_only_with_its_last_byte_and_what_trails_is_not_part_of_it() -> None:
    assert [parse_reply(REPLY[:end], ended=False) for end in range(len(REPLY))] == [None] * len(REPLY)
    assert parse_reply(REPLY, ended=False) == Reply(200, b"body")
    assert parse_reply(REPLY + b"more", ended=False) == Reply(200, b"body")


@pytest.mark.parametrize("end", range(len(REPLY)))
def test_a_reply_that_ends_early_is_never_taken_for_whole(end: int) -> None:
    with pytest.raises(NotHttp):
        parse_reply(REPLY[:end], ended=True)


@settings(deadline=None)
@given(st.binary(), st.booleans())
def test_any_bytes_give_a_reply_or_none_or_not_http(data: bytes, ended: bool) -> None:
    for beginning in (b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"):
        with suppress(NotHttp):
            assert parse_reply(beginning + data, ended) is not None or not ended


def test_addresses_compare_by_what_they_say() -> None:
    assert parse_address("ws://h") == Address("ws", "h", 80)
