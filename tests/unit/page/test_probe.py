"""The probe's verdict, from what the page answers: seed 002's rows in the design's terms, each beside its sibling."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.errors import SelectorError
from cdpwebai.page.probe import decode_probe
from cdpwebai.verdict import Absent, Reason, Sight, Unknown, Verdict, Visible
from tests.manifest import proves
from tests.reasons import produces

SEEN = {"box": [10, 5], "shown": True}
HIDDEN = {"box": [10, 5], "shown": False}
EMPTY_BOX = {"box": [10, 0], "shown": True}
UNREADABLE = {"threw": "TypeError: no box"}
THREW = {"threw": "Error: gone"}


def nodes(*those: Any) -> dict[str, Any]:
    return {"nodes": list(those)}


def probed(*entries: Any, places: int = 1) -> Verdict:
    selectors = [f"s{number}" for number in range(len(entries))]
    return decode_probe({"places": places, "selectors": list(entries)}, selectors)


def reason(verdict: Verdict) -> Reason | None:
    return verdict.reason if isinstance(verdict, Unknown) else None


@proves("seed002.Y1")
def test_a_node_that_a_person_would_see_is_visible_and_counted() -> None:
    assert probed(nodes(HIDDEN), nodes(SEEN, HIDDEN, SEEN)) == Visible(Sight(selector="s1", count=2))


@proves("seed002.Y2")
def test_every_selector_enumerated_and_no_node_visible_is_absent() -> None:
    assert probed(nodes(), nodes(HIDDEN, EMPTY_BOX)) == Absent(("s0", "s1"))


@pytest.mark.parametrize("box", [[0, 5], [5, 0], [0, 0]])
def test_a_box_of_nothing_is_not_visible(box: list[int]) -> None:
    assert probed(nodes({"box": box, "shown": True})) == Absent(("s0",))


@proves("seed002.Y4", "seed002.Y17")
@produces(Reason.PARTIAL)
@pytest.mark.parametrize(
    "entry",
    [
        UNREADABLE,
        {"shown": True},
        {"box": None, "shown": True},
        {"box": [1], "shown": True},
        {"box": [1, 2]},
        {},
        None,
        7,
    ],
    ids=repr,
)
def test_a_node_whose_entry_lacks_its_box_makes_the_verdict_unknown(entry: Any) -> None:
    assert reason(probed(nodes(HIDDEN, entry))) is Reason.PARTIAL
    assert reason(probed(nodes(entry), nodes())) is Reason.PARTIAL


def test_a_visible_node_settles_it_whatever_another_node_lacks() -> None:
    assert probed(nodes(UNREADABLE, SEEN)) == Visible(Sight(selector="s0"))


@proves("seed002.Y5")
@pytest.mark.parametrize("failed", [THREW, {}, None, [], {"nodes": None}], ids=repr)
def test_one_failed_selector_beside_an_empty_one_is_unknown(failed: Any) -> None:
    assert isinstance(probed(failed, nodes()), Unknown)
    assert isinstance(probed(nodes(), failed), Unknown)


@proves("seed002.Y6")
@pytest.mark.parametrize("failed", [THREW, {}, None, [], {"nodes": None}], ids=repr)
def test_a_visible_node_settles_it_whatever_another_selector_did(failed: Any) -> None:
    assert probed(failed, nodes(SEEN)) == Visible(Sight(selector="s1"))
    assert probed(nodes(SEEN), failed) == Visible(Sight(selector="s0"))


@proves("seed002.Y7")
@produces(Reason.NO_ANCHOR)
def test_the_place_to_look_in_is_not_there() -> None:
    assert reason(probed(nodes(), places=0)) is Reason.NO_ANCHOR
    assert probed(nodes(), places=1) == Absent(("s0",))


@proves("seed002.Y15")
@pytest.mark.parametrize("listed", [None, {}, "", 0, {"0": SEEN}, "ab"], ids=repr)
def test_a_list_that_is_none_is_malformed(listed: Any) -> None:
    assert reason(probed({"nodes": listed})) is Reason.MALFORMED
    assert reason(decode_probe({"places": 1, "selectors": listed}, ["a"])) is Reason.MALFORMED


@pytest.mark.parametrize("answer", [None, [], {}, {"places": 1}, {"places": "1", "selectors": []}], ids=repr)
def test_an_answer_of_another_shape_is_malformed(answer: Any) -> None:
    assert reason(decode_probe(answer, ["a"])) is Reason.MALFORMED


def test_an_answer_for_another_number_of_selectors_is_malformed() -> None:
    assert reason(decode_probe({"places": 1, "selectors": [nodes(SEEN)]}, ["a", "b"])) is Reason.MALFORMED


def test_an_answer_that_threw_as_a_whole_is_unknown() -> None:
    assert reason(decode_probe({"threw": "Error: x"}, ["a"])) is Reason.THREW


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ({"places": 1, "selectors": [nodes(SEEN), {"invalid": "b["}]}, "'b\\['"),
        ({"invalid": "main["}, "'main\\['"),
    ],
)
def test_a_selector_that_does_not_parse_is_bad_input_and_no_verdict(answer: Any, named: str) -> None:
    with pytest.raises(SelectorError, match=named):
        decode_probe(answer, ["a", "b["], "main[")


entries = st.sampled_from(
    [THREW, {}, nodes(), nodes(SEEN), nodes(HIDDEN), nodes(UNREADABLE), nodes(HIDDEN, UNREADABLE)]
)


@given(st.lists(entries, min_size=1, max_size=4), st.data())
def test_taking_an_entry_away_never_flips_the_verdict(those: list[Any], data: st.DataObject) -> None:
    worse = [data.draw(st.sampled_from([entry, THREW])) for entry in those]
    before, after = probed(*those), probed(*worse)
    assert isinstance(after, Unknown) or type(after) is type(before)
