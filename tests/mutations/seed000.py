"""The guards of Work: seed 000's on picker, speed and coming back, and those rows of seed 002 that are Work's."""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

FLOWS = "tests/unit/flows/"
PICK = f"{FLOWS}test_plan_work.py::"
ADVANCED = f"{FLOWS}test_plan_advanced.py::"
TASK = f"{FLOWS}test_plan_task.py::"
SENDING = f"{FLOWS}test_work_sending.py::"
SESSIONS = "tests/unit/store/test_work_sessions.py::"

NEAR = tuple(one.removesuffix("::") for one in (PICK, ADVANCED, TASK, SENDING, SESSIONS))
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
        old='    if wish.speed is None or picker.fast is (wish.speed == "fast"):\n',
        new='    if picker.fast is (wish.speed == "fast"):\n',
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
        id="seed000.running-reattach",
        guard="a task that may run is not joined again by its address",
        file="cdpwebai/flows/plan_resume.py",
        old='    if session.surface == "work" and session.status != "complete":\n',
        new='    if session.surface == "work" and session.status == "failed":\n',
        red=(f"{SESSIONS}test_a_task_that_may_run_is_not_joined_again_by_its_address",),
        rest=NEAR,
    ),
)
