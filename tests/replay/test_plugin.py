"""The pytest plugin as a user has it: a project of its own, with recordings below its root."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cdpwebai.cdp import open_connection
from cdpwebai.page.library import base_library
from cdpwebai.testing import open_fake_browser
from cdpwebai.trace import Header, recorded, run_virtually

ROOT = Path(__file__).parents[2]

TEST = """
from cdpwebai.cdp import Connection

async def read_product(connection: Connection) -> str:
    return (await connection.root.call("Browser.getVersion"))["product"]

def test_the_product(replay):
    recording = replay("version")
    assert recording.run(read_product) == recording.expected
"""


async def _make(path: Path, readers: str) -> None:
    async with open_fake_browser() as fake:
        transport = recorded(fake.transport, path, Header(readers=readers))
        async with open_connection(transport) as connection:
            await connection.root.call("Browser.getVersion")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "recordings").mkdir()
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["cdpwebai.testing.plugin"]\n')
    (tmp_path / "test_it.py").write_text(TEST)
    return tmp_path


def record(project: Path, readers: str, expected: str = "Chrome/156.0.0.0") -> None:
    run_virtually(_make, project / "recordings" / "version.jsonl", readers)
    (project / "recordings" / "version.expect.json").write_text(json.dumps(expected))


def run_pytest(project: Path) -> str:
    environment = os.environ | {"PYTHONPATH": os.fspath(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", os.fspath(project)]
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=project, check=False)
    return f"{ended.stdout}{ended.stderr}"


def test_a_recording_is_replayed_by_its_name(project: Path) -> None:
    record(project, base_library().hash)
    assert "1 passed" in run_pytest(project)


def test_an_outcome_other_than_the_expected_one_fails(project: Path) -> None:
    record(project, base_library().hash, expected="Chrome/155")
    assert "'Chrome/156.0.0.0' == 'Chrome/155'" in run_pytest(project)


def test_a_stale_recording_says_so_and_what_to_do(project: Path) -> None:
    record(project, "0123456789abcdef")
    told = run_pytest(project)
    assert "version.jsonl is stale: it was recorded with the reader library 0123456789abcdef" in told
    assert "Record it again with `make record`" in told
    assert "1 failed" in told


def test_a_recording_without_readers_is_never_stale(project: Path) -> None:
    record(project, "")
    assert "1 passed" in run_pytest(project)


def test_a_missing_recording_lists_what_there_is(project: Path) -> None:
    run_virtually(_make, project / "recordings" / "other.jsonl", "")
    assert "there is no recording 'version' in" in (told := run_pytest(project))
    assert "only other.jsonl" in told
