"""Archiving on paper: what is kept, and that only one exact row is ever clicked."""

from __future__ import annotations

import pytest

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_archive import Archived, ArchivePolicy, ArchiveState, Refused, kept_for, plan_archive
from cdpwebai.page.looks import Place
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.providers.picker import Words
from cdpwebai.providers.tools import Options
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves

WORDS = Words(chatgpt().contract)
HERE: Reading[Place] = Known(Place("https://chat.example/c/1", "", "complete"))
URL = "https://chatgpt.com/c/1"
UNSEEN = Unknown(Reason.DEADLINE)


@proves("report.B58")
@pytest.mark.parametrize(
    ("policy", "url", "prompts", "unsaved", "goes"),
    [
        ("never", URL, 1, 0, False),
        ("auto", URL, 1, 0, True),
        ("always", URL, 1, 0, True),
        ("auto", URL, 2, 0, False),
        ("always", URL, 2, 0, True),
        ("auto", "https://chatgpt.com/g/g-p-1/c/1", 1, 0, False),
        ("always", "https://chatgpt.com/g/g-p-1/c/1", 1, 0, True),
        ("auto", URL, 1, 1, False),
        ("always", URL, 1, 1, False),
        ("always", "", 1, 0, False),
        ("always", f"{URL}?temporary-chat=true", 1, 0, False),
        ("always", "https://chatgpt.com/?temporary-chat=true", 1, 0, False),
    ],
)
def test_what_is_not_saved_or_not_meant_is_not_archived(
    policy: ArchivePolicy, url: str, prompts: int, unsaved: int, goes: bool
) -> None:
    assert (kept_for(policy, url, prompts=prompts, unsaved=unsaved) == "") is goes


def step(
    state: ArchiveState, seen: Reading[Options | None], at: Reading[Place] = HERE, now: float = 0.0
) -> tuple[ArchiveState, object]:
    return plan_archive(state, "1", WORDS, seen, at, now)


def shown(options: Options | None) -> Reading[Options | None]:
    return Known(options)


def rows(*labels: str) -> Reading[Options | None]:
    return shown(Options(True, tuple((label,) for label in labels)))


def test_the_exact_row_is_clicked_and_the_page_s_leaving_is_the_proof() -> None:
    state, action = step(ArchiveState(0.0), shown(Options()))
    assert action == Open()
    state, action = step(state, rows("Archive all chats", "Unarchive", "Archive"))
    assert action == Row(("Archive",))
    state, action = step(state, shown(Options()))
    assert action == Look(8.0)
    assert step(state, UNSEEN, UNSEEN)[1] == Look(8.0), "what was not seen is no proof"
    assert step(state, shown(None), Known(Place("https://chat.example/", "", "complete")))[1] == Archived()
    assert isinstance(step(state, shown(Options()), now=8.0)[1], Refused)


@pytest.mark.parametrize("labels", [("Archive all chats",), ("Archive", "Archive"), ("How to archive things",), ()])
def test_without_exactly_one_such_row_nothing_is_clicked_and_the_menu_is_closed_once(labels: tuple[str, ...]) -> None:
    state, action = step(ArchiveState(0.0, opens=1), rows(*labels))
    assert action == Close()
    assert isinstance(step(state, rows(*labels))[1], Look)
    assert isinstance(step(state, shown(Options()))[1], Refused)


def test_another_conversation_is_never_touched() -> None:
    there: Reading[Place] = Known(Place("https://chat.example/c/2", "", "complete"))
    assert isinstance(step(ArchiveState(0.0), shown(Options()), there)[1], Refused)
    assert isinstance(step(ArchiveState(0.0, opens=1), rows("Archive"), there)[1], Refused)


def test_options_that_cannot_be_seen_delay_and_are_told_in_the_end() -> None:
    for unseen in (UNSEEN, shown(None)):
        assert step(ArchiveState(0.0), unseen)[1] == Look(8.0)
        assert isinstance(step(ArchiveState(0.0), unseen, now=8.0)[1], Refused)
    assert step(ArchiveState(0.0, opens=1), shown(Options()), now=1.0)[1] == Look(2.0)
    assert isinstance(step(ArchiveState(0.0, opens=2), shown(Options()), now=2.0)[1], Refused)
