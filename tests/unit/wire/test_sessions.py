"""The session tree, fed with the browser's own events as Chromium 156 sends them."""

import json

import msgspec
import pytest

from cdpwebai.wire.message import decode_envelope
from cdpwebai.wire.sessions import Change, SessionTable


def said(table: SessionTable, method: str, session_id: str = "", **params: object) -> list[Change]:
    message = {"method": method, "params": params, "sessionId": session_id}
    return table.observe(decode_envelope(json.dumps(message).encode()))


def attached(table: SessionTable, session_id: str, parent: str = "", **more: object) -> list[Change]:
    info = {"targetId": f"T{session_id}", "type": "page", "title": "", "url": "", "attached": True}
    return said(table, "Target.attachedToTarget", parent, sessionId=session_id, targetInfo=info, **more)


def ends(changes: list[Change]) -> list[tuple[str, str | None]]:
    return [(change.session.session_id, change.end) for change in changes]


def test_an_attached_session_is_known_with_its_parent_and_target() -> None:
    table = SessionTable()
    attached(table, "A")
    (change,) = attached(table, "B", parent="A", waitingForDebugger=True)
    assert (change.end, change.session.parent, change.session.target.target_id) == (None, "A", "TB")
    assert [info.session_id for info in table.children("A")] == ["B"]
    assert "B" in table


def test_a_session_that_is_told_to_leave_first_was_closed() -> None:
    table = SessionTable()
    attached(table, "A")
    assert said(table, "Inspector.detached", "A", reason="Render process gone.") == []
    (change,) = said(table, "Target.detachedFromTarget", sessionId="A", targetId="TA")
    assert (change.end, change.detail) == ("closed", "Render process gone.")
    assert "A" not in table


def test_a_session_that_goes_without_a_word_was_detached() -> None:
    table = SessionTable()
    attached(table, "A")
    assert ends(said(table, "Target.detachedFromTarget", sessionId="A")) == [("A", "detached")]


def test_a_session_takes_those_below_it_along() -> None:
    table = SessionTable()
    attached(table, "A")
    attached(table, "B", parent="A")
    attached(table, "C", parent="B")
    attached(table, "D")
    gone = said(table, "Target.detachedFromTarget", sessionId="A")
    assert ends(gone) == [("A", "detached"), ("B", "detached"), ("C", "detached")]
    assert len(table) == 1


def test_a_crashed_session_stays_attached() -> None:
    table = SessionTable()
    attached(table, "A")
    assert ends(said(table, "Inspector.targetCrashed", "A")) == [("A", "crashed")]
    assert "A" in table


def test_the_end_of_a_session_nobody_knows_changes_nothing() -> None:
    table = SessionTable()
    assert said(table, "Target.detachedFromTarget", sessionId="X") == []
    assert said(table, "Inspector.targetCrashed", "X") == []


def test_a_malformed_body_is_a_decode_error() -> None:
    with pytest.raises(msgspec.DecodeError):
        said(SessionTable(), "Target.attachedToTarget", sessionId=4)
