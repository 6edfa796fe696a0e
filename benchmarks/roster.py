"""Who takes part: the clients, what each is installed from, and what a user of it imports."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["FLOORS", "IMPORT_TRIO", "OURS", "PIPE", "ROSTER", "WEBSOCKET", "Contestant"]

WEBSOCKET, PIPE = "WebSocket", "pipe"


class Contestant(NamedTuple):
    """``adapter`` is a module of ``benchmarks.clients`` and ``imports`` what it imports of its client. Without a
    ``requirement`` it runs in our own environment.
    """

    name: str
    adapter: str
    over: str
    imports: str
    requirement: str = ""


_OURS = (
    "from cdpwebai.cdp import connection\n"
    "from cdpwebai.cdp.domains import runtime\n"
    "from cdpwebai.transport import pipe, websocket"
)

ROSTER = (
    Contestant("cdpwebai", "ours", WEBSOCKET, _OURS),
    Contestant("socket", "floor_websocket", WEBSOCKET, "import json, socket"),
    Contestant("playwright", "peer_playwright", WEBSOCKET, "import playwright.async_api", "playwright==1.65.2"),
    Contestant("pydoll", "peer_pydoll", WEBSOCKET, "import pydoll.browser.chromium", "pydoll-python==3.0.0"),
    Contestant("zendriver", "peer_zendriver", WEBSOCKET, "import zendriver", "zendriver==0.17.1"),
    Contestant("nodriver", "peer_nodriver", WEBSOCKET, "import nodriver", "nodriver==0.50.99"),
    Contestant("cdp-use", "peer_cdp_use", WEBSOCKET, "import cdp_use.client", "cdp-use==1.4.5"),
    Contestant("trio-cdp", "peer_trio_cdp", WEBSOCKET, "import trio_cdp", "trio-chrome-devtools-protocol==0.6.0"),
    Contestant("cdpwebai-pipe", "ours", PIPE, _OURS),
    Contestant("pipe", "floor_pipe", PIPE, "import json, os"),
)

OURS = {WEBSOCKET: "cdpwebai", PIPE: "cdpwebai-pipe"}
FLOORS = {WEBSOCKET: "socket", PIPE: "pipe"}
IMPORT_TRIO = "import trio"
"""Not a client: what trio alone costs to import, in the same run."""
