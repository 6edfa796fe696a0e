"""Pacing in the store: what one process opened, and what it was told, holds for every other one."""

import sys
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import trio

from cdpwebai.api.pacing import cool_down_after, wait_pace
from cdpwebai.api.settings import COOL_DOWN, FILE, PER_MINUTE, Pace, pace_of, places_of
from cdpwebai.errors import InputError, ProviderError, StoreTooLate
from cdpwebai.records import Fence
from cdpwebai.store import Store, open_store
from tests.manifest import proves


class Clock:
    """A wall clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@asynccontextmanager
async def two_stores(home: Path, clock: Clock) -> AsyncGenerator[tuple[Store, Store], None]:
    """The same store, opened twice."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(open_store(home, wall=clock))
        yield first, await stack.enter_async_context(open_store(home, wall=clock))


@proves("pacing.shared")
async def test_conversations_that_others_opened_within_a_minute_count(tmp_path: Path) -> None:
    clock = Clock()
    async with two_stores(tmp_path, clock) as (one, other):
        assert await one.open_one("chatgpt", 2, Fence()) == 0
        clock.now += 20
        assert await other.open_one("chatgpt", 2, Fence()) == 0
        clock.now += 10
        assert await one.open_one("chatgpt", 2, Fence()) == 30
        assert await other.open_one("demo", 2, Fence()) == 0, "another vendor's are its own"
        clock.now += 30
        assert await one.open_one("chatgpt", 2, Fence()) == 0
        assert await other.open_one("chatgpt", 2, Fence()) == 20


@proves("pacing.shared")
async def test_of_many_at_once_no_more_are_opened_than_are_allowed(tmp_path: Path) -> None:
    found: list[float] = []

    async def open_one(store: Store) -> None:
        found.append(await store.open_one("chatgpt", 3, Fence()))

    async with two_stores(tmp_path, Clock()) as stores, trio.open_nursery() as nursery:
        for number in range(10):
            nursery.start_soon(open_one, stores[number % 2])
    assert sorted(found)[:4] == [0, 0, 0, 60]


@proves("pacing.shared")
async def test_another_process_s_openings_count(tmp_path: Path) -> None:
    program = (
        "import sys, trio\nfrom pathlib import Path\nfrom cdpwebai.records import Fence\n"
        "from cdpwebai.store import open_store\n"
        "async def main():\n    async with open_store(Path(sys.argv[1])) as store:\n"
        "        print([await store.open_one('chatgpt', 2, Fence()) for _ in range(2)])\n"
        "        await store.cool('chatgpt', 'Too many requests', 300)\ntrio.run(main)\n"
    )
    ran = await trio.run_process([sys.executable, "-c", program, str(tmp_path)], capture_stdout=True)
    assert ran.stdout.decode().strip() == "[0.0, 0.0]"
    async with open_store(tmp_path) as store:
        assert 0 < await store.open_one("chatgpt", 2, Fence()) <= 60
        found = await store.cooling("chatgpt")
    assert found is not None
    assert (found[0].reason, 0 < found[1] <= 300) == ("Too many requests", True)


@proves("pacing.clock")
async def test_a_clock_that_was_set_back_blocks_nobody(tmp_path: Path) -> None:
    clock = Clock()
    async with open_store(tmp_path, wall=clock) as store:
        assert await store.open_one("chatgpt", 1, Fence()) == 0
        await store.cool("chatgpt", "Too many requests", 300)
        clock.now -= 500
        assert await store.open_one("chatgpt", 1, Fence()) == 0
        assert await store.cooling("chatgpt") is None


@proves("pacing.cool-down")
async def test_the_longer_cool_down_stays_and_ends(tmp_path: Path) -> None:
    clock = Clock()
    async with two_stores(tmp_path, clock) as (one, other):
        await one.cool("chatgpt", "first", 300)
        await other.cool("chatgpt", "second", 100)
        found = await other.cooling("chatgpt")
        assert found is not None
        assert (found[0].reason, found[1]) == ("first", 300)
        assert await other.cooling("demo") is None
        clock.now += 300
        assert await one.cooling("chatgpt") is None


async def test_who_is_late_opens_nothing(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        with pytest.raises(StoreTooLate):
            await store.open_one("chatgpt", 1, Fence(lambda: True))
        assert await store.open_one("chatgpt", 1, Fence()) == 0


async def wait(store: Store, pace: Pace, seconds: float, *, opens: bool = True) -> list[str]:
    """Wait for a turn; what was told meanwhile."""
    told: list[str] = []
    last_at = trio.current_time() + seconds
    await wait_pace(store, "chatgpt", pace, opens=opens, last_at=last_at, fence=Fence(), tell=told.append)
    return told


async def test_a_turn_that_is_free_is_taken_without_a_word_and_a_follow_up_needs_none(tmp_path: Path) -> None:
    pace = Pace(per_minute=1)
    async with open_store(tmp_path) as store:
        assert await wait(store, pace, 1) == []
        assert await wait(store, pace, 1, opens=False) == []
        assert await wait(store, Pace(per_minute=0), 1) == []


@proves("pacing.waits")
async def test_a_turn_that_comes_in_time_is_waited_for_and_told(tmp_path: Path) -> None:
    clock = Clock()
    async with two_stores(tmp_path, clock) as (one, other):
        assert await wait(one, Pace(per_minute=1), 5) == []
        clock.now += 59.9
        began = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_later, clock)
            told = await wait(other, Pace(per_minute=1), 5)
        assert "1 conversations of chatgpt were opened within a minute" in told[0]
        assert trio.current_time() - began >= 0.1


async def pass_later(clock: Clock) -> None:
    await trio.sleep(0.05)
    clock.now += 0.2


@proves("pacing.waits")
async def test_a_turn_that_comes_too_late_is_refused_at_once(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await wait(store, Pace(per_minute=1), 5)
        with pytest.raises(ProviderError, match="longer than there is time") as caught:
            await wait(store, Pace(per_minute=1), 5)
    assert (caught.value.error_code, caught.value.page_may_have_changed) == ("provider.active-capacity", False)


@proves("pacing.cool-down")
async def test_a_rate_limit_that_one_saw_is_told_to_all_with_its_reason_and_end(tmp_path: Path) -> None:
    clock = Clock()
    seen = ProviderError("Too many requests", code="provider.rate-limited", stage="poll", hint="poll-or-resume")
    async with two_stores(tmp_path, clock) as (one, other):
        await cool_down_after(seen, one, "chatgpt", Pace())
        with pytest.raises(ProviderError, match=r"until 1970-01-01T.*Too many requests") as caught:
            await wait(other, Pace(), 60, opens=False)
        assert (caught.value.error_code, caught.value.retry_hint) == ("provider.rate-limited", "wait-and-retry")
        clock.now += 100
        await cool_down_after(caught.value, other, "chatgpt", Pace())
        found = await one.cooling("chatgpt")
        assert found is not None
        assert found[1] == 200, "our own refusal makes it no longer"


@proves("pacing.only-limits")
async def test_only_a_rate_limit_starts_a_cool_down_also_where_it_is_not_known_whether_the_prompt_went(
    tmp_path: Path,
) -> None:
    other = ProviderError("A limit", code="provider.quota", stage="poll", hint="poll-or-resume")
    code, stage, hint = "provider.rate-limited", "commit-verify", "poll-or-resume"
    unknown = ProviderError("Too many requests", code=code, stage=stage, hint=hint, page_may_have_changed=None)
    async with open_store(tmp_path) as store:
        await cool_down_after(other, store, "chatgpt", Pace())
        await cool_down_after(unknown, store, "chatgpt", Pace(cool_down=0))
        assert await store.cooling("chatgpt") is None
        await cool_down_after(unknown, store, "chatgpt", Pace())
        assert await store.cooling("chatgpt") is not None


@proves("pacing.settings")
def test_the_file_sets_the_pace_and_the_demo_is_free_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CDPWEBAI_HOME", str(tmp_path))
    assert pace_of("chatgpt") == Pace(PER_MINUTE, COOL_DOWN)
    assert pace_of("demo") == Pace(0, 0)
    (tmp_path / FILE).write_text("at_once = 2\nper_minute = 3\ncool_down = 4\n")
    assert pace_of("chatgpt") == pace_of("demo") == Pace(3, 4)
    assert len(places_of("chatgpt")) == 2
    for wrong in ("per_minute = -1", "cool_down = true", 'per_minute = "3"', "cool_down = 1.5"):
        (tmp_path / FILE).write_text(wrong)
        with pytest.raises(InputError, match="must be a whole number of 0 or more"):
            pace_of("chatgpt")
