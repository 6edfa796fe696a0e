"""The guards of what is told of the wait for an answer: a warning for what was not seen, lost by no way that it ends.

Seed 001 asks that result, artifact, stored session and finalizer carry the same.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

WAITING = "tests/unit/flows/test_waiting.py::"

MUTATIONS = (
    Mutation(
        id="seed001.activity-warning",
        guard="activity that was not told is a warning",
        file="cdpwebai/flows/plan_poll.py",
        old='    if activity == "unknown":\n        state = _warned(state, "activity-read-unverified")\n',
        new="",
        red=(
            f"{WAITING}test_what_was_not_seen_once_is_a_warning_although_all_is_well_later[activity]",
            f"{WAITING}test_what_only_the_last_look_could_not_see_is_told_and_stored_all_the_same",
            f"{WAITING}test_an_answer_that_is_copied_has_the_warnings_of_its_wait_too",
        ),
    ),
    Mutation(
        id="seed001.ordering-warning",
        guard="an ordering that was not told is a warning",
        file="cdpwebai/flows/plan_poll.py",
        old='        state = _warned(state, "assistant-ordering-unverified")\n',
        new="",
        red=(
            f"{WAITING}test_an_ordering_that_cannot_be_told_times_out_and_says_so",
            f"{WAITING}test_an_ordering_that_can_be_told_again_completes_and_the_warning_stays",
        ),
    ),
    Mutation(
        id="seed001.identity-warning",
        guard="a place that was not read is a warning",
        file="cdpwebai/flows/plan_poll.py",
        old='    if isinstance(seen.place, Unknown):\n        state = _warned(state, "target-identity-unverified")\n',
        new="",
        red=(f"{WAITING}test_a_place_that_cannot_be_read_completes_nothing_and_is_recorded",),
    ),
    Mutation(
        id="seed001.identity-mismatch",
        guard="a tab that stays in another conversation is told",
        file="cdpwebai/flows/plan_poll.py",
        old="trouble(seen, turn) or elsewhere(seen, state.conversation)",
        new="trouble(seen, turn)",
        red=(f"{WAITING}test_a_tab_that_goes_to_another_conversation_is_told_with_both_names",),
    ),
    Mutation(
        id="seed001.read-warning",
        guard="turns that were not read are a warning",
        file="cdpwebai/flows/plan_poll.py",
        old='    if isinstance(seen.turns, Unknown):\n        state = _warned(state, "assistant-read-unverified")\n',
        new="",
        red=(
            f"{WAITING}test_what_was_not_seen_once_is_a_warning_although_all_is_well_later[turns]",
            f"{WAITING}test_a_look_without_turns_starts_the_window_again_and_counts_for_none_of_it",
        ),
    ),
    Mutation(
        id="seed001.ledger",
        guard="the driver keeps the warnings of each look",
        file="cdpwebai/flows/poll.py",
        old="                self.journal.ledger.warn(sorted(self.state.warnings))\n",
        new="",
        red=(
            f"{WAITING}test_what_was_not_seen_once_is_a_warning_although_all_is_well_later",
            f"{WAITING}test_what_only_the_last_look_could_not_see_is_told_and_stored_all_the_same",
        ),
    ),
    Mutation(
        id="seed001.ledger-stored",
        guard="what is stored carries the warnings",
        file="cdpwebai/flows/journal.py",
        old=", warnings=self.ledger.warnings())\n",
        new=")\n",
        red=(
            f"{WAITING}test_a_result_and_its_stored_session_carry_the_same_warnings_and_figures",
            f"{WAITING}test_what_only_the_last_look_could_not_see_is_told_and_stored_all_the_same",
        ),
    ),
    Mutation(
        id="seed001.ledger-result",
        guard="the result carries the warnings",
        file="cdpwebai/api/answering.py",
        old="        warnings=session.warnings,\n",
        new="",
        red=(f"{WAITING}test_a_result_and_its_stored_session_carry_the_same_warnings_and_figures",),
    ),
    Mutation(
        id="seed001.ledger-error",
        guard="an error carries the warnings",
        file="cdpwebai/flows/journal.py",
        old="        error.warnings = self.ledger.warnings()\n",
        new="",
        red=(f"{WAITING}test_what_was_not_seen_before_is_told_with_the_mismatch_and_with_every_other_end",),
    ),
    Mutation(
        id="seed001.ledger-late",
        guard="what the last looks could not see is stored while something may be stored",
        file="cdpwebai/flows/poll.py",
        old="        if now >= self._last_look_at and known != self._stored_late:\n",
        new="        if now >= self._last_look_at and self._stored_late is None:\n",
        red=(f"{WAITING}test_what_only_the_last_look_could_not_see_is_told_and_stored_all_the_same[a later one]",),
    ),
)
