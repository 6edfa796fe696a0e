"""The guards of coming back to a prompt that no seed's table names: which tab, which conversation, whether it was sent.

A tab may close while it is joined, a conversation be another one, a page show half of it: nothing is guessed from that,
and nothing opened twice.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

RESUME = "tests/unit/flows/test_plan_resume.py::"
RETURN = "tests/unit/flows/test_plan_return.py::"
PAGE = "tests/unit/api/test_session_page.py::"

NEAR = ("tests/unit/api",)
"""Where tabs are opened; the flows get them from there."""

MUTATIONS = (
    Mutation(
        id="return.closing",
        guard="a tab that closes while it is joined is as one that is not there",
        file="cdpwebai/api/session_page.py",
        old="        if session.target_id in dead:\n            raise\n",
        new="        if session.target_id:\n            raise\n",
        red=(f"{PAGE}test_a_tab_that_closes_while_it_is_joined_is_as_one_that_is_not_there",),
        rest=NEAR,
    ),
    Mutation(
        id="return.once",
        guard="a tab of ours that closes while it is opened is not followed by one more",
        file="cdpwebai/api/session_page.py",
        old="        if session.target_id in dead:\n            raise\n",
        new="        if session.target_id in dead and not dead:\n            raise\n",
        red=(f"{PAGE}test_a_tab_of_ours_that_closes_is_not_followed_by_one_more",),
        rest=NEAR,
    ),
    Mutation(
        id="return.other-tab",
        guard="the tab that has closed is not joined once more, though it is listed still",
        file="cdpwebai/api/session_page.py",
        old="dead=(*dead, session.target_id)))",
        new="dead=dead))",
        red=(f"{PAGE}test_a_tab_that_closes_while_it_is_joined_is_as_one_that_is_not_there",),
        rest=NEAR,
    ),
    Mutation(
        id="return.any-error",
        guard="a tab that does not react is not given up for another",
        file="cdpwebai/api/session_page.py",
        old="    except TargetClosed:\n",
        new="    except Exception:\n",
        red=(f"{PAGE}test_a_tab_that_does_not_react_is_not_given_up_for_another",),
        rest=NEAR,
    ),
    Mutation(
        id="return.trace",
        guard="a trace is of one connection",
        file="cdpwebai/api/session_page.py",
        old="    again = replace(where, record=None)  # a trace is of one connection, the first\n",
        new="    again = replace(where)\n",
        red=(f"{PAGE}test_a_tab_that_closes_while_it_is_joined_is_as_one_that_is_not_there",),
        rest=NEAR,
    ),
    Mutation(
        id="return.dead",
        guard="a tab that is known to be dead is not used, though the browser lists it",
        file="cdpwebai/flows/plan_resume.py",
        old="dict(tabs).get(session.target_id) if session.target_id not in dead else None\n",
        new="dict(tabs).get(session.target_id) if dead is not None else None\n",
        red=(f"{RETURN}test_a_tab_that_is_known_to_be_dead_is_not_used_though_the_browser_lists_it",),
    ),
    Mutation(
        id="return.own-tab",
        guard="its own tab is used only while that shows its own conversation",
        file="cdpwebai/flows/plan_resume.py",
        old="    if shown is not None and _may_be_its_own(session, shown):\n",
        new="    if shown is not None:\n",
        red=(f"{RETURN}test_otherwise_its_durable_address_is_opened_and_nobody_s_tab_is_moved",),
    ),
    Mutation(
        id="return.other-conversation",
        guard="the same prompt in another conversation is not the one that was sent",
        file="cdpwebai/flows/plan_resume.py",
        old="    if conversation and shown != conversation:\n",
        new="    if conversation and not shown:\n",
        red=(f"{RETURN}test_a_prompt_in_an_older_or_another_conversation_is_not_the_one_that_was_sent",),
    ),
    Mutation(
        id="return.older-conversation",
        guard="the same prompt in an older conversation is not the one that was sent",
        file="cdpwebai/flows/plan_resume.py",
        old="        case [(turn_id, _)] if not conversation and _asked_before(turn_id, seen):\n",
        new="        case [(turn_id, _)] if not turn_id and _asked_before(turn_id, seen):\n",
        red=(f"{RETURN}test_a_prompt_in_an_older_or_another_conversation_is_not_the_one_that_was_sent",),
    ),
    Mutation(
        id="return.not-sent",
        guard="not sent is only said by a look at the whole conversation",
        file="cdpwebai/flows/plan_resume.py",
        old="    complete = frozenset(turn_id for turn_id, _ in seen.turns.value) == before\n",
        new="    complete = frozenset(turn_id for turn_id, _ in seen.turns.value) <= before\n",
        red=(f"{RETURN}test_not_sent_needs_a_look_at_the_whole_conversation",),
    ),
    Mutation(
        id="return.unsettled",
        guard="nobody presses Send for a session that nobody holds",
        file="cdpwebai/flows/plan_resume.py",
        old='    if session.status != "submitting" or session.id in held:\n',
        new='    if session.status != "submitting" or held is not None:\n',
        red=(f"{RETURN}test_nobody_presses_send_for_a_session_that_nobody_holds",),
    ),
)
