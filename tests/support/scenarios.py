"""Plays a scenario file with our own client. ``judging`` says what is wrong with what came of it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from urllib.parse import urljoin

import trio

from cdpwebai.api import sessions
from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.api.work import open_work
from cdpwebai.demosite import OwnHost, Scenario, end_of, serve
from cdpwebai.demosite.log import Log
from cdpwebai.demosite.scenario import AskedFile
from cdpwebai.demosite.site import TabStep
from cdpwebai.demosite.steps import Step
from cdpwebai.errors import CdpWebAIError, Gone
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.records import QueryResult, Session
from cdpwebai.store import open_store
from tests.support.clicks import LATE
from tests.support.cutting import Line, cuttable
from tests.support.judging import Run, counts_of

__all__ = ["SCENARIOS", "OwnPlace", "play"]

SCENARIOS = Path(__file__).parent.parent / "scenarios"


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
    return list(clicks), [min(counts_of(counts)) for counts in clicks.values()]


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


async def _stored(session_id: str | None) -> Session | None:
    if not session_id:
        return None
    async with open_store() as store:
        return await store.get(session_id)


def _reply(scenario: Scenario, number: int) -> Sequence[Step]:
    return scenario.replies[min(number, len(scenario.replies)) - 1] if scenario.replies else ()
