"""Which addresses are a provider's own: its scheme, one of its hosts, no port but theirs, nobody's name before it."""

from __future__ import annotations

import pytest

from cdpwebai.errors import ProviderError
from cdpwebai.providers import check_address, is_at_home, provider
from tests.manifest import proves

DEMO = "http://127.0.0.1:8000/"


@pytest.mark.parametrize(
    "url",
    [
        "https://chatgpt.com/",
        "https://chatgpt.com",
        "https://www.chatgpt.com/c/1",
        "https://chat.openai.com/c/1?x=https://evil.example",
        "https://www.chat.openai.com/#@evil.example",
        "HTTPS://ChatGPT.com:443/?temporary-chat=true",
    ],
)
def test_both_hosts_are_the_provider_s_own(url: str) -> None:
    assert is_at_home(provider("chatgpt"), url)
    check_address(provider("chatgpt"), url)


@proves("own-host.scheme")
@pytest.mark.parametrize("url", ["http://chatgpt.com/", "http://chatgpt.com:443/", "ws://chatgpt.com/", "chatgpt.com"])
def test_without_https_it_is_not(url: str) -> None:
    assert not is_at_home(provider("chatgpt"), url)


@proves("own-host.port")
@pytest.mark.parametrize("url", ["https://chatgpt.com:8443/", "https://chatgpt.com:80/", "https://chatgpt.com:/"])
def test_at_another_port_it_is_not(url: str) -> None:
    assert not is_at_home(provider("chatgpt"), url)


@proves("own-host.look-alike")
@pytest.mark.parametrize(
    "url",
    [
        "https://notchatgpt.com/",
        "https://chatgpt.com.example/",
        "https://chatgpt.com./",
        "https://a.chatgpt.com/",
        "https://www.www.chatgpt.com/",
        "https://openai.com/",
        "https://chatgpt.com@evil.example/",
        "https://user@chatgpt.com/",
        "https://evil.example/chatgpt.com/",
        "https://evil.example\\@chatgpt.com/",
        "https://chatgpt.com\\.evil.example/",
        "https://chatgpt.com%2eevil.example/",
        "https://сhatgpt.com/",
        "https://[chatgpt.com/",
        "https:///chatgpt.com/",
        "about:blank",
        "file:///chatgpt.com",
        "data:text/html,https://chatgpt.com/",
        "",
    ],
)
def test_a_host_that_looks_like_it_is_not(url: str) -> None:
    assert not is_at_home(provider("chatgpt"), url)


@pytest.mark.parametrize("url", [DEMO, "http://127.0.0.1:8000", "http://127.0.0.1:8000/c/1"])
def test_the_demo_is_at_its_own_address(url: str) -> None:
    assert is_at_home(provider("demo", demo_url=DEMO), url)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:8001/", "http://localhost:8000/", "https://127.0.0.1:8000/", "https://chatgpt.com/"]
)
def test_another_site_s_address_is_not_the_demo_s(url: str) -> None:
    assert not is_at_home(provider("demo", demo_url=DEMO), url)


def test_the_refusal_names_the_address_and_where_the_provider_is() -> None:
    with pytest.raises(ProviderError) as caught:
        check_address(provider("chatgpt"), "https://notchatgpt.com/c/1")
    error = caught.value
    assert (error.error_code, error.stage, error.retry_hint) == ("cdp.target-mismatch", "connect", "tab-switch")
    assert error.page_may_have_changed is False
    for word in ("https://notchatgpt.com/c/1", "https://chatgpt.com", "https://chat.openai.com"):
        assert word in error.message
