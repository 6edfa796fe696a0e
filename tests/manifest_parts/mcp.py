"""The MCP server: what it takes and refuses, its calls over stdio, and what a client that gives up leaves behind.

Of the peer's class J here is what concerns its server; J13 (a dry run beside a run) is nothing that it has.
"""

from __future__ import annotations

from tests.manifest import Entry

__all__ = ["ENTRIES"]


def _oracle(row: str, behaviour: str) -> dict[str, Entry]:
    return {f"oracle.{row}": Entry(behaviour, f"the nearest peer's failures, row {row}")}


ENTRIES = {
    "seed000.mcp": Entry(
        "A task is sent and waited for as by the command, with the same refusals.", "seed 000, 1.2, 9"
    ),
    "report.B61": Entry(
        "The session is told before the prompt is sent; who stops waiting stops nothing, and comes back to one send.",
        "public reports, group B, row B61",
    ),
    "ref.F4.PROV-5": Entry("A session past its time is refused before its page is looked for.", "reference F.4, PROV"),
    "ref.F4.TIME-16": Entry("A time limit is 1 s at least by the schema.", "reference F.4, TIME"),
    **_oracle("A37", "An answer comes whole, however long."),
    **_oracle("J1", "Standard output carries the protocol and nothing else, whatever is printed."),
    **_oracle("J2", "The server stays until its client closes it, and ends then."),
    **_oracle("J4", "A misspelt argument is refused by its name."),
    **_oracle("J5", "Sending, waiting and stopping are calls of their own; a wait that ran out can be repeated."),
}
