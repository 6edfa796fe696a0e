"""The pytest plugin: ``replay("name")`` gives a recording of ``recordings/``, checked to be whole and not stale.

Beside the house, loaded by pytest alone; name it in the root ``conftest.py``::

    pytest_plugins = ["cdpwebai.testing.plugin"]

and replay in any test, without a browser, in virtual time::

    def test_the_title_is_read(replay):
        assert replay("title").run(read_title) == "Hello"

``run`` needs no async plugin: ``read_title`` is an async function of one ``Connection``. For an operation of the
library give the trace to ``Where(replay=...)`` and run it with ``cdpwebai.trace.run_virtually``.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from cdpwebai.cdp import Connection, open_connection
from cdpwebai.errors import TraceError
from cdpwebai.page.library import base_library
from cdpwebai.providers import VENDORS, provider
from cdpwebai.trace import Trace, read_trace, replaying, run_virtually

__all__ = ["Recording", "find_recording", "known_readers", "refuse_stale", "replay"]

T = TypeVar("T")

SUFFIXES = (".jsonl", ".jsonl.gz")

FOLDER = "recordings"
"""Where they are, below pytest's root folder."""


@dataclass(frozen=True)
class Recording:
    """One recording: its file, its trace, and the outcome that was noted beside it (``*.expect.json``), or None."""

    path: Path
    trace: Trace
    expected: Any

    def run(self, flow: Callable[[Connection], Awaitable[T]]) -> T:
        """Run a flow on the recorded browser, in virtual time. Call it outside trio.

        Raises ReplayDivergence when the flow does not follow the recording to its end, and what the flow raises.
        """

        async def run() -> T:
            async with (
                replaying(self.trace) as transport,
                open_connection(transport, name=self.path.name) as connection,
            ):
                return await flow(connection)

        return run_virtually(run)


def find_recording(folder: Path, name: str) -> Path:
    """The file of a recording. Raises TraceError, which lists what there is, when there is none."""
    found = next((path for suffix in SUFFIXES if (path := folder / f"{name}{suffix}").is_file()), None)
    if found is None:
        there = sorted(path.name for path in folder.glob("*.jsonl*"))
        raise TraceError(f"there is no recording {name!r} in {folder}, only {', '.join(there) or 'nothing'}")
    return found


def refuse_stale(trace: Trace, known: Collection[str]) -> None:
    """Raise TraceError for a trace that was recorded with readers that are not the present ones."""
    readers = trace.header.readers
    if readers and readers not in known:
        raise TraceError(
            f"{trace.name} is stale: it was recorded with the reader library {readers}, and the present ones are "
            f"{', '.join(sorted(known))}. Record it again with `make record`"
        )


@pytest.fixture(scope="session")
def known_readers() -> frozenset[str]:
    """The hashes of the reader libraries of this version. Override it to add one of your own."""
    return frozenset({base_library().hash, *(provider(vendor).library.hash for vendor in VENDORS)})


@pytest.fixture
def replay(pytestconfig: pytest.Config, known_readers: frozenset[str]) -> Callable[[str], Recording]:
    """``replay("name")``: the recording of that name. Fails for one that is missing, damaged, cut or stale."""

    def recording(name: str) -> Recording:
        path = find_recording(pytestconfig.rootpath / FOLDER, name)
        trace = read_trace(path)
        refuse_stale(trace, known_readers)
        expected = path.with_name(f"{name}.expect.json")
        return Recording(path, trace, json.loads(expected.read_text(encoding="utf-8")) if expected.exists() else None)

    return recording
