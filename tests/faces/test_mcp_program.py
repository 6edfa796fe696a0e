"""``cdpwebai mcp`` as a process: what is on its standard output, what ends it, and what it needs."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.faces.conftest import ROOT, Shell
from tests.faces.mcp_program import raw_program
from tests.manifest import proves
from tests.unit.test_imports import loaded_by

LOUD = """
import os, sys
from cdpwebai import store
before = store.open_store
def open_store():
    print("printed by a library")
    os.write(1, b"written to the descriptor")
    os.system("echo said by a child")
    return before()
store.open_store = open_store
"""


@proves("oracle.J1", "oracle.J2")
def test_standard_output_carries_the_protocol_and_nothing_else_until_the_client_closes(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(LOUD)
    with raw_program(tmp_path, before=tmp_path) as program:
        program.greet()
        assert program.call(1, "web_ai_sessions")["sessions"] == []
        assert program.call(2, "web_ai_sessions")["sessions"] == [], "it is there still"
        out, err = program.close()
        assert (program.process.returncode, out) == (0, b"")
        for said in (b"printed by a library", b"written to the descriptor", b"said by a child"):
            assert err.count(said) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("lines", [0, 500], ids=["idle", "busy"])
def test_it_ends_at_once_when_it_is_told_to_whatever_its_client_does(tmp_path: Path, number: int, lines: int) -> None:
    with raw_program(tmp_path) as program:
        program.greet()
        assert program.call(1, "web_ai_sessions")["ok"]  # so it waits for another line now
        for _ in range(lines):
            program.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        program.process.send_signal(number)
        assert program.process.wait(30) == 130


def test_it_ends_when_nobody_reads_its_standard_output(tmp_path: Path) -> None:
    with raw_program(tmp_path) as program:
        program.greet()
        assert program.process.stdout is not None
        program.process.stdout.close()
        program.write({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
        assert program.process.wait(30) == 0
        assert program.process.stderr is not None
        assert program.process.stderr.read() == b""


@proves("report.A46")
def test_a_line_that_is_no_message_is_answered_and_does_no_harm(tmp_path: Path) -> None:
    """Half of a surrogate pair, as an escape, is JSON to its sender, and the SDK's decoder does not take it."""
    half = '{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"arguments": {"sessionId": "\\ud83c"}}}'
    with raw_program(tmp_path) as program:
        program.greet()
        program.write(half.encode())
        answer = program.read()
        assert (answer["id"], answer["error"]["code"]) == ("a", -32700)
        assert "surrogate" in answer["error"]["message"]
        for line, code in (
            (b"this is no JSON", -32700),
            (b"[" * 100_000, -32700),
            (b'{"id": 1}', -32600),
            (b"\xff", -32700),
        ):
            program.write(line)
            answer = program.read()
            assert (answer["id"], answer["error"]["code"]) == (None, code), line
        program.write(b"")
        assert program.call(3, "web_ai_sessions")["ok"] is True


@pytest.mark.parametrize("name", ["mcp", "anyio", "pydantic"])
def test_without_the_extra_one_sentence_says_how_to_get_it(shell: Shell, tmp_path: Path, name: str) -> None:
    """A module that is not there is played by one that says so."""
    (tmp_path / f"{name}.py").write_text(f"raise ModuleNotFoundError(name={name!r})")
    done = shell("mcp", PYTHONPATH=f"{tmp_path}:{ROOT}:{ROOT / 'cli'}")
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == "error input.usage: the MCP server needs its SDK: pip install 'cdpwebai[mcp]'"


def test_no_command_loads_the_sdk_but_the_one_that_serves() -> None:
    loaded = loaded_by("import cdpwebai_cli.main, cdpwebai_cli.commands.mcp, cdpwebai_cli.commands.work")
    assert "cdpwebai.api.work" in loaded
    assert {"mcp", "anyio", "pydantic", "cdpwebai.mcp"} & loaded == set()
    assert {"mcp", "anyio"} <= loaded_by("import cdpwebai.mcp.stdio")
