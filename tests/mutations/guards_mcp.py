"""The guards of the MCP server: what a client may ask for, and what it is told.

What only a real process shows (its standard output, its end, a line that nobody can read) ends in a wait for ever when
the guard is gone, and stands in ``faces/test_mcp_program.py`` alone.
"""

from __future__ import annotations

from tests.mutations.format import Mutation

__all__ = ["MUTATIONS"]

MCP = "tests/faces/test_mcp.py::"
TOLD = "tests/faces/test_mcp_progress.py::"
WORK = "tests/faces/test_mcp_work.py::"

REST = ("tests/faces/test_mcp.py", "tests/faces/test_mcp_progress.py")

MUTATIONS = (
    Mutation(
        id="mcp.power",
        guard="a power is a whole number from 1 to 6",
        file="cdpwebai/mcp/arguments.py",
        old="Meta(ge=1, le=6, description=",
        new="Meta(description=",
        red=(
            f"{MCP}test_any_other_power_is_refused_before_a_browser_is_touched[0]",
            f"{MCP}test_any_other_power_is_refused_before_a_browser_is_touched[7]",
        ),
        rest=(),
    ),
    Mutation(
        id="mcp.misspelt",
        guard="an argument that is not there is refused by its name",
        file="cdpwebai/mcp/arguments.py",
        old="    if strange:\n",
        new="    if not properties:\n",
        red=(f"{MCP}test_what_a_task_does_not_take_is_refused_by_its_name",),
        rest=(),
    ),
    Mutation(
        id="mcp.blank-prompt",
        guard="a prompt that is empty is refused before a browser is touched",
        file="cdpwebai/mcp/tools.py",
        old="    check_question(given.prompt, given.timeout)\n    async with open_work(",
        new="    async with open_work(",
        red=(f"{MCP}test_what_is_wrong_or_missing_is_told_before_a_browser_is_touched",),
        rest=(),
    ),
    Mutation(
        id="mcp.is-error",
        guard="an error is a result that says so",
        file="cdpwebai/mcp/server.py",
        old="error_document(error), is_error=True)",
        new="error_document(error), is_error=False)",
        red=(f"{MCP}test_what_is_right_gets_as_far_as_the_browser_that_the_server_was_told_of",),
        rest=(),
    ),
    Mutation(
        id="mcp.untrusted",
        guard="text of a page is marked as data",
        file="cdpwebai/mcp/server.py",
        old='UNTRUSTED = ("answer", "partial",',
        new='UNTRUSTED = ("partial",',
        red=(f"{MCP}test_a_stored_answer_comes_whole_and_is_marked_as_data",),
        rest=REST,
    ),
    Mutation(
        id="mcp.session-told",
        guard="a session is told before its prompt is sent",
        file="cdpwebai/mcp/progress.py",
        old='        self._say(f"session {session.id}: {session.status}")\n',
        new="        assert session.id\n",
        red=(f"{TOLD}test_its_session_is_told_at_once",),
        rest=REST,
    ),
    Mutation(
        id="mcp.goes-on",
        guard="a call that has no news is told to go on",
        file="cdpwebai/mcp/progress.py",
        old="trio.move_on_after(EVERY)",
        new="trio.move_on_after(20 * EVERY)",
        red=(f"{TOLD}test_a_silent_call_is_told_to_go_on",),
        rest=("tests/faces/test_mcp.py",),
    ),
    Mutation(
        id="mcp.no-page-text",
        guard="no word of an answer is told before it is complete",
        file="cdpwebai/mcp/progress.py",
        old="{len(progress.text)} characters",
        new="{progress.text} characters",
        red=(
            f"{TOLD}test_of_an_answer_that_grows_its_state_is_told_at_once_and_its_length_when_it_is_due_and_no_word_of_it",
        ),
        rest=("tests/faces/test_mcp.py",),
    ),
    Mutation(
        id="mcp.work-told",
        guard="a task's answer is told as the command tells it",
        file="cdpwebai/mcp/tools.py",
        old='task_result(known, result) if known.surface == "work" else',
        new='task_result(known, result) if known.surface == "chat" else',
        red=(f"{WORK}test_a_task_is_sent_waited_for_and_answered",),
        rest=("tests/faces/test_mcp.py",),
    ),
)
