"""The conversation record, in the live site's shape."""

from __future__ import annotations

from typing import Any

from cdpwebai.demosite.record import record
from cdpwebai.demosite.stage import Sent
from cdpwebai.demosite.timeline import play
from tests.unit.demosite.support import answered, scenario, step


def recorded(now: float, reply: list[dict[str, Any]], turns: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    written = scenario(reply, turns=turns or [])
    return record("c-1", play(written.turns, [Sent(0.0, "prompt", written.replies[0])], now))


def branch(whole: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages from ``current_node`` up to the root, the oldest first."""
    messages: list[dict[str, Any]] = []
    node = whole["mapping"][whole["current_node"]]
    while node["parent"] is not None:
        messages.insert(0, node["message"])
        assert node["id"] in whole["mapping"][node["parent"]]["children"]
        node = whole["mapping"][node["parent"]]
    assert node["message"] is None
    return messages


def summary(message: dict[str, Any]) -> tuple[Any, ...]:
    return message["author"]["role"], message["content"]["parts"][0], message["status"], message["end_turn"]


def test_a_finished_answer_has_role_recipient_status_and_end_turn() -> None:
    whole = recorded(1, answered("Right."))
    _, user, assistant = branch(whole)
    assert (user["id"], user["author"]["role"], user["content"]["parts"]) == ("u1", "user", ["prompt"])
    assert summary(assistant) == ("assistant", "Right.", "finished_successfully", True)
    assert (assistant["recipient"], assistant["channel"], assistant["id"]) == ("all", None, "a1")
    assert assistant["metadata"]["model_slug"]


def test_a_hidden_system_message_stands_before_all() -> None:
    context = branch(recorded(1, answered("x")))[0]
    assert context["author"]["role"] == "system"
    assert context["metadata"]["is_visually_hidden_from_conversation"] is True


def test_without_a_record_step_an_answer_is_in_progress() -> None:
    assert summary(branch(recorded(1, answered("x")[:-1]))[-1]) == ("assistant", "x", "in_progress", None)


def test_an_error_is_a_partial_completion() -> None:
    reply = [*answered("x")[:-1], step(0, "record", state="error")]
    assert summary(branch(recorded(1, reply))[-1]) == ("assistant", "x", "finished_partial_completion", None)


def test_the_record_may_differ_from_the_page() -> None:
    reply = [*answered("page")[:-1], step(0, "record", state="finished", text="record", end_turn=False)]
    assert summary(branch(recorded(1, reply))[-1]) == ("assistant", "record", "finished_successfully", False)


def test_messages_that_another_follows_are_finished_and_do_not_end_the_turn() -> None:
    reply = [
        step(0, "assistant_turn", id="a1"),
        step(0, "text", md="Looking."),
        step(1, "message", id="t1", kind="tool", label="Searching"),
        step(2, "message", id="r1", kind="reasoning", label="Thought for 3s"),
        step(2, "text", md="Weighing."),
        step(3, "message", id="a2", kind="answer", channel="final"),
        step(3, "text", md="Right."),
        step(4, "record", state="finished"),
    ]
    preamble, tool, reasoning, final = branch(recorded(4, reply))[1:]
    assert summary(preamble) == ("assistant", "Looking.", "finished_successfully", False)
    assert summary(tool)[0] == "tool"
    assert reasoning["content"]["content_type"] == "thoughts"
    assert reasoning["content"]["thoughts"] == [{"summary": "Thought for 3s", "content": "Weighing."}]
    assert (final["channel"], final["end_turn"]) == ("final", True)


def test_citation_marks_are_references_in_javascripts_units() -> None:
    mark = "\ue200cite\ue202turn0search0\ue201"
    turns = [
        {"role": "user", "text": "q", "id": "u"},
        {
            "role": "assistant",
            "text": f"😀 Tea.{mark}",
            "id": "a",
            "citations": [{"title": "T", "url": "https://t.example"}],
        },
    ]
    (reference,) = branch(recorded(0, [], turns))[-1]["metadata"]["content_references"]
    assert reference["matched_text"] == mark
    assert (reference["start_idx"], reference["end_idx"]) == (7, 7 + len(mark))
    assert reference["type"] == "grouped_webpages"
    assert reference["items"] == [{"title": "T", "url": "https://t.example"}]


def test_the_title_is_the_beginning_of_the_first_prompt() -> None:
    assert recorded(1, answered("x"))["title"] == "prompt"
    assert recorded(0, [])["title"] == "New chat"


def children(whole: dict[str, Any], shown: str) -> list[tuple[str, str]]:
    """The nodes beside this one: their ids, or "" for one that was made up, and their texts."""
    siblings = whole["mapping"][whole["mapping"][shown]["parent"]]["children"]
    texts = {node: whole["mapping"][node]["message"]["content"]["parts"][0] for node in siblings}
    return [(node if node == shown else "", text) for node, text in texts.items()]


def test_branches_that_are_not_shown_stand_beside_the_one_that_is() -> None:
    turns: list[dict[str, Any]] = [
        {"role": "user", "text": "q", "id": "u"},
        {"role": "assistant", "text": "b", "id": "a", "branch": {"n": 2, "of": 3}, "others": ["a", "c"]},
    ]
    whole = recorded(1, [step(0, "user_turn", id="u1"), *answered("x")[2:]], turns)
    assert [message["id"] for message in branch(whole)[1:]] == ["u", "a", "u1", "a1"]
    assert children(whole, "a") == [("", "a"), ("a", "b"), ("", "c")]


def test_a_branch_that_a_reply_opens_stands_beside_the_others_too() -> None:
    whole = recorded(1, [*answered("x"), step(1, "branch", n=2, of=2, others=["y"])])
    assert whole["current_node"] == "a1"
    assert children(whole, "a1") == [("", "y"), ("a1", "x")]


def test_of_a_pair_the_left_answer_is_the_current_one_and_the_right_one_stands_beside_it() -> None:
    reply = [
        step(0, "assistant_turn", id="a1"),
        step(1, "pair", left="x", right="y"),
        step(2, "record", state="finished"),
    ]
    whole = recorded(2, reply)
    assert whole["current_node"] == "a1"
    assert children(whole, "a1") == [("a1", "x"), ("", "y")]
    assert {node["message"]["status"] for node in whole["mapping"].values() if node["message"]} == {
        "finished_successfully"
    }


def test_a_canvas_is_a_message_to_its_tool_ahead_of_the_text() -> None:
    whole = recorded(1, [*answered("x"), step(1, "canvas", title="Letter", md="Dear")])
    _, _, canvas, said = branch(whole)
    assert (canvas["recipient"], canvas["content"]["content_type"]) == ("canmore.create_textdoc", "code")
    assert "Dear" in canvas["content"]["text"]
    assert summary(said) == ("assistant", "x", "finished_successfully", True)


def test_a_citation_step_is_a_reference() -> None:
    whole = recorded(1, [*answered("x"), step(1, "citation", sources=[{"title": "T", "url": "https://t.example"}])])
    (reference,) = branch(whole)[-1]["metadata"]["content_references"]
    assert reference["items"] == [{"title": "T", "url": "https://t.example"}]
