"""What was recorded is replayed: the same replies and events, in virtual time, without the browser."""

from __future__ import annotations

import functools
import json
import math
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st
from trio.testing import MockClock

from cdpwebai.cdp import Connection, open_connection
from cdpwebai.errors import CallTimeout, Disconnected, ReplayDivergence, TraceError
from cdpwebai.testing import FakeBrowser, open_fake_browser
from cdpwebai.testing.fake_browser import FakeCall
from cdpwebai.trace import Header, ReplayTransport, Trace, read_trace, recorded, replaying, run_virtually
from cdpwebai.trace.format import Closing, Row
from cdpwebai.transport.base import TransportClosed

T = TypeVar("T")

Flow = Callable[[Connection], Awaitable[T]]
Script = Callable[[FakeBrowser], None]

PROMPT = "Name the capital of Korea."
ANSWER = "Seoul."


def record(path: Path, script: Script, flow: Flow[T]) -> T:
    """Run a flow against the fake browser in virtual time, recorded."""

    async def run() -> T:
        async with open_fake_browser() as fake:
            script(fake)
            transport = recorded(fake.transport, path, Header(chromium="fake"))
            async with open_connection(transport) as connection:
                return await flow(connection)

    return run_virtually(run)


def replay(source: Path | Trace, flow: Flow[T]) -> T:
    async def run() -> T:
        async with replaying(source) as transport, open_connection(transport) as connection:
            return await flow(connection)

    return run_virtually(run)


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def rewrite(path: Path, lines: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")


# --- a flow that looks, acts, listens and waits ---


def chat(fake: FakeBrowser) -> None:
    """A tab where typed text is answered ten minutes later, in three events."""
    fake.open_tab("http://127.0.0.1/")

    async def answer(session: str) -> None:
        await trio.sleep(600)
        for piece in ("Se", "ou", "l."):
            fake.emit("Runtime.bindingCalled", session, name="wake", payload=piece)

    async def insert(call: FakeCall) -> dict[str, Any]:
        answers.append(functools.partial(answer, call.session))
        return {}

    async def press(call: FakeCall) -> dict[str, Any]:
        for each in answers:
            await each()
        return {}

    answers: list[Callable[[], Awaitable[None]]] = []
    fake.on("Input.insertText", insert)
    fake.on("Input.dispatchKeyEvent", press)


async def ask(connection: Connection) -> tuple[str, float]:
    """The answer, and the seconds that it took."""
    begun = trio.current_time()
    (target,) = (await connection.root.call("Target.getTargets"))["targetInfos"]
    session = await connection.attach(target["targetId"])
    async with session.subscribe("Runtime.bindingCalled") as pieces:
        await session.call("Input.insertText", text=PROMPT)
        await session.call("Input.dispatchKeyEvent", type="keyDown", key="Enter")
        text = ""
        while len(text) < len(ANSWER):
            text += json.loads(bytes((await anext(pieces)).params))["payload"]
    return text, trio.current_time() - begun


def test_a_recorded_flow_is_replayed_with_the_same_outcome(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    assert record(path, chat, ask) == (ANSWER, 600)
    text, seconds = replay(path, ask)
    assert (text, round(seconds, 3)) == (ANSWER, 600)


def test_a_recorded_wait_of_ten_minutes_takes_no_real_time(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)
    begun = time.monotonic()
    replay(path, ask)
    assert time.monotonic() - begun < 60


def test_a_packed_trace_is_replayed_like_any(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl.gz"
    record(path, chat, ask)
    assert path.read_bytes()[:2] == b"\x1f\x8b"
    assert replay(path, ask)[0] == ANSWER


def test_a_changed_character_in_the_recorded_answer_changes_the_outcome(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)
    path.write_text(path.read_text(encoding="utf-8").replace('"ou"', '"uo"'), encoding="utf-8")
    assert replay(path, ask)[0] == "Seuol."


@pytest.mark.parametrize("method", ["Target.attachToTarget", "Input.insertText", "Input.dispatchKeyEvent"])
def test_a_removed_reply_to_an_act_is_a_divergence_that_names_it(tmp_path: Path, method: str) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)
    lines = lines_of(path)
    (number,) = [line["m"]["id"] for line in lines if line.get("d") == ">" and line["m"]["method"] == method]
    rewrite(path, [line for line in lines if line.get("d") != "<" or line["m"].get("id") != number])
    with pytest.raises(ReplayDivergence, match=f"reply to {method}") as caught:
        replay(path, ask)
    assert caught.value.evidence["kind"] == "no reply"


def test_a_flow_that_acts_otherwise_diverges(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)

    async def press_tab(connection: Connection) -> None:
        (target,) = (await connection.root.call("Target.getTargets"))["targetInfos"]
        session = await connection.attach(target["targetId"])
        await session.call("Input.dispatchKeyEvent", type="keyDown", key="Tab")

    with pytest.raises(
        ReplayDivergence, match=r'"key":"Tab"} is not in the recording; the nearest .*"key":"Enter"'
    ) as caught:
        replay(path, press_tab)
    assert isinstance(caught.value.__cause__, Disconnected), "what the flow itself saw"
    assert "diverged" in str(caught.value.__cause__)


def test_a_flow_that_ends_before_its_recording_diverges(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)

    async def attach_only(connection: Connection) -> None:
        (target,) = (await connection.root.call("Target.getTargets"))["targetInfos"]
        await connection.attach(target["targetId"])

    with pytest.raises(ReplayDivergence, match=r"Input.insertText .* was not sent"):
        replay(path, attach_only)


def test_an_error_of_the_flow_s_own_passes_through(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)

    async def fail(connection: Connection) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        replay(path, fail)


def test_a_flow_that_hides_the_divergence_from_itself_does_not_hide_it_from_us(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)

    async def careless(connection: Connection) -> str:
        try:
            await connection.root.call("Browser.close")
        except Disconnected:
            return "all is well"
        return "closed"

    with pytest.raises(ReplayDivergence, match=r"Browser.close .* is not in the recording"):
        replay(path, careless)


def test_a_call_that_hung_in_the_recording_times_out_in_replay_as_it_did(tmp_path: Path) -> None:
    def hang(fake: FakeBrowser) -> None:
        fake.on("Page.enable", lambda _: None)
        fake.open_tab()

    async def wait(connection: Connection) -> float:
        (target,) = (await connection.root.call("Target.getTargets"))["targetInfos"]
        session = await connection.attach(target["targetId"])
        with pytest.raises(CallTimeout):
            await session.call("Page.enable", within=5)
        return trio.current_time()

    path = tmp_path / "hang.jsonl"
    assert record(path, hang, wait) == 5
    assert replay(path, wait) == pytest.approx(5)


def test_the_browser_s_end_is_replayed_at_its_time(tmp_path: Path) -> None:
    def leave(fake: FakeBrowser) -> None:
        async def hang_up(call: FakeCall) -> None:
            await trio.sleep(30)
            await fake.hang_up()

        fake.on("Browser.getVersion", hang_up)

    async def wait(connection: Connection) -> tuple[str, float]:
        with pytest.raises(Disconnected) as caught:
            await connection.root.call("Browser.getVersion")
        return str(caught.value.__class__.__name__), round(trio.current_time(), 3)

    path = tmp_path / "leave.jsonl"
    assert record(path, leave, wait) == ("Disconnected", 30)
    trace = read_trace(path)
    assert trace.closing is not None
    assert (trace.closing.by, trace.closing.waiting) == ("browser", (1,))
    assert replay(path, wait) == ("Disconnected", 30)


def test_a_replay_needs_no_expected_outcome_and_no_header_members(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)
    rewrite(path, [{"format": 1}, *lines_of(path)[1:]])
    assert replay(path, ask)[0] == ANSWER


def test_a_cut_trace_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "chat.jsonl"
    record(path, chat, ask)
    rewrite(path, lines_of(path)[:-1])
    with pytest.raises(TraceError, match="cut off"):
        replay(path, ask)
    with pytest.raises(TraceError, match="cut off"):
        replay(read_trace(path, cut_ok=True), ask)


# --- any conversation ---

steps = st.lists(
    st.one_of(
        st.tuples(st.just("look"), st.integers(0, 2)),
        st.tuples(st.just("act"), st.integers(0, 2)),
        st.tuples(st.just("event"), st.integers(0, 2)),
        st.tuples(st.just("wait"), st.floats(0.2, 100)),
    ),
    max_size=12,
)


def scripted(fake: FakeBrowser) -> None:
    """Every answer is a new number, so that no two can be taken for each other."""
    count = iter(range(1, 1000))

    async def answer(call: FakeCall) -> dict[str, Any]:
        await trio.sleep(0.05)
        return {"number": next(count), "asked": call.params}

    fake.on("Target.getTargetInfo", answer)
    fake.on("Input.insertText", answer)
    fake.on("Test.emit", lambda call: fake.emit("Test.event", number=next(count)) or {})


async def converse(todo: list[tuple[str, float]], connection: Connection) -> list[Any]:
    heard: list[Any] = []
    async with connection.root.subscribe("Test.event") as events:
        for what, which in todo:
            if what == "wait":
                await trio.sleep(which)
            elif what == "event":
                await connection.root.call("Test.emit")
                heard.append(json.loads(bytes((await anext(events)).params)))
            else:
                method = "Target.getTargetInfo" if what == "look" else "Input.insertText"
                heard.append(await connection.root.call(method, which=which))
            heard.append(trio.current_time())
    return heard


def alike(one: list[Any], other: list[Any]) -> bool:
    """Whether two runs heard the same at the same times; a trace keeps times to the microsecond."""
    return len(one) == len(other) and all(
        math.isclose(mine, theirs, abs_tol=1e-3) if isinstance(mine, float) else mine == theirs
        for mine, theirs in zip(one, other, strict=True)
    )


@settings(max_examples=60)
@given(todo=steps)
def test_any_conversation_is_replayed_reply_by_reply_and_event_by_event(
    tmp_path_factory: pytest.TempPathFactory, todo: list[tuple[str, float]]
) -> None:
    path = tmp_path_factory.mktemp("trace") / "any.jsonl"
    flow = functools.partial(converse, todo)
    outcome = record(path, scripted, flow)
    assert alike(replay(path, flow), outcome)


# --- the transport alone ---


async def test_receiving_is_cancelled_without_loss_and_the_end_is_final(autojump_clock: MockClock) -> None:
    closing = Closing(t=6.0, by="browser", why="gone", code=1001)
    trace = Trace(name="one", header=Header(), rows=(Row(t=5.0, d="<", b="//4="),), closing=closing)
    async with replaying(trace) as transport:
        with trio.move_on_after(1):
            await transport.receive()
        assert await transport.receive() == [b"\xff\xfe"]
        assert trio.current_time() == 5
        with pytest.raises(TransportClosed) as caught:
            await transport.receive()
        assert (caught.value.reason, caught.value.code, trio.current_time()) == ("gone", 1001, 6)
        with pytest.raises(TransportClosed):
            await transport.send([b"{}"])


async def test_closing_wakes_the_one_who_receives(autojump_clock: MockClock) -> None:
    trace = Trace(name="one", header=Header(), rows=(), closing=Closing(t=6.0))
    async with replaying(trace) as transport, trio.open_nursery() as nursery:
        nursery.start_soon(_expect_closed, transport)
        await trio.testing.wait_all_tasks_blocked()
        await transport.aclose()


async def _expect_closed(transport: ReplayTransport) -> None:
    with pytest.raises(TransportClosed, match="closed on this side"):
        await transport.receive()
