"""The guards of Work's doors: how Work is come to, what must hold right before Send, and who does not act on a task.

Seed 000's, but for Work's picker and the task itself, which stand in ``seed000``.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

BACK = "tests/unit/api/test_refusing_work.py::"
CHOOSING = "tests/unit/flows/test_choosing.py::"
DOORS = "tests/faces/test_work_doors.py::"
FOLLOW = "tests/unit/flows/test_plan_follow.py::"
SENDING = "tests/unit/flows/test_work_sending.py::"
SESSIONS = "tests/unit/store/test_work_sessions.py::"
SURFACE = "tests/unit/flows/test_plan_work_surface.py::"

NOT_OWN = "test_nothing_is_typed_into_a_composer_that_is_not_works_own_by_both_signs_once_the_power_was_set"

NEAR = tuple(one.removesuffix("::") for one in (BACK, CHOOSING, DOORS, FOLLOW, SENDING, SESSIONS, SURFACE))
"""The tests of these doors."""

MUTATIONS = (
    Mutation(
        id="seed000.radio-once",
        guard="Work's radio is pressed once",
        file="cdpwebai/flows/plan_work_surface.py",
        old='        case Known(Surface(active="chat")), _ if not state.acted:\n',
        new='        case Known(Surface(active="chat")), _:\n',
        red=(f"{SURFACE}test_from_chat_the_radio_is_pressed_once_and_the_switch_is_told",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.radio-sure",
        guard="a page that does not tell which surface is chosen is not pressed",
        file="cdpwebai/flows/plan_work_surface.py",
        old='        case Known(Surface(active="chat")), _ if not state.acted:\n',
        new='        case Known(Surface(active="chat" | "ambiguous" | "legacy")), _ if not state.acted:\n',
        red=(f"{SURFACE}test_what_does_not_tell_presses_nothing_and_is_refused_only_when_it_lasts",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.both-signs",
        guard="the composer must be Work's by both signs",
        file="cdpwebai/flows/plan_work_surface.py",
        old="Known(task) if task.named and task.invites:\n",
        new="Known(task) if task.named:\n",
        red=(
            f"{SURFACE}test_what_does_not_tell_presses_nothing_and_is_refused_only_when_it_lasts",
            f"{CHOOSING}test_a_composer_that_is_not_works_by_both_signs_ends_it_before_the_picker_is_opened",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.own-composer",
        guard="once the power was set, nothing is typed into a composer that is not Work's own",
        file="cdpwebai/flows/plan_preflight.py",
        old='(*looks, _works_own) if chosen and surface == "work" else looks:\n',
        new="looks:\n",
        red=(f"{SENDING}{NOT_OWN}",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.on-work",
        guard="right before Send the page must be on Work still",
        file="cdpwebai/flows/plan_work_surface.py",
        old='        case Known(Surface(active="work")), Known(task) if task.named:\n',
        new="        case Known(Surface()), Known(task) if task.named:\n",
        red=(
            f"{SURFACE}test_right_before_send_it_must_be_on_work_still_and_what_is_not_seen_is_waited_for",
            f"{CHOOSING}test_right_before_send_surface_composer_and_power_must_be_seen_as_they_were_chosen",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.power-gate",
        guard="right before Send the closed picker must tell the power still",
        file="cdpwebai/flows/work.py",
        old="gates=(on_work, power_gate(self.wish)), checks",
        new="gates=(on_work,), checks",
        red=(f"{CHOOSING}test_right_before_send_surface_composer_and_power_must_be_seen_as_they_were_chosen",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.power-unseen",
        guard="a closed picker that could not be read does not tell the power",
        file="cdpwebai/flows/plan_work_surface.py",
        old='                return _obstacle("whether the power is still chosen could not be seen", UNSEEN_FOR)\n',
        new="                return None\n",
        red=(f"{CHOOSING}test_right_before_send_surface_composer_and_power_must_be_seen_as_they_were_chosen",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.check",
        guard="the picker is opened and read once more before Send",
        file="cdpwebai/flows/work.py",
        old="checks=(check,), work_selection=selection)\n",
        new="work_selection=selection)\n",
        red=(f"{CHOOSING}test_the_picker_that_is_opened_once_more_before_send_changes_nothing_back",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.check-reads",
        guard="what is read once more before Send is changed by nothing",
        file="cdpwebai/flows/work.py",
        old="            await self._pick(typed, reads=True)\n",
        new="            await self._pick(typed, reads=False)\n",
        red=(f"{CHOOSING}test_the_picker_that_is_opened_once_more_before_send_changes_nothing_back",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.check-first",
        guard="Send is not pressed before that was read",
        file="cdpwebai/flows/plan_send.py",
        old="obstacle=None, unchecked=bool(done.checks))\n",
        new="obstacle=None)\n",
        red=(f"{SENDING}test_what_was_chosen_is_looked_at_once_more_between_typing_and_send",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.check-again",
        guard="after a press that was refused it is read again",
        file="cdpwebai/flows/plan_send.py",
        old="refused=why, unchecked=checks)\n",
        new="refused=why, unchecked=checks and not why)\n",
        red=(f"{SENDING}test_after_a_press_that_was_refused_it_is_looked_at_again",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.stop",
        guard="Chat's stop presses nothing on a task",
        file="cdpwebai/api/sessions.py",
        old='    if session.surface == "work":\n        raise ProviderError(\n',
        new='    if session.surface == "work" and session.answer is not None:\n        raise ProviderError(\n',
        red=(f"{DOORS}test_a_command_of_chats_does_not_act_on_a_task_and_touches_no_browser[command0]",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.follow",
        guard="no prompt of Chat's goes into a task",
        file="cdpwebai/flows/plan_follow.py",
        old='    if session.surface != "chat":\n',
        new='    if session.surface not in ("chat", "work"):\n',
        red=(
            f"{FOLLOW}test_one_of_work_s_is_not_followed_by_a_prompt_of_chat_s",
            f"{DOORS}test_a_command_of_chats_does_not_act_on_a_task_and_touches_no_browser[command1]",
        ),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.poll",
        guard="Chat's poll waits for no task, and leads to the command that does",
        file="cli/cdpwebai_cli/commands/poll.py",
        old='            if session.surface == "work" and not tasks:\n',
        new='            if session.surface == "work" and not (tasks or typed == ""):\n',
        red=(f"{DOORS}test_chats_poll_leads_to_that_of_work_and_waits_for_no_task",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.turned-back",
        guard="who comes back to a chat whose page is on Work does nothing there",
        file="cdpwebai/api/confirming.py",
        old="        while (found := turned(await page.observe())) is not None:\n",
        new="        while (found := turned(await page.observe())) is not None and found.lasts < 0:\n",
        red=(f"{BACK}test_a_page_that_is_on_work_or_does_not_tell_is_refused_and_nothing_is_done_there",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.surface-filter",
        guard="a task is not the session that is meant where none is named",
        file="cdpwebai/store/store.py",
        old="if session.surface == surface]\n",
        new="if session.surface in (surface, session.surface)]\n",
        red=(f"{DOORS}test_a_task_is_not_the_session_of_which_chats_commands_think_where_none_is_named",),
        rest=NEAR,
    ),
    Mutation(
        id="seed000.way-back",
        guard="every way back to a task is named by Work's own command",
        file="cdpwebai/api/answering.py",
        old="""{'work poll' if session.surface == 'work' else 'poll'}""",
        new="""poll""",
        red=(
            f"{DOORS}test_whoever_interrupts_or_loses_the_output_is_told_the_commands_of_work",
            f"{DOORS}test_the_doctor_names_the_ways_that_lead_back_to_a_task",
        ),
        rest=NEAR,
    ),
)
