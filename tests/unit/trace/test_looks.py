"""Which calls only look, and when two looks are the same question."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.page.library import base_library
from cdpwebai.trace.looks import LOOKS, is_look, key_of, name_scripts, named, same
from cdpwebai.wire.look import ACT, LOOK
from tests.unit.trace.scores import TAB, command

WRITING = ("set", "enable", "disable", "clear", "add", "remove", "delete", "dispatch", "navigate", "close", "create")

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda one: st.lists(one, max_size=3) | st.dictionaries(st.text(max_size=3), one, max_size=3),
    max_leaves=8,
)


def ask(declaration: str, **question: Any) -> dict[str, Any]:
    arguments = [{"value": {"library": "abc", **question}}]
    call = command(1, "Runtime.callFunctionOn", TAB, functionDeclaration=declaration, arguments=arguments)
    return name_scripts(call)


def test_a_question_to_a_reader_is_a_look_and_an_act_of_the_library_is_not() -> None:
    assert is_look(ask(LOOK, reader="probe", args=[["#a"]]))
    assert not is_look(ask(ACT, reader="scroll_to"))
    assert not is_look(ask("function mine() {}"))


@pytest.mark.parametrize(
    ("call", "looks"),
    [
        (command(1, "Target.getTargets"), True),
        (command(1, "Page.getFrameTree", TAB), True),
        (command(1, "Runtime.evaluate", TAB, expression="1"), False),
        (command(1, "Runtime.evaluate", TAB, expression="1", throwOnSideEffect=True), True),
        (command(1, "Runtime.evaluate", TAB, expression="1", throwOnSideEffect=False), False),
        (command(1, "Page.enable", TAB), False),
        (command(1, "DOM.getDocument", TAB), False),
        (command(1, "IO.read", handle="1"), False),
        ({"id": 1, "method": "Target.getTargets"}, True),
        ({"id": 1, "method": "Page.enable"}, False),
        ({}, False),
    ],
)
def test_commands_of_the_protocol_look_or_act(call: dict[str, Any], looks: bool) -> None:
    assert is_look(call) is looks


def test_no_command_that_changes_something_by_its_name_is_a_look() -> None:
    verbs = {look.partition(".")[2] for look in LOOKS}
    assert [verb for verb in verbs if verb.startswith(WRITING)] == []


def test_what_an_observation_holds_is_no_part_of_its_question() -> None:
    fields = {"turns": ["turns"]}
    assert key_of(ask(LOOK, fields=fields, held="r1")) == key_of(ask(LOOK, fields=fields))
    assert key_of(ask(LOOK, fields=fields)) != key_of(ask(LOOK, fields={"stop": ["stop"]}))
    assert key_of(ask(LOOK, reader="a")) != key_of(ask(LOOK, reader="b"))


def test_the_same_question_on_another_session_is_another_one() -> None:
    assert key_of(command(1, "Page.getFrameTree", TAB)) != key_of(command(1, "Page.getFrameTree", "B" * 32))


def test_our_library_is_named_by_its_hash_and_holds_no_source() -> None:
    library = base_library()
    install = command(1, "Page.addScriptToEvaluateOnNewDocument", TAB, source=library.source)
    source = name_scripts(install)["params"]["source"]
    assert source.startswith(f"cdpwebai/library-{library.hash}.js ")
    assert len(source) < 80


@pytest.mark.parametrize(
    "script", ["1 + 1", "alert(1)\n//# sourceURL=mine.js", "//# sourceURL=cdpwebai/a.js\nalert(1)"]
)
def test_a_script_that_is_not_ours_stays(script: str) -> None:
    call = command(1, "Runtime.evaluate", TAB, expression=script)
    assert name_scripts(call) == call


@given(json_values, json_values)
def test_two_values_without_anything_hidden_are_the_same_when_they_are_equal(one: Any, two: Any) -> None:
    assert same(one, one)
    assert same(one, two) == (one == two)


def test_a_hidden_character_fits_any_and_only_in_its_place() -> None:
    assert same({"a": ["x██y"]}, {"a": ["x12y"]})
    assert not same({"a": ["x██y"]}, {"a": ["x123y"]})
    assert not same({"a": ["x██y"]}, {"a": ["z12y"]})
    assert not same("x12y", "x██y"), "only what was recorded can be hidden"


def test_a_command_is_named_in_a_line() -> None:
    assert named(command(1, "Page.navigate", TAB, url="http://x/")) == 'Page.navigate {"url":"http://x/"}'
    assert named(ask(LOOK, reader="probe")) == 'Runtime.callFunctionOn {"library":"abc","reader":"probe"}'
    assert named(command(1, "A.b", text="x" * 500), 40) == 'A.b {"text":"' + "x" * 28 + "..."
