"""How an error is told to a person: two lines, and where to come back is the thing to do, by which command."""

from __future__ import annotations

import pytest

from cdpwebai.errors import CdpWebAIError, NotFinished, ProviderError, SubmissionUnknown, TargetClosed
from cdpwebai_cli.reporting import report_error

ID = "01M8QZPNFBV5ZCYRQES3AQDS43"


def told(error: CdpWebAIError, capsys: pytest.CaptureFixture[str], session_id: str | None = ID) -> str:
    """The second line on stderr."""
    error.session_id = session_id
    assert report_error(error, as_json=False) == error.exit_code
    first, second = capsys.readouterr().err.splitlines()
    assert first == f"error {error.error_code}: {error.message}"
    return second


@pytest.mark.parametrize("error", [SubmissionUnknown("not seen"), TargetClosed("the tab was closed")], ids=type)
def test_what_is_stored_and_to_be_come_back_to_is_told_with_the_command(
    error: CdpWebAIError, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(error, capsys) == f"hint: {error.retry_hint} (cdpwebai sessions resume {ID})"


@pytest.mark.parametrize(
    ("error", "session_id"),
    [
        (SubmissionUnknown("not seen"), None),
        (NotFinished(f"not in time; look again with: cdpwebai poll --session {ID} --timeout 60"), ID),
        (ProviderError("an error", code="provider.answer-error", stage="poll", hint="retry-in-browser"), ID),
    ],
    ids=["nothing stored", "told already", "nothing to come back for"],
)
def test_no_other_error_is_told_with_it(
    error: CdpWebAIError, session_id: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(error, capsys, session_id) == f"hint: {error.retry_hint}"
