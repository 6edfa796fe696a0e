"""The seam between the event loop and a store that blocks."""

from __future__ import annotations

import threading

import pytest
import trio
from trio.testing import MockClock

from cdpwebai.errors import StoreBusy
from cdpwebai.store.worker import Busy, Worker
from tests.unit.test_imports import loaded_by


async def test_a_job_runs_in_a_thread_where_time_is_real_and_inline_where_it_is_virtual(
    either_clock: MockClock | None,
) -> None:
    inline = await Worker().run(threading.current_thread) is threading.current_thread()
    assert inline is (either_clock is not None)


@pytest.mark.usefixtures("either_clock")
class TestEitherWay:
    async def test_what_a_job_returns_and_raises_comes_out(self) -> None:
        assert await Worker().run(lambda: 7) == 7
        with pytest.raises(ZeroDivisionError):
            await Worker().run(lambda: 1 // 0)

    async def test_what_is_locked_is_tried_again_until_it_is_free(self) -> None:
        left = [3]

        def job() -> str:
            left[0] -= 1
            if left[0]:
                raise Busy("locked")
            return "done"

        assert await Worker().run(job) == "done"

    async def test_a_job_is_a_checkpoint(self) -> None:
        with trio.move_on_after(0) as scope:
            await Worker().run(lambda: 7)
        assert scope.cancelled_caught


async def test_what_stays_locked_is_an_error_after_the_patience(autojump_clock: MockClock) -> None:
    tries: list[float] = []

    def job() -> None:
        tries.append(trio.current_time())
        raise Busy("locked by a test")

    with pytest.raises(StoreBusy, match="could not be used within 2 s: locked by a test") as caught:
        await Worker(patience=2).run(job)
    assert (caught.value.error_code, caught.value.stage, caught.value.retry_hint) == (
        "session.store-busy",
        "store",
        "retry",
    )
    assert trio.current_time() == 2
    assert 50 < len(tries) < 150


async def test_a_job_that_does_not_end_is_left_behind_after_the_patience() -> None:
    gate = threading.Event()
    worker = Worker(patience=0.05)
    with pytest.raises(StoreBusy, match=r"could not be used within 0\.05 s: the disk did not answer"):
        await worker.run(gate.wait)
    assert worker.statistics().working
    gate.set()


def test_sqlite_is_loaded_with_the_first_store_that_is_opened() -> None:
    assert "sqlite3" not in loaded_by("import cdpwebai.store, cdpwebai.flows.session_store")
    assert "sqlite3" in loaded_by("import cdpwebai.store.database")
