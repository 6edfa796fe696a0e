"""How the parts of a look become one conversation."""

from __future__ import annotations

from typing import Any

import pytest

from cdpwebai.page.observe import Item
from cdpwebai.providers.chat import Turn
from cdpwebai.providers.chat_page import Loose, turns_of
from cdpwebai.verdict import Known, Reason, Unknown
from tests.manifest import proves

USER = Item("u1", Turn("user", (), finished=True, streaming=False))
FIRST = Item("a1", Turn("assistant", (), finished=True, streaming=False))
SECOND = Item("a2", Turn("assistant", (), finished=False, streaming=True))
LOST = Unknown(Reason.DEADLINE, "lost")


def told(*items: Item[Turn], live: bool = False, loose: Loose | None = None) -> list[tuple[str, bool]]:
    """Keys, and whether progress is shown."""
    turns = turns_of(Known(items), Known(live), Known(loose))
    assert isinstance(turns, Known)
    return [(key, turn.progress) for key, turn in turns.value]


def test_progress_is_the_last_answers() -> None:
    assert told(FIRST, USER, SECOND, USER, live=True) == [("a1", False), ("u1", False), ("a2", True), ("u1", False)]
    assert told(FIRST, SECOND) == [("a1", False), ("a2", False)]
    assert told(USER, live=True) == [("u1", False)]


@proves("ref.F3.WRAP-10")
def test_an_answer_outside_of_all_turns_takes_its_place_among_them() -> None:
    for place in (1, 2):
        loose = Loose("u1", place, Turn("assistant", (), finished=False, streaming=False))
        keys = [key for key, _ in told(USER, SECOND, loose=loose)]
        assert keys == [*["u1", "a2"][:place], "after u1", *["u1", "a2"][place:]]


@proves("ref.F3.WRAP-11")
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_part_that_is_not_known_leaves_the_conversation_unknown(lost: int) -> None:
    parts: list[Any] = [Known((USER,)), Known(False), Known(None)]
    assert turns_of(parts[0], parts[1], parts[2]) == Known((("u1", USER.body),))
    parts[lost] = LOST
    assert turns_of(parts[0], parts[1], parts[2]) == LOST
