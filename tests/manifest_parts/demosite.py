"""The demo site: what it refuses, what it logs, what it keeps out."""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]

ENTRIES = {
    "demosite.unknown-name": Entry(
        "An unknown key or step in a scenario is refused by its name: a typo must not make a test pass.",
        "scenario format, introduction",
    ),
    "demosite.log-is-truth": Entry(
        "What was sent, uploaded and clicked is counted by the server, from what reached it.",
        "scenario format, last line",
    ),
    "demosite.survives-reload": Entry(
        "Steps are played by the server's clock: a page that (re)loads a conversation shows all that was played.",
        "scenario format, steps",
    ),
    "demosite.loopback": Entry(
        "It listens on this machine only and answers to its own pages only.",
        "how a local server that any web page could reach must behave",
    ),
    "demosite.offsets": Entry(
        "Each block's data-start and data-end are the range of its own Markdown source.",
        "captures of the live site, answer body",
    ),
}
