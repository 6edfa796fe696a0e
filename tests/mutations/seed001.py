"""The guards of the wait for an answer: what is not seen never makes one complete.

Seed 001 names three for the ordering (its call, "unknown" taken for "ordered", its conjunct) and, for each consumer of
activity, what unknown may not do. That nobody loses a warning stands in ``seed001_told``, what is held of an image that
was asked for in ``seed001_images``.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

ACTIVITY = "tests/unit/flows/test_plan_activity.py::"
DEADLINE = "tests/unit/flows/test_deadline.py::"
ORDERING = "tests/unit/flows/test_plan_ordering.py::"
POLL = "tests/unit/flows/test_plan_poll.py::"
STRAY = "tests/unit/flows/test_stray_answers.py::"
WAITING = "tests/unit/flows/test_waiting.py::"

MUTATIONS = (
    Mutation(
        id="seed001.activity-unknown",
        guard="activity that was not told is no quiet",
        file="cdpwebai/flows/plan_activity.py",
        old='        return "unknown"\n',
        new='        return "none"\n',
        red=(
            f"{ACTIVITY}test_where_one_of_the_signs_was_not_seen_it_is_unknown_and_neither_quiet_nor_activity",
            f"{POLL}test_unknown_activity_lengthens_the_window_to_five_seconds",
            f"{WAITING}test_with_unknown_activity_two_seconds_are_too_few_and_six_enough",
        ),
    ),
    Mutation(
        id="seed001.activity-window",
        guard="unknown activity has the long window",
        file="cdpwebai/flows/plan_activity.py",
        old='"unknown": 5.0}',
        new='"unknown": 1.0}',
        red=(
            f"{ACTIVITY}test_only_what_is_surely_quiet_has_the_short_window",
            f"{WAITING}test_with_unknown_activity_two_seconds_are_too_few_and_six_enough",
        ),
    ),
    Mutation(
        id="seed001.activity-sure",
        guard="only looks that told of quiet count for the short window",
        file="cdpwebai/flows/plan_poll.py",
        old='if activity == "none" else None\n    return replace(state, sure_since',
        new='if activity != "strong" else None\n    return replace(state, sure_since',
        red=(
            f"{POLL}test_a_look_that_could_not_tell_counts_for_the_long_window_and_never_for_the_short_one",
            f"{WAITING}test_with_unknown_activity_two_seconds_are_too_few_and_six_enough",
        ),
    ),
    Mutation(
        id="seed001.activity-list",
        guard="only strengths on the list are strengths",
        file="cdpwebai/providers/chat.py",
        old='    activity: Literal["none", "text", "trace", "progress"]\n',
        new="    activity: str\n",
        red=(f"{ACTIVITY}test_an_activity_that_nobody_knows_is_malformed_and_so_unknown",),
    ),
    Mutation(
        id="seed001.strong",
        guard="while an answer is surely being made it is not complete",
        file="cdpwebai/flows/plan_poll.py",
        old='if turn is None or activity == "strong" or ',
        new="if turn is None or ",
        red=(
            f"{POLL}test_the_record_never_overrules_a_shown_stop",
            f"{WAITING}test_what_is_being_made_or_has_not_ended_never_completes",
        ),
    ),
    Mutation(
        id="seed001.ordering-call",
        guard="the answer is what stands behind our message, not what stands last",
        file="cdpwebai/flows/plan_poll.py",
        old="ordering_of(seen.turns.value, state.turn_id, state.before, state.answered, state.message_id)\n",
        new='("ordered", seen.turns.value[-1] if seen.turns.value else None)\n',
        red=(
            f"{WAITING}test_a_stale_answer_is_never_returned_and_the_same_one_in_order_is",
            f"{WAITING}test_an_ordering_that_cannot_be_told_times_out_and_says_so",
        ),
    ),
    Mutation(
        id="seed001.ordering-unknown",
        guard="an ordering that cannot be told is no ordering",
        file="cdpwebai/flows/plan_ordering.py",
        old='    return "unknown", None\n',
        new='    return "ordered", last\n',
        red=(
            f"{ORDERING}test_a_new_answer_without_our_message_is_not_taken_where_another_may_have_asked",
            f"{WAITING}test_an_ordering_that_cannot_be_told_times_out_and_says_so",
        ),
    ),
    Mutation(
        id="seed001.ordering-behind",
        guard="only what stands behind our message answers it",
        file="cdpwebai/flows/plan_ordering.py",
        old="turns[place + 1 :] if turn[0] not in before]",
        new='turns if turn[0] not in before and turn[1].role == "assistant"]',
        red=(
            f"{ORDERING}test_where_nothing_new_stands_behind_our_message_there_is_no_answer_yet",
            f"{WAITING}test_a_stale_answer_is_never_returned_and_the_same_one_in_order_is",
        ),
    ),
    Mutation(
        id="seed001.ordering-before",
        guard="what stood there before the prompt does not answer it",
        file="cdpwebai/flows/plan_ordering.py",
        old="turns[place + 1 :] if turn[0] not in before]",
        new="turns[place + 1 :]]",
        red=(f"{POLL}test_what_is_not_proven_finished_is_waited_on",),
    ),
    Mutation(
        id="seed001.ordering-later",
        guard="an answer behind a later question is that one's",
        file="cdpwebai/flows/plan_ordering.py",
        old="    answers = after[:asked]\n",
        new='    answers = [one for one in after if one[1].role == "assistant"]\n',
        red=(f"{ORDERING}test_what_stands_between_our_message_and_a_later_question_is_ours_and_nothing_behind_that",),
    ),
    Mutation(
        id="seed001.ordering-unverifiable",
        guard="a question out of the document does not hold its answer back (the other half)",
        file="cdpwebai/flows/plan_ordering.py",
        old='        return "unverifiable", last\n',
        new='        return "unknown", None\n',
        red=(
            f"{ORDERING}test_without_any_turn_of_the_user_s_the_answer_passes_that_can_be_nobody_else_s",
            f"{WAITING}test_an_answer_whose_question_was_taken_out_of_the_document_completes",
        ),
    ),
    Mutation(
        id="seed001.ordering-alone",
        guard="in an old chat an answer without its question is taken only where it was bound",
        file="cdpwebai/flows/plan_ordering.py",
        old="    alone = len(turns) == 1 and not before\n",
        new="    alone = len(turns) == 1\n",
        red=(f"{ORDERING}test_a_new_answer_without_our_message_is_not_taken_where_another_may_have_asked",),
    ),
    Mutation(
        id="seed001.ordering-record",
        guard="the record tells by its own tree whose a stray answer is",
        file="cdpwebai/flows/plan_witness.py",
        old="    return bool(turn.messages) and {message.id for message in turn.messages} <= set(record.made_by)\n",
        new="    return bool(turn.messages) and bool(record.made_by)\n",
        red=(
            f"{STRAY}test_without_that_it_is_nobody_s_however_long_it_stands",
            f"{STRAY}test_behind_a_later_question_nothing_is_ours_although_our_own_answer_was",
            f"{STRAY}test_an_answer_of_which_the_record_has_only_a_part_is_not_placed",
        ),
    ),
    Mutation(
        id="seed001.identity-unread",
        guard="a place that was not read is not ours",
        file="cdpwebai/flows/plan_poll.py",
        old="    if isinstance(seen.place, Unknown):\n        return False\n",
        new="    if isinstance(seen.place, Unknown):\n        return True\n",
        red=(f"{WAITING}test_a_place_that_cannot_be_read_completes_nothing_and_is_recorded",),
    ),
    Mutation(
        id="seed001.identity-other",
        guard="another conversation's answer is not ours",
        file="cdpwebai/flows/plan_poll.py",
        old="    return conversation_of(seen.place.value.url) == state.conversation\n",
        new="    return bool(conversation_of(seen.place.value.url) or state.conversation)\n",
        red=(f"{POLL}test_what_is_not_proven_finished_is_waited_on",),
    ),
    Mutation(
        id="seed001.finished",
        guard="a turn without the actions of an ended one is not complete",
        file="cdpwebai/flows/plan_poll.py",
        old="    if not turn.finished or not (turn.messages or turn.images):\n",
        new="    if not (turn.messages or turn.images):\n",
        red=(
            f"{POLL}test_what_is_not_proven_finished_is_waited_on",
            f"{WAITING}test_the_actions_of_an_ended_turn_are_asked_for_in_each_look",
        ),
    ),
    Mutation(
        id="seed001.window-again",
        guard="what is held back starts the window again",
        file="cdpwebai/flows/plan_poll.py",
        old="    return replace(state, answer=answer, since=None, sure_since=None)\n",
        new="    return replace(state, answer=answer)\n",
        red=(f"{WAITING}test_a_look_without_turns_starts_the_window_again_and_counts_for_none_of_it",),
    ),
    Mutation(
        id="seed001.pace",
        guard="what is held back is looked at at the pace, not in a busy loop",
        file="cdpwebai/flows/plan_poll.py",
        old="        waiting = _keep(state, turn), Wait(now + TICK, activity)\n",
        new="        waiting = _keep(state, turn), Wait(now, activity)\n",
        red=(f"{WAITING}test_what_holds_an_answer_back_is_looked_at_at_the_pace_and_never_in_a_busy_loop",),
    ),
    Mutation(
        id="seed001.reserve",
        guard="a part of the budget is kept for a last look",
        file="cdpwebai/flows/plan_poll.py",
        old="    return min(2.0, budget / 4, max(0.0, budget - 0.5))\n",
        new="    return min(0.1, budget)\n",
        red=(
            f"{DEADLINE}test_the_reserve_for_a_last_look_is_a_part_of_the_budget",
            f"{WAITING}test_of_eight_seconds_two_are_kept_for_a_last_look",
        ),
    ),
    Mutation(
        id="seed001.deadline-wall",
        guard="the wall's clock ends a wait that the loop's clock slept through",
        file="cdpwebai/flows/deadline.py",
        old="    while wall() < wall_deadline:",
        new="    while wall() < wall_deadline + 1e9:",
        red=(f"{DEADLINE}test_the_block_ends_when_the_wall_s_clock_jumps_past_its_own",),
    ),
)
