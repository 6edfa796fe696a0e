"""``make record``: record the traces of this folder anew, in real Chromium against the demo site, and replay each.

A recording is a scenario and a command. The command runs as a user would run it, with ``--trace``; its exit code and
what it printed become ``*.expect.json`` beside the trace. A recording is kept only when its replay, without a browser,
gives the same. ``make record ARGS="hello probe-visible"`` records these alone.

What comes back to a stored session is recorded right after the command that stored it, in the same browser, into a
folder of that one's name: ``send/poll.jsonl`` goes on where ``send.jsonl`` ends, and is replayed behind it.

Commands that know one vendor alone are recorded where the site is that vendor's own host to the browser.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from cdpwebai.trace import Trace, read_trace
from cdpwebai.trace.format import encode_line

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent

MOST_BYTES = 20_000_000
"""Of all recordings together."""

OWN = ("observations", "sessionId")
"""How many looks it took is a matter of the machine's speed, and a stored session is each run's own. So is the time at
which something was seen."""

SITE = "SITE"
"""Stands for the demo site's address in a command."""

SAVED = "SAVED"
"""Stands for a folder, in a command, that goes with the recording."""

ATTACHED = FOLDER / "scenarios" / "attached"
"""Where commands run, and the files are that they attach. A replay does not need them: the trace tells their names,
sizes and times."""

PROMPT = "Say hello, and tell me the word."


@dataclass(frozen=True)
class Plan:
    """One recording. ``scenario``: a file of ``scenarios/``, or "" for the site's own; ``exit``: how it must end;
    ``packed``: a long one; ``host``: which host the site is to the browser, "" for the demo's own; ``later``: what
    comes back to the session that it stored."""

    name: str
    command: tuple[str, ...]
    scenario: str = ""
    exit: int = 0
    packed: bool = False
    host: str = ""
    later: Plan | None = None

    @property
    def file(self) -> str:
        """The name of its trace."""
        return f"{self.name}.jsonl.gz" if self.packed else f"{self.name}.jsonl"


COUNT = "Count to four."
TASK = "Prepare the notes."


def _query(*more: str, prompt: str = PROMPT, command: str = "query") -> tuple[str, ...]:
    return (command, "--vendor", "demo", "--url", SITE, "--prompt", prompt, "--json", *more)


def _attached(*names: str) -> tuple[str, ...]:
    return tuple(part for name in names for part in ("--file", name))


REQUIRED = ("--require-file-artifacts", "--output-dir", SAVED)


def _later(command: str, scenario: str = "slow.json") -> Plan:
    return Plan(command, (command, "--vendor", "demo", "--json"), scenario)


def _work(name: str, scenario: str, *more: str, ends: int = 0) -> Plan:
    """A task that is sent, and its answer that is waited for; ``ends``: with which exit code."""
    send = ("work", "send", "--prompt", TASK, *more, "--json")
    later = Plan("poll", ("work", "poll", "--json"), scenario, exit=ends)
    return Plan(name, send, scenario, host="chatgpt.com", later=later)


PLANS = (
    Plan("hello", _query()),
    Plan("pause", _query(prompt=COUNT), "pause.json"),
    Plan("remount", _query(prompt=COUNT), "remount.json"),
    Plan("window", _query(prompt=COUNT), "window.json"),
    Plan("limit", _query(prompt=COUNT), "limit.json", exit=1),
    Plan("continued", _query(prompt=COUNT), "continued.json"),
    Plan("refused", _query(prompt=COUNT), "refused.json", exit=1),
    Plan("attached", _query(*_attached("notes.txt", "figures.csv"), prompt="Read both."), "attached.json"),
    Plan("image", _query("--output-image", f"{SAVED}/out.png", prompt="Draw a square."), "image.json"),
    Plan("files", _query(*REQUIRED, prompt="Make two archives."), "files.json"),
    Plan("files-gone", _query(*REQUIRED, prompt="Make two archives."), "files-gone.json", exit=1),
    Plan("send", _query(prompt=COUNT, command="send"), "slow.json", later=_later("poll")),
    Plan("send-to-stop", _query(prompt=COUNT, command="send"), "slow.json", later=_later("stop")),
    _work("work", "task.json", "--power", "4", "--speed", "fast"),
    _work("work-asks", "task-asks.json", "--power", "2", ends=3),
    Plan("elsewhere", _query(prompt=COUNT), "elsewhere.json", exit=1),
    Plan(
        "send-elsewhere",
        _query(prompt=COUNT, command="send"),
        "elsewhere.json",
        later=_later("poll", "elsewhere.json"),
    ),
    Plan("late", _query("--timeout", "7", prompt=COUNT), "pause.json", exit=4),
    Plan("ten-minutes", _query("--timeout", "700", prompt="Think about it."), "ten-minutes.json", packed=True),
    Plan("probe-visible", ("probe", "#prompt-textarea", "--url", SITE, "--json")),
    Plan("probe-absent", ("probe", "#nothing-of-the-kind", "--url", SITE, "--json"), exit=1),
    Plan("eval-value", ("eval", "document.title", "--url", SITE, "--json")),
    Plan("eval-throws", ("eval", "nothingOfTheKind()", "--url", SITE, "--json"), exit=1),
)


def main(names: Sequence[str]) -> int:
    """Record the named plans, or all of them. Returns the exit code."""
    unknown = set(names) - {plan.name for plan in PLANS}
    if unknown:
        print(f"there is no plan {', '.join(sorted(unknown))}; there are {', '.join(plan.name for plan in PLANS)}")
        return 2
    failed = [plan.name for plan in PLANS if not names or plan.name in names if not make(plan)]
    size = sum(path.stat().st_size for path in FOLDER.rglob("*.jsonl*"))
    print(f"{size:,} bytes in all, {MOST_BYTES:,} are allowed; failed: {', '.join(failed) or 'none'}")
    return 1 if failed or size > MOST_BYTES else 0


def make(plan: Plan) -> bool:
    """Record one plan and put it in its place; False, and nothing is changed, when it or its replay is not right."""
    print(f"{plan.name} ...", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="cdpwebai-record-") as home,
        _site(plan, home) as (address, arguments),
        _shared_browser(plan, home, arguments) as version,
    ):
        made = _record(plan, home, address, version)
        later = _record(plan.later, home, address, version) if made and plan.later else None
        if made is None or (plan.later and later is None) or not _replays(*made):
            return False
        _keep(plan.name, *made)
        if plan.later and later:
            _keep(f"{plan.name}/{plan.later.name}", *later)
    return True


Made = tuple[Path, dict[str, Any]]
"""A trace, and the outcome of what it holds."""


def _record(plan: Plan, home: str, address: str, version: str) -> Made | None:
    """Run one plan's command; None when it ends otherwise than it must."""
    trace, saved = Path(home) / plan.file, Path(home) / "saved"
    saved.mkdir(exist_ok=True)
    command = [part.replace(SAVED, str(saved)) if part != SITE else address for part in plan.command]
    outcome = _outcome(home, "trace", "record", "--trace", str(trace), "--", *command)
    if outcome["exit"] != plan.exit:
        print(f"exit {plan.exit} was expected, and it was {outcome['exit']}: {_last_line(outcome['output'])}")
        return None
    _complete_header(trace, plan, version)
    return trace, outcome


def _replays(trace: Path, outcome: dict[str, Any]) -> bool:
    """Whether its replay gives the same; else it is kept for whoever wants to know why."""
    replayed = _outcome(str(trace.parent), "trace", "replay", str(trace), "--json")
    if replayed == outcome:
        return True
    kept = shutil.copy(trace, tempfile.gettempdir())
    print(f"the replay of {kept} differs\n  recorded: {outcome}\n  replayed: {replayed}")
    return False


def _keep(name: str, trace: Path, outcome: dict[str, Any]) -> None:
    kept = FOLDER / f"{name}{''.join(trace.suffixes)}"
    kept.parent.mkdir(exist_ok=True)
    shutil.copyfile(trace, kept)
    expected = json.dumps(outcome, indent=2, ensure_ascii=False)
    (FOLDER / f"{name}.expect.json").write_text(f"{expected}\n", encoding="utf-8")
    print(f"{name}: exit {outcome['exit']}, {kept.stat().st_size:,} bytes")


@contextmanager
def _shared_browser(plan: Plan, home: str, arguments: Sequence[str]) -> Generator[str]:
    """One browser for all that is recorded of a plan, where that is more than one command; its version, else ""."""
    if plan.later is None:
        yield ""
        return
    _outcome(home, "browser", "start", "--headless", "--profile", str(Path(home) / "profile"), "--", *arguments)
    try:
        yield _outcome(home, "call", "Browser.getVersion")["output"]["product"]
    finally:
        _outcome(home, "browser", "stop")


@contextmanager
def _site(plan: Plan, home: str) -> Generator[tuple[str, list[str]]]:
    """The demo site with the plan's scenario; its address, and what tells a browser where that is."""
    scenario = ["--scenario", str(FOLDER / "scenarios" / plan.scenario)] if plan.scenario else []
    command = [*_program(), "demo", "serve", *scenario, *(["--as", plan.host] if plan.host else [])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment(home)) as site:
        assert site.stdout is not None
        try:
            address = site.stdout.readline().strip()
            yield address, shlex.split(site.stdout.readline()) if plan.host else []
        finally:
            site.terminate()


def _outcome(home: str, *arguments: str) -> dict[str, Any]:
    """Exit code and output of one run of the program, without what each run has of its own."""
    ended = subprocess.run(
        [*_program(), *arguments], capture_output=True, text=True, env=_environment(home), cwd=ATTACHED, check=False
    )
    try:
        output: Any = json.loads(ended.stdout)
    except ValueError:
        return {"exit": ended.returncode, "output": ended.stdout or ended.stderr}
    output.get("error", {}).get("evidence", {}).pop("observations", None)
    evidence: dict[str, Any] = output.get("evidence") or {}
    evidence.pop("capturedAt", None)
    for saved in (*output.get("answer", {}).get("images", ()), *output.get("answer", {}).get("files", ())):
        del saved["path"]  # each run's own
    return {"exit": ended.returncode, "output": {name: output[name] for name in output if name not in OWN}}


def _last_line(output: Any) -> str:
    return output.strip().rpartition("\n")[2] if isinstance(output, str) else json.dumps(output)


def _program() -> list[str]:
    return [sys.executable, "-c", "from cdpwebai_cli.main import main; main()"]


def _environment(home: str) -> dict[str, str]:
    return os.environ | {"CDPWEBAI_HOME": home, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "cli")])}


def _complete_header(path: Path, plan: Plan, version: str) -> None:
    """Add what is known only afterwards: the browser's version, the scenario, and the readers that were used."""
    trace = read_trace(path)
    header = msgspec.structs.replace(
        trace.header,
        chromium=version or _version(trace),
        scenario=plan.scenario or "hello",
        readers=_readers(trace) or trace.header.readers,
    )
    data = gzip.decompress(path.read_bytes()) if plan.packed else path.read_bytes()
    data = encode_line(header) + data.partition(b"\n")[2]
    path.write_bytes(gzip.compress(data, mtime=0) if plan.packed else data)


def _readers(trace: Trace) -> str:
    """The reader library that the looks of a trace name."""
    named = (re.search(rb'"library":"([0-9a-f]{16})"', row.message) for row in trace.rows if row.d == ">")
    return next((found[1].decode() for found in named if found), "")


def _version(trace: Trace) -> str:
    """What the browser said of itself when it was started."""
    bodies = (json.loads(row.message) for row in trace.rows if row.d == "<" and row.b is None)
    return next((body["result"]["product"] for body in bodies if "product" in body.get("result", {})), "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
