"""The format of looks: which calls only read, and that a list told in changes is the list."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.wire.look import ACT, LOOK, ObservationAnswer, Question, Snapshot, is_look, question_of

Page = list[tuple[str, int]]
"""What a page's list is at one moment: keys in order, each with its body."""

pages: st.SearchStrategy[Page] = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.integers(0, 2)), unique_by=lambda item: item[0], max_size=6
)


def told(before: Page | None, after: Page) -> dict[str, list[Any] | None]:
    """What the page says to somebody who holds ``before`` (None: nothing)."""
    known = {key: (place, body) for place, (key, body) in enumerate(before or [])}
    items: dict[str, list[Any] | None] = {}
    for place, (key, body) in enumerate(after):
        if key not in known or known[key][1] != body:
            items[key] = [place, body]
        elif known[key][0] != place:
            items[key] = [place]
    return items | {key: None for key in known if key not in dict(after)}


@given(st.lists(pages, min_size=1, max_size=6))
def test_a_list_put_together_from_changes_is_the_pages_list(history: list[Page]) -> None:
    held = Snapshot()
    before: Page | None = None
    for number, page in enumerate(history):
        base = None if before is None else f"e.{number - 1}"
        assert held.begin(ObservationAnswer(revision=f"e.{number}", base=base, fields={}))
        held.apply("turns", told(before, page))
        assert held.ordered("turns") == page
        assert held.revision == f"e.{number}"
        before = page


@given(pages)
def test_a_whole_list_is_told_as_to_somebody_who_holds_nothing(page: Page) -> None:
    held = Snapshot()
    held.begin(ObservationAnswer(revision="e.1", base=None, fields={}))
    held.apply("turns", told(None, page))
    assert held.whole("turns") == told(None, page)


def holding(page: Page) -> Snapshot:
    held = Snapshot()
    held.begin(ObservationAnswer(revision="e.1", base=None, fields={}))
    held.apply("turns", told(None, page))
    return held


def test_an_answer_that_builds_on_something_else_is_refused_and_nothing_is_held_any_more() -> None:
    held = holding([("a", 1)])
    assert not held.begin(ObservationAnswer(revision="e.3", base="e.2", fields={}))
    assert (held.revision, held.lists) == (None, {})


def test_a_whole_answer_replaces_what_was_held() -> None:
    held = holding([("a", 1), ("b", 1)])
    assert held.begin(ObservationAnswer(revision="f.1", base=None, fields={}))
    held.apply("turns", {"c": [0, 2]})
    assert held.ordered("turns") == [("c", 2)]


@pytest.mark.parametrize("items", [{"z": None}, {"z": [1]}, {"a": []}, {"a": [0, 1, 2]}, {"a": ["0", 1]}], ids=repr)
def test_a_change_that_does_not_fit_makes_us_hold_nothing(items: dict[str, Any]) -> None:
    held = holding([("a", 1)])
    with pytest.raises(ValueError, match="turns"):
        held.apply("turns", items)
    assert held.revision is None


@pytest.mark.parametrize("items", [{"b": [2, 1]}, {"b": [0, 1]}], ids=["a hole", "a place taken twice"])
def test_a_list_whose_places_do_not_add_up_is_no_list(items: dict[str, Any]) -> None:
    held = holding([("a", 1)])
    held.apply("turns", items)
    with pytest.raises(ValueError, match="turns"):
        held.ordered("turns")
    assert held.revision is None


def parameters(declaration: str) -> dict[str, Any]:
    question = Question(library="h", reader="probe", args=[["a"], None])
    return {"functionDeclaration": declaration, "arguments": [{"value": msgspec.to_builtins(question)}]}


def test_a_look_is_known_by_its_declaration_and_everything_else_is_an_act() -> None:
    assert is_look("Runtime.callFunctionOn", parameters(LOOK))
    assert not is_look("Runtime.callFunctionOn", parameters(ACT))
    assert not is_look("Runtime.callFunctionOn", parameters(f"{LOOK} "))
    assert not is_look("Runtime.evaluate", {"expression": LOOK})


def test_a_looks_question_can_be_read_back() -> None:
    assert question_of(parameters(LOOK)) == Question(library="h", reader="probe", args=[["a"], None])
    with pytest.raises(msgspec.ValidationError):
        question_of({"arguments": [{"value": {"library": 1}}]})


def test_a_question_leaves_out_what_it_does_not_ask() -> None:
    assert msgspec.json.encode(Question(library="h", reader="place")) == b'{"library":"h","reader":"place"}'
