"""A Chromium of its own that takes sites of this machine for ChatGPT's hosts, and for some that look like them.

Each host has a port of its own, so that a site can be played at each at once; whatever else a page asks for is not
found, so nothing leaves the machine.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from cdpwebai.demosite import OwnHost, browser_arguments, make_own_host
from tests.browser.conftest import running_chromium
from tests.support.scenarios import OwnPlace

__all__ = ["HOSTS", "STRANGERS", "Hosts", "free_port", "hosts", "unpaced_home"]

HOSTS = ("chatgpt.com", "chat.openai.com", "www.chatgpt.com", "www.chat.openai.com")
"""Those that are ChatGPT's."""

STRANGERS = ("notchatgpt.com", "chatgpt.com.example", "chatgpt.com:8443", "auth.openai.com")
"""Those that are not, whatever they look like."""


@dataclass(frozen=True)
class Hosts:
    """``chromium``: the WebSocket address of the browser; ``own``: whom it believes; ``ports``: one for each name."""

    chromium: str
    own: OwnHost
    ports: Mapping[str, int]

    def place(self, name: str) -> OwnPlace:
        """Where to serve a site as this host."""
        return OwnPlace(self.own, f"https://{name}/", self.ports[name])


@contextmanager
def hosts(folder: Path) -> Generator[Hosts]:
    """The browser, with its profile in ``folder``, for the block."""
    own = make_own_host([*HOSTS, *STRANGERS])
    ports = {name: free_port() for name in own.names}
    rules, key = browser_arguments(own, ports)
    with running_chromium(folder, [f"{rules},MAP * ~NOTFOUND", key]) as address:
        yield Hosts(address, own, ports)


@contextmanager
def unpaced_home(folder: Path) -> Generator[None]:
    """A home folder where one run's rate limit cools nobody down, and any number of conversations may be opened."""
    folder.joinpath("config.toml").write_text("at_once = 100\nper_minute = 0\ncool_down = 0\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CDPWEBAI_HOME", str(folder))
        yield


def free_port() -> int:
    """A port that nobody has, below those that the system gives to clients: it is used for one site after another."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as trial:
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
