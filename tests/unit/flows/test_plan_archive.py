"""Archiving on paper: what is kept, and that only one exact row is ever clicked."""

from __future__ import annotations

import msgspec
import pytest

from cdpwebai.flows.menu_steps import Close, Look, Open, Row
from cdpwebai.flows.plan_archive import Archived, ArchivePolicy, ArchiveState, Refused, plan_archive, why_kept
from cdpwebai.page.looks import Place
from cdpwebai.providers.chatgpt import chatgpt
from cdpwebai.providers.picker import Words
from cdpwebai.providers.tools import Options
from cdpwebai.records import Answer, ArtifactError, Baseline, Session, StoredOutputs
from cdpwebai.verdict import Known, Reading, Reason, Unknown
from tests.manifest import proves

WORDS = Words(chatgpt().contract)
HERE: Reading[Place] = Known(Place("https://chat.example/c/1", "", "complete"))
URL = "https://chatgpt.com/c/1"
UNSEEN = Unknown(Reason.DEADLINE)


def stored(url: str, *, prompts: int = 1, unsaved: int = 0, started: str = "", earlier: int = 0) -> list[Session]:
    """A session's generations, each with its answer; the first answer lacks so many files."""
    lacks = tuple(ArtifactError(kind="file", name=f"{n}.zip", code="x", message="gone") for n in range(unsaved))
    answers = [Answer(markdown="OK", text="OK", source="dom", exactness="checked", message_id="m")] * prompts
    answers[0] = msgspec.structs.replace(answers[0], artifact_errors=lacks)
    before = Baseline(turn_ids=tuple(map(str, range(earlier))))
    return [
        Session(
            id="s",
            generation=number,
            status="complete",
            prompt_hash="",
            created_at=0.0,
            updated_at=0.0,
            vendor="chatgpt",
            prompt="Why?",
            baseline=before,
            conversation_url=url or None,
            original_url=started or "https://chatgpt.com/",
            answer=answer,
        )
        for number, answer in enumerate(answers, start=1)
    ]


TEMPORARY = "https://chatgpt.com/?temporary-chat=true"


@proves("report.B58")
@pytest.mark.parametrize(
    ("policy", "session", "goes"),
    [
        ("never", stored(URL), False),
        ("auto", stored(URL), True),
        ("always", stored(URL), True),
        ("auto", stored(URL, prompts=2), False),
        ("always", stored(URL, prompts=2), True),
        ("auto", stored(URL, earlier=2), False),
        ("always", stored(URL, earlier=2), True),
        ("auto", stored("https://chatgpt.com/g/g-p-1/c/1"), False),
        ("always", stored("https://chatgpt.com/g/g-p-1/c/1"), True),
        ("auto", stored(URL, unsaved=1), False),
        ("always", stored(URL, unsaved=1), False),
        ("always", stored(URL, prompts=2, unsaved=1), False),
        ("always", stored(""), False),
        ("always", stored(f"{URL}?temporary-chat=true"), False),
        ("always", stored(TEMPORARY), False),
        ("always", stored(URL, started=TEMPORARY), False),
        ("always", stored(URL, started="https://chatgpt.com/?q=temporary-chat"), True),
    ],
)
def test_what_is_not_saved_or_not_meant_is_not_archived(
    policy: ArchivePolicy, session: list[Session], goes: bool
) -> None:
    assert (why_kept(policy, session) == "") is goes


def step(
    state: ArchiveState, seen: Reading[Options | None], at: Reading[Place] = HERE, now: float = 0.0
) -> tuple[ArchiveState, object]:
    return plan_archive(state, "1", WORDS, seen, at, now)


def shown(options: Options | None) -> Reading[Options | None]:
    return Known(options)


def rows(*labels: str) -> Reading[Options | None]:
    return shown(Options(True, tuple((label,) for label in labels)))


@proves("archive.exact-row")
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


@proves("archive.none-else")
@pytest.mark.parametrize("labels", [("Archive all chats",), ("Archive", "Archive"), ("How to archive things",), ()])
def test_without_exactly_one_such_row_nothing_is_clicked_and_the_menu_is_closed_once(labels: tuple[str, ...]) -> None:
    state, action = step(ArchiveState(0.0, opens=1), rows(*labels))
    assert action == Close()
    assert isinstance(step(state, rows(*labels))[1], Look)
    assert isinstance(step(state, shown(Options()))[1], Refused)


@proves("archive.here-only")
def test_another_conversation_is_never_touched() -> None:
    there: Reading[Place] = Known(Place("https://chat.example/c/2", "", "complete"))
    assert isinstance(step(ArchiveState(0.0), shown(Options()), there)[1], Refused)
    assert isinstance(step(ArchiveState(0.0, opens=1), rows("Archive"), there)[1], Refused)


@proves("archive.unseen")
def test_options_that_cannot_be_seen_delay_and_are_told_in_the_end() -> None:
    for unseen in (UNSEEN, shown(None)):
        assert step(ArchiveState(0.0), unseen)[1] == Look(8.0)
        assert isinstance(step(ArchiveState(0.0), unseen, now=8.0)[1], Refused)
    assert step(ArchiveState(0.0, opens=1), shown(Options()), now=1.0)[1] == Look(2.0)
    assert isinstance(step(ArchiveState(0.0, opens=2), shown(Options()), now=2.0)[1], Refused)


@proves("report.B58")
@pytest.mark.parametrize("policy", ["auto", "always"])
@pytest.mark.parametrize("asked", [StoredOutputs(image="/out.png"), StoredOutputs(folder="/saved", require_files=True)])
def test_what_has_none_of_what_was_demanded_is_not_archived_though_nothing_failed(
    policy: ArchivePolicy, asked: StoredOutputs
) -> None:
    (session,) = stored(URL)
    assert "saved" in why_kept(policy, [msgspec.structs.replace(session, outputs=asked)])
    wish = StoredOutputs(folder="/saved")
    assert why_kept(policy, [msgspec.structs.replace(session, outputs=wish)]) == ""
