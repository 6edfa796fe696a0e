"""``cdpwebai mcp`` as a process of its own, spoken to by the SDK's client or line by line."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mcp import types
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.faces.conftest import Shell, program_environment

__all__ = ["Caller", "RawProgram", "hosting", "raw_program", "talking"]

PROGRAM = ("-W", "error", "-m", "cdpwebai_cli", "mcp")


@dataclass
class Caller:
    """Calls tools; ``said`` is what was told meanwhile, of all calls."""

    client: Client
    said: list[str] = field(default_factory=list[str])

    async def __call__(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What the call came to; it is an error exactly when it says so."""
        result = await self.client.call_tool(tool, arguments, progress_callback=self._heard)
        document: dict[str, Any] = result.structured_content
        assert result.is_error is not document["ok"], document
        return document

    async def _heard(self, progress: float, total: float | None, message: str | None) -> None:
        self.said.append(message or "")


@asynccontextmanager
async def talking(home: Path, *arguments: str) -> AsyncGenerator[Caller]:
    """A client of a program that has this home."""
    program = StdioServerParameters(
        command=sys.executable, args=[*PROGRAM, *arguments], env=program_environment(home), cwd=home
    )
    with (home / "mcp.err").open("a") as errors:
        async with Client(stdio_client(program, errlog=errors), cache=None) as client:
            yield Caller(client)


class RawProgram:
    """The program, with its pipes."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def write(self, line: bytes | dict[str, Any]) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        """The next line, which must be a message."""
        assert self.process.stdout is not None
        message = json.loads(self.process.stdout.readline().decode())
        assert message["jsonrpc"] == "2.0"
        return message

    def close(self) -> tuple[bytes, bytes]:
        """Close its standard input and wait for its end; what else it wrote, on either."""
        return self.process.communicate(timeout=60)

    def greet(self) -> None:
        """The handshake."""
        known = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
        self.write({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": known})
        assert self.read()["result"]["serverInfo"]["name"] == "cdpwebai"
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def call(self, number: int, tool: str, **arguments: Any) -> Any:
        """Call a tool; its result."""
        self.write(
            {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        )
        answer = self.read()
        assert answer["id"] == number
        return types.CallToolResult.model_validate(answer["result"]).structured_content


@contextmanager
def raw_program(home: Path, before: Path | None = None) -> Generator[RawProgram]:
    """The program for the block; killed at its end, if it runs still. ``before``: where it finds modules first."""
    environment = program_environment(home)
    if before is not None:
        environment["PYTHONPATH"] = f"{before}:{environment['PYTHONPATH']}"
    with subprocess.Popen(
        [sys.executable, *PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=home,
    ) as process:
        try:
            yield RawProgram(process)
        finally:
            process.kill()


@contextmanager
def hosting(shell: Shell, home: Path, scenario: Path) -> Generator[None]:
    """The shared browser for the block, in which chatgpt.com is a site that plays this."""
    command = [
        sys.executable,
        "-m",
        "cdpwebai_cli",
        "demo",
        "serve",
        "--as",
        "chatgpt.com",
        "--scenario",
        str(scenario),
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=program_environment(home)) as site:
        assert site.stdout is not None
        site.stdout.readline()
        assert shell("browser", "start", "--headless", "--", *shlex.split(site.stdout.readline())).code == 0
        yield
        assert shell("browser", "stop").code == 0
        site.send_signal(signal.SIGINT)
