"""The guards of Work's picker, its speed and its task: seed 000's, and those rows of seed 002 that are Work's.

What opens and shuts Work's doors stands in ``seed000_doors``.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

FLOWS = "tests/unit/flows/"
PICK = f"{FLOWS}test_plan_work.py::"
DOUBT = f"{FLOWS}test_task_doubt.py::"
LIES = f"{FLOWS}test_picker_that_lies.py::"
ADVANCED = f"{FLOWS}test_plan_advanced.py::"
TASK = f"{FLOWS}test_plan_task.py::"
SENDING = f"{FLOWS}test_work_sending.py::"
SESSIONS = "tests/unit/store/test_work_sessions.py::"

NEAR = tuple(one.removesuffix("::") for one in (PICK, LIES, ADVANCED, TASK, DOUBT, SENDING, SESSIONS))
"""The tests of Work itself; the rest of the flows do not come by it."""

MUTATIONS = (
    Mutation(
        id="seed002.work-copy",
        guard="what could not be seen of Stop is judged before the actions of a turn that has ended",
        file="cdpwebai/flows/plan_task.py",
        old="    if not isinstance(seen.stop, Absent) or not isinstance(seen.task, Known) or seen.task.value.asks:\n",
        new="    if isinstance(seen.task, Known) and seen.task.value.asks:\n",
        red=(
            f"{TASK}test_one_look_tells_where_the_task_stands",
            f"{TASK}test_actions_of_a_turn_complete_nothing_while_something_else_speaks_or_was_not_seen",
            f"{TASK}test_without_a_main_region_it_ends_when_that_has_lasted_and_no_copy_completes_it",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed002.work-thinks",
        guard="a page that thinks is a task that runs, also where Stop could not be seen",
        file="cdpwebai/flows/plan_task.py",
        old="    if isinstance(seen.stop, Visible) or thinking or progress or written:\n",
        new=(
            "    absent = isinstance(seen.stop, Absent)\n"
            "    if isinstance(seen.stop, Visible) or (absent and thinking) or progress or written:\n"
        ),
        red=(f"{TASK}test_one_look_tells_where_the_task_stands",),
        rest=NEAR,
    ),
    Mutation(
        id="seed002.work-stop-warning",
        guard="a Stop that was not seen beside the new message is told",
        file="cdpwebai/flows/work_sending.py",
        old='        if isinstance(seen.stop, Unknown):\n            told.append("work-stop-probe-unverified")\n',
        new="",
        red=(f"{SENDING}test_a_stop_that_could_not_be_seen_beside_the_new_message_is_a_warning",),
        rest=NEAR,
    ),
    Mutation(
        id="seed002.work-stop-evidence",
        guard="without the new message what was seen of Stop stands in the error",
        file="cdpwebai/flows/work_sending.py",
        old='            evidence={"stopProbe": stop},\n',
        new='            evidence={"stopProbe": "absent"},\n',
        red=(f"{SENDING}test_without_the_new_message_what_was_seen_of_stop_stands_in_the_error",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.task-url",
        guard="a task without an address is told as one",
        file="cdpwebai/flows/work_sending.py",
        old='        if not sent.conversation:\n            told.append("work-task-url-unresolved")\n',
        new="",
        red=(f"{SENDING}test_a_task_that_got_no_address_is_sent_and_that_is_told",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.number",
        guard="the number alone is no identity",
        file="cdpwebai/flows/plan_work.py",
        old="    if told != (wish.naming, wish.naming):\n",
        new="    if told == (None, None):\n",
        red=(f"{PICK}test_the_number_alone_is_no_identity", f"{PICK}test_a_picker_that_goes_wrong_ends_it"),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.speed-unset",
        guard="a speed that was not asked for is not touched",
        file="cdpwebai/flows/plan_work.py",
        old='    if wish.speed is None or fast is (wish.speed == "fast"):\n',
        new='    if fast is (wish.speed == "fast"):\n',
        red=(f"{PICK}test_a_speed_that_was_not_asked_for_is_not_touched",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.multiplier",
        guard="no number of times is kept",
        file="cdpwebai/flows/plan_work.py",
        old='    return " ".join(MULTIPLIER.sub(" ", text).split())\n',
        new='    return " ".join(text.split())\n',
        red=(f"{PICK}test_how_much_more_fast_takes_is_in_no_evidence",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.advanced-sign",
        guard="a choice is believed only by its own sign in the menu",
        file="cdpwebai/flows/plan_advanced.py",
        old="    if menu.chosen == pick.name:\n",
        new="    if menu.chosen == pick.name or state.chose:\n",
        red=(f"{ADVANCED}test_where_one_sign_does_not_follow_the_choice_is_not_taken_for_made",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.advanced-row",
        guard="the row must tell the choice",
        file="cdpwebai/flows/plan_advanced.py",
        old="    if pick is not None and picker.row(pick.part) != pick.name:\n",
        new="    if pick is not None and picker.row(pick.part) is None:\n",
        red=(f"{ADVANCED}test_where_one_sign_does_not_follow_the_choice_is_not_taken_for_made",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.advanced-label",
        guard="the closed picker must tell the choice",
        file="cdpwebai/flows/plan_advanced.py",
        old="    if label is None or (label.model, label.effort) != (found.model, found.effort):\n",
        new="    if label is None:\n",
        red=(f"{ADVANCED}test_where_one_sign_does_not_follow_the_choice_is_not_taken_for_made",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.unknown-lasts",
        guard="one look that does not tell where the task stands is not the end",
        file="cdpwebai/flows/plan_task.py",
        old="            if since is not None and now >= since + UNKNOWN_LASTS:\n",
        new="            if since is not None:\n",
        red=(f"{TASK}test_what_is_not_known_must_last_to_end_the_waiting",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.doubt-told",
        guard="that a task is in doubt is a warning",
        file="cdpwebai/flows/plan_task.py",
        old="        planned = replace(planned, warnings=planned.warnings | {NOT_KNOWN})\n",
        new="        planned = replace(planned, warnings=planned.warnings)\n",
        red=(f"{DOUBT}test_a_task_in_doubt_is_stored_as_that_while_it_is_waited_for",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.doubt-stored",
        guard="that a task is in doubt is stored while it is waited for",
        file="cdpwebai/flows/poll.py",
        old="            with suppress(StoreError):  # the answer may come all the same, and is stored by itself\n"
        "                await self.journal.warned()\n",
        new="            pass\n",
        red=(f"{DOUBT}test_a_task_in_doubt_is_stored_as_that_while_it_is_waited_for",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.doubt-costs-nothing",
        guard="a store that cannot take the doubt costs no answer",
        file="cdpwebai/flows/poll.py",
        old="            with suppress(StoreError):  # the answer may come all the same, and is stored by itself\n",
        new="            with suppress(Gone):\n",
        red=(f"{DOUBT}test_a_store_that_cannot_take_the_doubt_costs_no_answer",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.complete",
        guard="an answer is not complete whose task is not",
        file="cdpwebai/flows/plan_task.py",
        old='        case Complete() if status == "complete":\n',
        new="        case Complete():\n",
        red=(f"{TASK}test_actions_of_a_turn_complete_nothing_while_something_else_speaks_or_was_not_seen",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.one-step",
        guard="a key that moves the power by more than one step ends it",
        file="cdpwebai/flows/plan_work.py",
        old="    if expected is not None and power != expected:\n",
        new="    if expected is not None and state.moved is None and power != expected:\n",
        red=(f"{PICK}test_a_picker_that_goes_wrong_ends_it",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.speed-row",
        guard="a box of the speed that its row speaks against tells no speed",
        file="cdpwebai/flows/plan_work.py",
        old='    return None if row in ("standard", "fast") and fast is not (row == "fast") else fast\n',
        new='    return None if row in ("", "?") and fast is not (row == "fast") else fast\n',
        red=(
            f"{LIES}test_a_box_that_the_row_of_the_speed_speaks_against_tells_no_speed_and_is_not_pressed",
            f"{LIES}test_a_row_of_the_speed_in_the_other_view_must_follow_the_box_within_its_time",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.scale",
        guard="a scale that is not known is not stepped on",
        file="cdpwebai/flows/plan_work.py",
        old="    if (picker.least, picker.most) != (0, len(POWERS) - 1):\n",
        new="    if picker.most is None and picker.least is not None:\n",
        red=(
            f"{PICK}test_a_scale_that_is_not_known_is_not_stepped_on",
            f"{LIES}test_a_slider_whose_ends_are_others_is_not_moved",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.closed",
        guard="the picker must have closed before anything is typed",
        file="cdpwebai/flows/plan_work.py",
        old="    if picker.open or picker.expanded:\n",
        new="    if picker.open and picker.expanded:\n",
        red=(f"{LIES}test_what_the_picker_does_not_agree_on_ends_it_and_nothing_is_pressed_twice",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.closed-label",
        guard="what goes back when the picker closes is noticed",
        file="cdpwebai/flows/plan_work.py",
        old="    if picker.label != wish.naming:\n",
        new="    if not wish.naming:\n",
        red=(
            f"{PICK}test_a_closed_picker_that_says_something_else_ends_it",
            f"{LIES}test_what_the_picker_does_not_agree_on_ends_it_and_nothing_is_pressed_twice",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.went-back",
        guard="a power that goes back while model and effort are read ends it",
        file="cdpwebai/flows/plan_work.py",
        old="    if picker.power is not None and picker.power != wish.power - 1:\n",
        new="    if picker.power is not None and picker.power < 0:\n",
        red=(f"{PICK}test_a_power_that_goes_back_while_model_and_effort_are_read_ends_it",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.main-in-page",
        guard="in the page nothing of a task is looked for outside of the main region",
        file="cdpwebai/providers/chatgpt/js/work_task.js",
        old='  if (main === null) return { v: "unknown", why: "no-anchor", at: selectors.main.join(", ") };\n',
        new="  if (main === null) return { thinking: true, asks: false, named: false, invites: false };\n",
        red=(
            "tests/browser/providers/test_work.py::test_without_the_main_region_nothing_is_looked_for_in_the_whole_page",
        ),
        rest=(),
    ),
    Mutation(
        id="seed000.running-reattach",
        guard="a task that may run is not joined again by its address",
        file="cdpwebai/flows/plan_resume.py",
        old='    if session.surface == "work" and session.status != "complete":\n',
        new='    if session.surface == "work" and session.status == "failed":\n',
        red=(f"{SESSIONS}test_a_task_that_may_run_is_not_joined_again_by_its_address",),
        rest=NEAR,
    ),
)
