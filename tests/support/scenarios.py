"""Plays a scenario file with our own client and judges what came of it, by the format's own words.

The site's log decides what was sent and clicked; the page is not asked.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from urllib.parse import urljoin

import msgspec
import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.api.work import open_work
from cdpwebai.demosite import OwnHost, Scenario, Site, end_of, serve
from cdpwebai.demosite.log import Log
from cdpwebai.demosite.scenario import AskedFile, TextMatch
from cdpwebai.demosite.site import TabStep
from cdpwebai.demosite.steps import Step
from cdpwebai.errors import CdpWebAIError, Gone
from cdpwebai.flows.artifact_bytes import image_size, mime_of
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.records import QueryResult, Session
from cdpwebai.store import open_store
from tests.support.clicks import LATE
from tests.support.cutting import Line, cuttable

__all__ = ["SCENARIOS", "OwnPlace", "Run", "alone_where_late", "judge", "play"]

CHANCES = 3
"""How often a scenario that was late is played again."""

SCENARIOS = Path(__file__).parent.parent / "scenarios"

NOT_ERRORS = ("complete", "timeout", "polling", "partial", "needs-input")
"""What the word "error" in a scenario does not stand for."""


@dataclass(frozen=True)
class Run:
    """What the client returned or raised, what it stored, what the site saw; ``late``: seconds after the true end.

    ``saved``: the files that stood in the client's folder then, and whatever stood around it, by path.
    """

    scenario: Scenario
    site: Site
    result: QueryResult | None
    error: CdpWebAIError | None
    late: float
    session: Session | None = None
    saved: Mapping[str, bytes] = field(default_factory=dict[str, bytes])

    @property
    def status(self) -> str:
        """The client's word."""
        return self.result.status if self.result else self.error.status if self.error else ""

    @property
    def partial(self) -> str:
        """The unfinished text that came with an error."""
        return self.error.partial or "" if self.error else ""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the client said beside its answer; with an error, what it stored."""
        return self.result.warnings if self.result else self.session.warnings if self.session else ()


@dataclass(frozen=True)
class OwnPlace:
    """Where the site is a host of its own: ``url`` to a browser that was told so, and ``port`` of this machine."""

    own: OwnHost
    url: str
    port: int


class Hands:
    """Does to the client's tab what no page can do: the ``tab`` steps. ``chat`` is the client's, once it is open."""

    def __init__(self, line: Line | None) -> None:
        self.line = line
        self.chat: Chat | None = None
        self.outputs = NONE

    async def do(self, step: TabStep) -> None:
        assert self.chat is not None
        tab = self.chat.page.tab.cdp
        with suppress(Gone):
            match step:
                case "cut":
                    assert self.line is not None
                    await self.line.cut()
                case "close":
                    await tab.connection.root.call("Target.closeTarget", targetId=tab.target_id)
                case "crash":
                    await tab.call("Page.crash")


@asynccontextmanager
async def _held(scenario: Scenario, where: Where) -> AsyncGenerator[tuple[Hands, Where]]:
    """Hands for the scenario's tab steps; where there are some, the browser is reached by a line that can be cut."""
    if not scenario.needs_browser:
        yield Hands(None), where
        return
    async with cuttable(where.cdp) as line:
        yield Hands(line), replace(where, cdp=line.url)


async def play(scenario: Scenario, where: Where, place: OwnPlace | None = None) -> Run:
    """Ask what the scenario asks, in a tab of its own: the demo, or in its own place ChatGPT itself."""
    result: QueryResult | None = None
    error: CdpWebAIError | None = None
    own, port = (place.own, place.port) if place else (None, 0)
    around = Path(mkdtemp(prefix="cdpwebai-saved-"))
    async with (
        _held(scenario, where) as (hands, where),
        serve(scenario, on_tab_step=hands.do, own=own, port=port) as site,
    ):
        hands.outputs = _outputs(scenario, around / "client")
        began = trio.current_time()
        try:
            if place is None:
                result = await _ask(scenario, "demo", site.url, hands, where)
            else:
                result = await _ask(scenario, "chatgpt", place.url, hands, where)
        except CdpWebAIError as raised:
            error = raised
        ended = trio.current_time()
        with trio.move_on_after(LATE):  # the page tells the site of a click when it gets to it
            await site.wait_logged(lambda log: all(map(partial(_is_clicked, log), *_wanted(scenario))))
    sends = site.log.sends
    true_end = site.started + sends[-1].at + end_of(_reply(scenario, len(sends))) if sends else began
    session = await _stored(error.session_id if error else result.session_id if result else None)
    return Run(scenario, site, result, error, ended - true_end, session, _taken(around))


def _wanted(scenario: Scenario) -> tuple[list[str], list[int]]:
    """Which controls must be clicked, and how often at least."""
    clicks = scenario.expect.clicks
    return list(clicks), [min(_counts(counts)) for counts in clicks.values()]


def _is_clicked(log: Log, name: str, least: int) -> bool:
    return sum(n for one, n in log.clicks.items() if one == name or one.startswith(f"{name}:")) >= least


def _taken(around: Path) -> dict[str, bytes]:
    """Every file below a folder, which goes with it."""
    saved = {str(path.relative_to(around)): path.read_bytes() for path in around.rglob("*") if path.is_file()}
    shutil.rmtree(around)
    return saved


def _outputs(scenario: Scenario, folder: Path) -> Outputs:
    """An image that is asked for goes under a name of its own; where files are judged, all goes into the folder."""
    expect = scenario.expect
    folder.mkdir()
    image = folder / "out.png" if scenario.ask.image else None
    return Outputs(image=image, folder=folder if expect.files or expect.unsaved or expect.images else None)


async def _ask(scenario: Scenario, vendor: str, home: str, hands: Hands, where: Where) -> QueryResult | None:
    ask = scenario.ask
    temporary = "?temporary-chat=true" if ask.temporary else ""
    url = urljoin(home, ask.url.partition("://")[2].partition("/")[2] if ask.url else temporary)
    if ask.work is not None:
        async with open_work(vendor, url=url, where=where) as work:
            hands.chat = work.chat
            return await work.query(ask.prompt, power=ask.work.power, speed=ask.work.speed, timeout=ask.timeout)
    result: QueryResult | None = None
    with TemporaryDirectory(prefix="cdpwebai-asked-") as folder:
        made = [_made(Path(folder), file) for file in ask.files]
        async with open_chat(vendor, url=url, where=where) as hands.chat:
            if ask.resume:
                sent = await hands.chat.send(ask.prompt, answer_within=ask.timeout, files=made)
            else:
                for number, prompt in enumerate(ask.turns or (ask.prompt,)):
                    files = made if number == 0 else ()
                    result = await hands.chat.query(
                        prompt,
                        timeout=ask.timeout,
                        model=ask.model,
                        effort=ask.effort,
                        family=ask.family,
                        files=files,
                        outputs=hands.outputs,
                    )
                return result
    async with open_store() as store:
        return await sessions.poll(store, sent, where, timeout=ask.timeout)


def _made(folder: Path, file: AskedFile) -> Path:
    """The file that a scenario asks for; one that has a size only is sparse."""
    path = folder / file.name
    with path.open("wb") as out:
        out.write((file.text or "").encode())
        if file.size is not None:
            out.truncate(file.size)
    return path


def _digest(file: AskedFile) -> str:
    if file.size is None:
        return hashlib.sha256((file.text or "").encode()).hexdigest()
    whole, zeros = hashlib.sha256(), bytes(2**20)
    for left in range(file.size, 0, -len(zeros)):
        whole.update(zeros[:left])
    return whole.hexdigest()


async def _stored(session_id: str | None) -> Session | None:
    if not session_id:
        return None
    async with open_store() as store:
        return await store.get(session_id)


def _reply(scenario: Scenario, number: int) -> Sequence[Step]:
    return scenario.replies[min(number, len(scenario.replies)) - 1] if scenario.replies else ()


def judge(run: Run) -> list[str]:
    """What is wrong with a run; nothing, rightly."""
    return list(_complaints(run))


async def alone_where_late(
    found: dict[str, Run | BaseException], play_again: Callable[[str], Awaitable[Run | BaseException]]
) -> None:
    """Play by themselves, one after the other, those that had nothing wrong but their time while they were played
    beside others: who is late on a machine that is busy with all of them may have waited for a core, and who is late
    ``CHANCES`` times is late."""
    for _ in range(CHANCES):
        for name in [name for name, run in found.items() if isinstance(run, Run) and _is_only_late(run)]:
            found[name] = await play_again(name)


def _is_only_late(run: Run) -> bool:
    wrong = judge(run)
    return bool(wrong) and wrong == list(_lateness(run))


def _complaints(run: Run) -> Iterator[str]:
    yield from _wrong_outcome(run)
    yield from _wrong_texts(run)
    yield from _wrong_acts(run)
    yield from _wrong_saves(run)
    yield from _lateness(run)


def _lateness(run: Run) -> Iterator[str]:
    allowed = _many(run.scenario.expect.status)
    if (run.status == "complete" or "complete" not in allowed) and run.late > run.scenario.expect.within:
        yield f"{run.late:.2f} s after the end, not within {run.scenario.expect.within}"


def _wrong_outcome(run: Run) -> Iterator[str]:
    expect = run.scenario.expect
    said = f"{run.status} ({run.error})" if run.error else run.status
    allowed = _many(expect.status)
    if run.status not in allowed and not ("error" in allowed and run.status not in NOT_ERRORS):
        yield f"status is {said}, not one of {allowed}"
    if run.error and expect.errorCode and run.error.error_code not in _many(expect.errorCode):
        yield f"code is {run.error.error_code}, not {expect.errorCode}"
    yield from (f"no warning {code}: {run.warnings}" for code in expect.warnings if code not in run.warnings)
    stored: dict[str, Any] = msgspec.to_builtins(run.session) if run.session else {}
    for name, value in expect.session.items():
        if stored.get(name) != value:
            yield f"{name} is stored as {stored.get(name)!r}, not {value!r}"


def _wrong_texts(run: Run) -> Iterator[str]:
    expect, sends = run.scenario.expect, run.site.log.sends
    if run.result and expect.answer:
        yield from (f"answer {why}" for why in _mismatches(expect.answer, run.result.answer.markdown))
    if expect.partial and run.error:
        yield from (f"partial {why}" for why in _mismatches(expect.partial, run.partial))
    if expect.sent and sends:
        yield from (f"sent {why}" for why in _mismatches(expect.sent, sends[-1].text))


def _wrong_acts(run: Run) -> Iterator[str]:
    """What the site's log says of the client's hands."""
    expect, log = run.scenario.expect, run.site.log
    if len(log.sends) not in _counts(expect.sends):
        yield f"{len(log.sends)} sends, not {expect.sends}"
    for name, counts in expect.clicks.items():
        clicks = sum(n for one, n in log.clicks.items() if one == name or one.startswith(f"{name}:"))
        if clicks not in _counts(counts):
            yield f"{clicks} clicks on {name}, not {counts}"
    yield from (f"a click made up by a script: {name}" for name in log.clicks if name.startswith("untrusted:"))
    if log.clicks["remove"]:
        yield "a file was taken away"
    yield from _wrong_uploads(run)
    for name, value in expect.picked.items() if log.sends else ():
        if getattr(log.sends[-1], name) not in _values(value):
            yield f"{name} was {getattr(log.sends[-1], name)!r} at the send, not {value!r}"


def _wrong_saves(run: Run) -> Iterator[str]:
    """What stands on the disk, and what the client says stands there."""
    expect = run.scenario.expect
    names = {Path(path).name: data for path, data in run.saved.items()}
    for wanted in expect.files:
        data = names.get(wanted["name"])
        if data is None or hashlib.sha256(data).hexdigest() != wanted["sha256"]:
            yield f"{wanted['name']} is not saved as it was made: {sorted(run.saved)}"
    yield from (f"{name} is saved" for name in expect.unsaved if name in names)
    yield from (
        f"{path} stands outside of the client's folder" for path in run.saved if Path(path).parts[0] != "client"
    )
    if run.result:
        told = (*run.result.answer.images, *run.result.answer.files)
        if sorted(hashlib.sha256(data).hexdigest() for data in run.saved.values()) != sorted(
            one.sha256 for one in told
        ):
            yield f"told of {[one.name for one in told]}, saved {sorted(run.saved)}"
    if expect.images is not None:
        sizes = [image_size(data) for data in run.saved.values() if mime_of(data).startswith("image/")]
        if len(sizes) != expect.images["count"] or any(width != expect.images["width"] for width, _ in sizes):
            yield f"images of {sizes} are saved, not {expect.images}"


def _wrong_uploads(run: Run) -> Iterator[str]:
    """The first send carries the files that were asked for, whole, and nothing else goes along."""
    asked = sorted(_digest(file) for file in run.scenario.ask.files)
    pasted = run.scenario.expect.uploads == "pasted"
    for number, send in enumerate(run.site.log.sends):
        went = [upload for upload in send.uploads if not (pasted and upload.pasted)]
        wanted = asked if number == 0 else []
        if sorted(upload.sha256 for upload in went) != wanted:
            named = [upload.name for upload in went]
            yield f"send {send.number} carried {named}, not {[file.name for file in run.scenario.ask.files]}"


def _values(value: Any) -> list[Any]:
    return msgspec.convert(value, list[Any]) if isinstance(value, list) else [value]


def _many(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _counts(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else value


def _mismatches(match: TextMatch, text: str) -> Iterator[str]:
    text = text.strip()
    if match.equals is not None and text != match.equals.strip():
        yield f"is {text!r}, not {match.equals!r}"
    yield from (f"lacks {part!r}: {text!r}" for part in _many(match.contains) if part not in text)
    yield from (f"holds {part!r}" for part in _many(match.lacks) if part in text)
    if match.startswith and not text.startswith(match.startswith):
        yield f"does not start with {match.startswith!r}: {text[:80]!r}"
    if match.endswith and not text.endswith(match.endswith):
        yield f"does not end with {match.endswith!r}: {text[-80:]!r}"
    yield from (
        f"holds {part!r} {text.count(part)} times, not {n}" for part, n in match.counts.items() if text.count(part) != n
    )
