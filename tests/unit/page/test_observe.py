"""Observations from given answers: each field by itself, lists by their changes. The page's half is in the browser."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cdpwebai.page.library import Library, Script
from cdpwebai.page.looks import PLACE, Looks, Place
from cdpwebai.page.observe import Field, Item, ListField, Observer
from cdpwebai.page.readers import ListReader, ValueReader
from cdpwebai.verdict import Known, Reason, Unknown
from cdpwebai.wire.look import Question
from tests.manifest import proves

LIBRARY = Library.load("cdpwebai.page", "tests.browser.page")


class Turn(msgspec.Struct, frozen=True):
    text: str


PLACED = Field("place", PLACE)
TURNS = ListField("turns", ListReader("turns", Turn))
HERE = {"value": {"url": "u", "title": "t", "state": "complete"}}


class Answers(Looks):
    """Looks whose answers are given beforehand, in order; ``asked`` are the revisions that were held."""

    def __init__(self, *answers: Any) -> None:
        super().__init__(None, LIBRARY)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        self.answers = list(answers)
        self.asked: list[str | None] = []

    async def ask(self, question: Question, timeout: float) -> Any | Unknown:
        self.asked.append(question.held)
        return self.answers.pop(0)


def told(revision: str, base: str | None = None, **fields: Any) -> dict[str, Any]:
    return {"revision": revision, "base": base, "fields": {"place": HERE, **fields}}


def items(**those: Any) -> dict[str, Any]:
    return {"items": those}


async def looks(*answers: Any) -> tuple[list[Known[tuple[Item[Turn], ...]] | Unknown], list[str | None]]:
    """The list after each answer, and what was held in each question."""
    page = Answers(*answers)
    observer = Observer(page, PLACED, TURNS)
    return [(await observer.look()).items(TURNS) for _ in answers], page.asked


def known(**turns: str) -> Known[tuple[Item[Turn], ...]]:
    return Known(tuple(Item(key, Turn(text)) for key, text in turns.items()))


async def test_a_list_is_kept_over_what_has_not_changed() -> None:
    whole = told("e.1", turns=items(a=[0, {"text": "A"}], b=[1, {"text": "B"}]))
    grown = told("e.2", "e.1", turns=items(b=[1, {"text": "BB"}], c=[2, {"text": "C"}]))
    same = told("e.2", "e.2", turns=items())
    less = told("e.3", "e.2", turns=items(a=None, b=[0], c=[1]))
    seen, asked = await looks(whole, grown, same, less)
    assert seen == [known(a="A", b="B"), known(a="A", b="BB", c="C"), known(a="A", b="BB", c="C"), known(b="BB", c="C")]
    assert asked == [None, "e.1", "e.2", "e.2"]


@proves("ref.F1.X2b")
async def test_an_empty_list_that_was_read_is_known_and_empty() -> None:
    seen, _ = await looks(told("e.1", turns=items()))
    assert seen == [Known(())]


async def test_an_item_that_cannot_be_read_makes_the_list_partial_until_it_can() -> None:
    bad = told("e.1", turns=items(a=[0, {"text": "A"}], b=[1, {"text": 7}]))
    same = told("e.1", "e.1", turns=items())
    good = told("e.2", "e.1", turns=items(b=[1, {"text": "B"}]))
    seen, asked = await looks(bad, same, good)
    assert [getattr(one, "reason", None) for one in seen] == [Reason.PARTIAL, Reason.PARTIAL, None]
    assert seen[2] == known(a="A", b="B")
    assert asked == [None, "e.1", "e.1"]


@proves("ref.F1.X2")
@pytest.mark.parametrize(
    "turns",
    [{"threw": "Error: x"}, {"value": {"v": "unknown", "why": "conflict", "at": "two"}}],
    ids=["threw", "said so"],
)
async def test_a_list_that_failed_once_goes_on_from_where_it_was(turns: Any) -> None:
    whole = told("e.1", turns=items(a=[0, {"text": "A"}]))
    seen, asked = await looks(
        whole, told("e.1", "e.1", turns=turns), told("e.2", "e.1", turns=items(b=[1, {"text": "B"}]))
    )
    assert [isinstance(one, Unknown) for one in seen] == [False, True, False]
    assert seen[2] == known(a="A", b="B")
    assert asked == [None, "e.1", "e.1"]


BAD: list[Any] = [
    {"threw": "Error: x"},
    {"value": None},
    {"value": {}},
    {"value": "[]"},
    {"value": {"v": "unknown", "why": "no-anchor", "at": "main"}},
    None,
]


@proves("seed004.X1", "seed004.X2c", "seed004.X2d", "seed004.X3")
@pytest.mark.parametrize("bad", BAD, ids=repr)
async def test_a_list_is_empty_only_where_an_empty_one_was_read(bad: Any) -> None:
    """Two looks that fail are no empty list, in whatever way they fail; the first that reads one is."""
    first, second, third = told("e.1", turns=bad), told("e.2", turns=bad), told("e.3", turns=items())
    seen, _ = await looks(first, second, third)
    assert [type(one) for one in seen] == [Unknown, Unknown, Known]
    assert seen[2] == Known(())


@proves("ref.F1.X2c")
@pytest.mark.parametrize(
    "turns", [None, {}, 3, {"value": []}, {"items": {"z": None}}, {"items": [1]}, {"items": {"a": [5]}}], ids=repr
)
async def test_a_list_that_may_have_missed_a_change_is_asked_for_whole(turns: Any) -> None:
    whole = told("e.1", turns=items(a=[0, {"text": "A"}]))
    seen, asked = await looks(whole, told("e.2", "e.1", turns=turns), told("e.3", turns=items(b=[0, {"text": "B"}])))
    assert isinstance(seen[1], Unknown)
    assert seen[1].reason is Reason.MALFORMED
    assert asked == [None, "e.1", None if turns != {"value": []} else "e.2"]
    assert seen[2] == known(b="B")


async def test_an_answer_that_builds_on_a_revision_not_held_is_never_believed() -> None:
    whole = told("e.1", turns=items(a=[0, {"text": "A"}]))
    foreign = told("e.9", "e.8", turns=items(b=[0, {"text": "B"}]))
    seen, asked = await looks(whole, foreign, told("e.10", turns=items(a=[0, {"text": "A"}])))
    assert isinstance(seen[1], Unknown)
    assert asked == [None, "e.1", None]


async def test_a_new_document_tells_everything_afresh() -> None:
    seen, _ = await looks(
        told("e.1", turns=items(a=[0, {"text": "A"}])), told("f.1", None, turns=items(b=[0, {"text": "B"}]))
    )
    assert seen == [known(a="A"), known(b="B")]


async def test_a_failed_look_makes_every_field_unknown_and_forgets_nothing() -> None:
    page = Answers(told("e.1", turns=items()), Unknown(Reason.NAVIGATED, "x"), told("e.1", "e.1", turns=items()))
    observer = Observer(page, PLACED, TURNS)
    await observer.look()
    failed = await observer.look()
    assert failed[PLACED] == failed.items(TURNS) == Unknown(Reason.NAVIGATED, "x")
    assert "2 unknown" in repr(failed)
    assert (await observer.look())[PLACED] == Known(Place("u", "t", "complete"))
    assert page.asked == [None, "e.1", "e.1"]


@pytest.mark.parametrize(
    "place", [{"value": {"url": 1}}, {"value": None}, {"threw": "x"}, None, {"items": {}}], ids=repr
)
async def test_a_field_that_fails_is_unknown_and_the_others_stand(place: Any) -> None:
    page = Answers({"revision": "e.1", "base": None, "fields": {"place": place, "turns": items()}})
    seen = await Observer(page, PLACED, TURNS).look()
    assert isinstance(seen[PLACED], Unknown)
    assert seen.items(TURNS) == Known(())


@proves("ref.F1.X2d")
@pytest.mark.parametrize("answer", [None, [], {}, {"revision": 1, "base": None, "fields": {}}], ids=repr)
async def test_an_observation_of_another_shape_is_malformed_field_by_field(answer: Any) -> None:
    page = Answers(answer)
    observed = await Observer(page, PLACED, TURNS).look()
    for seen in (observed[PLACED], observed.items(TURNS)):
        assert isinstance(seen, Unknown)
        assert seen.reason is Reason.MALFORMED


def test_a_reader_that_waits_is_no_part_of_an_observation() -> None:
    waits = Script.parse(
        "later",
        "// asks: x\n// visible when: x\n// absent when: x\n// unknown when: x\n// uses:\nasync function later() {}",
    )
    page = Answers()
    page.library = Library([*LIBRARY.scripts.values(), waits])
    with pytest.raises(ValueError, match="later waits"):
        Observer(page, Field("later", ValueReader("later", str)))


def test_a_field_whose_reader_does_not_exist_is_our_mistake_at_once() -> None:
    with pytest.raises(ValueError, match="nope"):
        Observer(Answers(), ListField("turns", ListReader("nope", Turn)))
