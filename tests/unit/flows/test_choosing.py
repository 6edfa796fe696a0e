"""Setting Work and its power beside a prompt: what is pressed, what must be seen for it, and what its end leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
import trio

from cdpwebai.errors import ProviderError
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_work_surface import SURFACE_LIMIT
from cdpwebai.flows.send_steps import Prepared
from cdpwebai.flows.work import Choosing
from cdpwebai.flows.work_steps import POWERS, Wish
from cdpwebai.providers.chat import ChatObservation, Surface
from cdpwebai.providers.work import Task, WorkPicker
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import NOT_SEEN
from tests.support.work_page import PaperWork

Shows = Callable[[ChatObservation], ChatObservation]


async def choose(page: PaperWork, wish: Wish) -> Prepared:
    return await Choosing(wish).prepare(page, Ledger())


async def refused(page: PaperWork, wish: Wish) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        await choose(page, wish)
    error = caught.value
    assert error.error_code == "provider.work-state-unknown"
    assert error.message.endswith("; the prompt was not sent")
    return error


def changed(**fields: Any) -> Shows:
    return lambda seen: replace(seen, **fields)


def picked(**fields: Any) -> Shows:
    """What the open picker says is something else."""

    def shows(seen: ChatObservation) -> ChatObservation:
        assert isinstance(seen.work_picker, Known)
        known: WorkPicker = seen.work_picker.value
        return replace(seen, work_picker=Known(msgspec.structs.replace(known, **fields))) if known.open else seen

    return shows


@proves("seed000.4-order")
async def test_from_a_chat_it_takes_one_press_for_work_and_a_key_for_each_step(autojump_clock: object) -> None:
    page = PaperWork(surface="chat", power=2)
    done = await choose(page, Wish(4, "fast"))
    assert page.acts == ["radio", "trigger", "ArrowRight", "ArrowRight", "fast", "escape"]
    assert done.work_selection is not None
    assert (done.work_selection.power, done.work_selection.surface_switched) == (4, True)
    assert (done.work_selection.speed, done.work_selection.more_usage) == ("fast", True)
    assert trio.current_time() < 1, "nothing is waited for that is there"


async def test_what_is_in_force_already_is_only_read(autojump_clock: object) -> None:
    page = PaperWork(power=4)
    done = await choose(page, Wish(4))
    assert page.acts == ["trigger", "escape"]
    assert done.work_selection is not None
    assert done.work_selection.surface_switched is False


@pytest.mark.parametrize("task", [Known(Task(False, False, named=True, invites=False)), NOT_SEEN])
@proves("seed000.scope")
async def test_a_composer_that_is_not_works_by_both_signs_ends_it_before_the_picker_is_opened(
    autojump_clock: object, task: Any
) -> None:
    page = PaperWork()
    page.shows = changed(task=task)
    error = await refused(page, Wish(4))
    assert (error.stage, error.retry_hint, error.page_may_have_changed) == (
        "provider-work-preflight",
        "reload-page",
        False,
    )
    assert page.acts == []
    assert trio.current_time() == pytest.approx(5, abs=0.5)


async def test_work_is_chosen_by_one_press_and_by_no_second_one(autojump_clock: object) -> None:
    page = PaperWork(surface="chat")
    page.shows = changed(surface=Known(Surface("chat")))
    error = await refused(page, Wish(4))
    assert page.acts == ["radio"]
    assert error.page_may_have_changed is True


async def test_a_page_has_its_time_to_show_work_from_the_press_on_however_long_that_took(
    autojump_clock: object,
) -> None:
    class Slow(PaperWork):
        """Its radio takes longer to press than the page may take to show what came of it."""

        async def choose_work(self) -> None:
            await trio.sleep(SURFACE_LIMIT + 1)
            self._do("radio")
            pressed = trio.current_time()
            self.surface = "work"
            self.shows = lambda seen: seen if trio.current_time() > pressed + 1 else replace(seen, task=NOT_SEEN)

    page = Slow(surface="chat")
    assert (await choose(page, Wish(3))).work_selection is not None
    assert page.acts[0] == "radio"


async def test_a_press_for_work_that_was_not_made_is_told_with_its_reason(autojump_clock: object) -> None:
    page = PaperWork(surface="chat")
    page.refuses = {"radio"}
    assert "(radio is covered)" in (await refused(page, Wish(4))).message


@pytest.mark.parametrize(("power", "speed", "acts"), [(4, None, ["ArrowRight"]), (3, "fast", ["fast"])])
async def test_what_was_changed_before_it_ended_is_told_as_changed_and_the_picker_is_closed(
    autojump_clock: object, power: int, speed: Any, acts: list[str]
) -> None:
    page = PaperWork()
    page.shows = picked(model="GPT-5.5")
    error = await refused(page, Wish(power, speed))
    assert page.acts == ["trigger", *acts, "escape"]
    assert not page.open
    assert (error.stage, error.page_may_have_changed) == ("provider-work-select", True)


async def test_where_nothing_was_changed_the_error_says_so(autojump_clock: object) -> None:
    page = PaperWork()
    page.shows = picked(model="GPT-5.5")
    assert (await refused(page, Wish(3))).page_may_have_changed is False
    assert page.acts == ["trigger", "escape"]


async def test_a_picker_that_is_closed_is_not_closed_again(autojump_clock: object) -> None:
    page = PaperWork()
    page.refuses = {"trigger"}
    error = await refused(page, Wish(3))
    assert page.acts == []
    assert "(trigger is covered)" in error.message


def other_power(seen: ChatObservation) -> ChatObservation:
    assert isinstance(seen.work_picker, Known)
    known = msgspec.structs.replace(seen.work_picker.value, label=POWERS[1])
    return replace(seen, work_picker=Known(known))


@pytest.mark.parametrize(
    ("shows", "lasts", "why"),
    [
        (changed(surface=Known(Surface("chat"))), 0.0, "not on Work any more"),
        (changed(surface=Known(Surface("ambiguous"))), 0.0, "not on Work any more"),
        (changed(task=Known(Task(False, False, named=False, invites=False))), 0.0, "not on Work any more"),
        (changed(surface=NOT_SEEN), 5.0, "could not be seen"),
        (changed(task=NOT_SEEN), 5.0, "could not be seen"),
        (other_power, 0.0, "power 3 was chosen, and is not any more"),
        (changed(work_picker=NOT_SEEN), 5.0, "still chosen could not be seen"),
    ],
)
@proves("seed000.4-order")
async def test_right_before_send_surface_composer_and_power_must_be_seen_as_they_were_chosen(
    autojump_clock: object, shows: Shows, lasts: float, why: str
) -> None:
    page = PaperWork()
    done = await choose(page, Wish(3))
    seen = await page.observe()
    assert [gate(seen) for gate in done.gates] == [None, None]
    shut = [found for gate in done.gates if (found := gate(shows(seen)))]
    assert [(one.lasts, why in one.why, one.hint) for one in shut] == [(lasts, True, "retry-work-send")]


@pytest.mark.parametrize(("power", "speed"), [(4, None), (3, "fast"), (3, None)])
async def test_the_picker_that_is_opened_once_more_before_send_changes_nothing_back(
    autojump_clock: object, power: int, speed: Any
) -> None:
    page = PaperWork()
    done = await choose(page, Wish(power, speed))
    page.acts.clear()
    assert len(done.checks) == 1
    (check,) = done.checks
    await check()
    assert page.acts == ["trigger", "escape"]
    page.power, page.fast = (2, False) if power == 3 and speed is None else (3, False)
    page.acts.clear()
    with pytest.raises(ProviderError, match="was chosen, and the page is at") as caught:
        await check()
    assert page.acts == ["trigger", "escape"]
    assert caught.value.page_may_have_changed is True, "the prompt was typed before"
    assert caught.value.message.endswith("; the prompt was not sent, it may stand in the composer")
