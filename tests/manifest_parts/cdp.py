"""The connection: calls, events, sessions."""

from tests.manifest import Entry

ENTRIES = {
    "report.A05": Entry(
        "Every call in flight fails with one typed error when the socket closes, and none stays in the table.",
        "public reports, group A, row A05",
    ),
    "report.A17": Entry(
        "A crashed tab fails its waiting and later calls at once; other tabs go on, and closing it still works.",
        "public reports, group A, row A17",
    ),
    "report.A20": Entry(
        "A waiter on one page is never satisfied by the same event of another.",
        "public reports, group A, row A20",
    ),
    "report.A22": Entry(
        "Ids rise for the life of a connection and are never reused; every reply reaches its caller.",
        "public reports, group A, row A22",
    ),
    "report.A23": Entry(
        "The late reply to an abandoned call is dropped and counted, an id never used is logged once.",
        "public reports, group A, row A23",
    ),
    "report.A25": Entry(
        "An unknown event or member disturbs no typed listener and is heard by a raw one.",
        "public reports, group A, row A25",
    ),
    "report.A28": Entry(
        "A slow subscriber is told how many events it lost; replies and other subscribers never wait for it.",
        "public reports, group A, row A28",
    ),
    "report.A29": Entry(
        "What waits for a subscriber is bounded, in events and in bytes, and the loss is counted.",
        "public reports, group A, row A29",
    ),
    "report.A31": Entry(
        "A paused child is always released, also when its set-up raises.",
        "public reports, group A, row A31",
    ),
    "report.A32": Entry(
        "A cross-site frame stands in the frame list, bound to its own session.",
        "public reports, group A, row A32",
    ),
    "report.A34": Entry(
        "A frame added later is found, keeps its id when it moves, and is gone after removal.",
        "public reports, group A, row A34",
    ),
}
