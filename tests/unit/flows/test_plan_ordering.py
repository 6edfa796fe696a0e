"""Whose answer it is: told by ids, and never by what merely comes last."""

from __future__ import annotations

import pytest

from cdpwebai.flows.plan_ordering import Ordering, ordering_of
from cdpwebai.providers.chat import Turn
from tests.manifest import proves
from tests.support.chat import assistant, user

OLD = frozenset({"u0", "a0"})
MINE = user("u1", "Count.")
ANSWER = assistant("a1", "one, two")
LATER = user("u2", "And then?")
OLD_ANSWER = assistant("a0", "an old answer")


def told(*turns: tuple[str, Turn], before: frozenset[str] = OLD, answered: str = "") -> tuple[Ordering, str | None]:
    """The ordering, and the id of the turn that may be taken."""
    ordering, found = ordering_of(turns, "u1", before, answered)
    return ordering, found and found[0]


@proves("ref.F3.TRANS-ordered")
def test_the_last_new_answer_behind_our_message_is_its_answer() -> None:
    assert told(MINE, ANSWER) == ("ordered", "a1")
    assert told(OLD_ANSWER, MINE, ANSWER) == ("ordered", "a1")
    assert told(MINE, ANSWER, assistant("a2", "three")) == ("ordered", "a2")


@proves("ref.F1.T7", "seed001.T7")
@pytest.mark.parametrize(
    "turns",
    [
        (),
        (MINE,),
        (ANSWER, MINE),
        (OLD_ANSWER, MINE),
        (MINE, OLD_ANSWER),
        (MINE, ("x", Turn("", (), finished=True, streaming=False))),
        (OLD_ANSWER,),
        (LATER,),
    ],
    ids=lambda turns: " ".join(turn_id for turn_id, _ in turns) or "nothing",
)
def test_where_nothing_new_stands_behind_our_message_there_is_no_answer_yet(
    turns: tuple[tuple[str, Turn], ...],
) -> None:
    assert told(*turns, answered="a1") == ("stale", None)


def test_what_stands_between_our_message_and_a_later_question_is_ours_and_nothing_behind_that() -> None:
    assert told(MINE, ANSWER, LATER) == ("followed", "a1")
    assert told(OLD_ANSWER, MINE, ANSWER, LATER, assistant("a2", "theirs")) == ("followed", "a1")
    assert told(MINE, LATER, ANSWER, answered="a1") == ("followed", None)
    assert told(MINE, LATER) == ("followed", None)


def test_our_message_is_known_by_its_own_id_where_its_turn_has_got_another() -> None:
    renamed = ("turn-7", MINE[1])
    for turns, expected in (
        ((renamed, ANSWER), ("ordered", ANSWER)),
        ((OLD_ANSWER, renamed, ANSWER), ("ordered", ANSWER)),
        ((ANSWER, renamed), ("stale", None)),
        ((renamed, ANSWER, LATER), ("followed", ANSWER)),
        ((LATER, ANSWER), ("unknown", None)),
    ):
        assert ordering_of(turns, "u1", OLD, "", "m-u1") == expected
    nameless = ("turn-7", Turn("user", (), finished=True, streaming=False))
    assert ordering_of((nameless, ANSWER), "u1", OLD, "", "") == ("unknown", None)


@proves("ref.F1.T8", "seed001.T8")
def test_without_any_turn_of_the_user_s_the_answer_passes_that_can_be_nobody_else_s() -> None:
    assert told(ANSWER, answered="a1") == ("unverifiable", "a1")
    assert told(OLD_ANSWER, ANSWER, answered="a1") == ("unverifiable", "a1")
    assert told(ANSWER, before=frozenset()) == ("unverifiable", "a1")


@pytest.mark.parametrize(
    ("turns", "before", "answered"),
    [
        ((ANSWER,), OLD, ""),
        ((ANSWER,), OLD, "a2"),
        ((ANSWER, assistant("a2", "another")), OLD, "a1"),
        ((ANSWER, assistant("a2", "another")), frozenset[str](), ""),
        ((user("u0", "Before."), ANSWER), OLD, "a1"),
        ((ANSWER, LATER), OLD, "a1"),
        ((ANSWER, ("x", Turn("", (), finished=True, streaming=False))), frozenset[str](), "a1"),
    ],
    ids=["old chat", "not the bound one", "one behind it", "two of them", "old question", "later question", "nobody's"],
)
def test_a_new_answer_without_our_message_is_not_taken_where_another_may_have_asked(
    turns: tuple[tuple[str, Turn], ...], before: frozenset[str], answered: str
) -> None:
    assert told(*turns, before=before, answered=answered) == ("unknown", None)
