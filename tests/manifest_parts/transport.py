"""Ways to carry messages to a browser, and how one is found."""

from tests.manifest import Entry

ENTRIES = {
    "report.A01": Entry(
        "A reply of 3 MB arrives whole, and the connection goes on.",
        "public reports, group A, row A01",
    ),
    "report.A02": Entry(
        "One cap for received messages, 256 MiB, pinned in one place; fragments are joined once; over the cap, the "
        "connection ends with size and cap in its reason.",
        "public reports, group A, row A02",
    ),
    "report.A04": Entry(
        "A send that is cancelled half way ends the connection at once; half a frame is never followed by another.",
        "public reports, group A, row A04",
    ),
    "report.A07": Entry(
        "A half-open connection ends what waits on it within its keepalive limit, and closing needs no answer.",
        "public reports, group A, row A07",
    ),
    "report.A08": Entry(
        "No proxy of the environment touches loopback; other hosts keep it.",
        "public reports, group A, row A08",
    ),
    "report.A10": Entry(
        "A bare port and localhost are tried at 127.0.0.1, then ::1, and the one that answers is used for the socket.",
        "public reports, group A, row A10",
    ),
    "report.A11": Entry(
        "A host name that the browser refuses is called that, and an address is asked for.",
        "public reports, group A, row A11",
    ),
    "report.A13": Entry(
        "Where discovery answers 404, the error names DevToolsActivePort; a slow handshake is one handshake.",
        "public reports, group A, row A13",
    ),
}
