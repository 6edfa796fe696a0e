"""The guards of the wait for an answer: what is not seen never makes one complete."""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

POLL = "tests/unit/flows/test_plan_poll.py::"

MUTATIONS = (
    Mutation(
        id="seed001.activity-unknown",
        guard="what could not be told is no quiet",
        file="cdpwebai/flows/plan_activity.py",
        old='        return "unknown"\n',
        new='        return "none"\n',
        red=(
            f"{POLL}test_unknown_activity_lengthens_the_window_to_five_seconds",
            f"{POLL}test_a_look_that_could_not_tell_counts_for_the_long_window_and_never_for_the_short_one",
            f"{POLL}test_with_activity_not_seen_the_window_stays_although_the_record_agrees",
            f"{POLL}test_the_last_look_needs_no_window_where_nothing_runs_and_keeps_it_elsewhere",
        ),
    ),
)
