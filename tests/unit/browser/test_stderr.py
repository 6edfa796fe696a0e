"""What the browser says on stderr."""

from __future__ import annotations

import pytest

from cdpwebai.browser.stderr import TAIL_BYTES, Stderr

SAID = (
    b"[1:1:ERROR:dbus/bus.cc:405] Failed to connect to the bus\n"
    b"\nDevTools listening on ws://127.0.0.1:43210/devtools/browser/11b1-22\n"
    b"DevTools listening on ws://127.0.0.1:1/devtools/browser/later\nmore\n"
)


@pytest.mark.parametrize("size", [1, 7, len(SAID)])
def test_the_first_address_is_found_however_the_output_is_cut(size: int) -> None:
    said = Stderr()
    for start in range(0, len(SAID), size):
        said.feed(SAID[start : start + size])
    assert said.address == "ws://127.0.0.1:43210/devtools/browser/11b1-22"


def test_a_line_that_is_not_whole_yet_names_no_address() -> None:
    said = Stderr()
    said.feed(b"DevTools listening on ws://127.0.0.1:43210/devtools/browser/11b1")
    assert said.address is None


def test_a_page_that_writes_the_words_inside_a_line_is_not_believed() -> None:
    said = Stderr()
    said.feed(b'[1:INFO:CONSOLE(1)] "DevTools listening on ws://127.0.0.1:1/devtools/browser/x"\n')
    assert said.address is None


def test_only_the_last_lines_are_kept_and_they_are_whole() -> None:
    said = Stderr()
    for number in range(2000):
        said.feed(b"line %d of many\n" % number)
    lines = said.tail.splitlines()
    assert lines[-1] == "line 1999 of many"
    assert all(line.startswith("line ") and line.endswith(" of many") for line in lines)
    assert len(said.tail) <= TAIL_BYTES


def test_nothing_said_is_an_empty_text_and_broken_bytes_are_no_error() -> None:
    assert Stderr().tail == ""
    said = Stderr()
    said.feed(b"\xff\xfe bad\n")
    assert said.tail.endswith("bad")
