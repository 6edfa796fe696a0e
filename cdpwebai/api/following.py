"""Going on in a conversation: what is seen before a follow-up is typed, and several prompts one after the other.

Row 7, below ``chat``. May it be, and is the page still in the conversation, is ``flows.plan_follow``'s.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import msgspec

from cdpwebai.api.confirming import confirm
from cdpwebai.errors import CdpWebAIError, ProviderError, SessionRefused
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_follow import last_sent, not_followed, still_there
from cdpwebai.flows.send_steps import Prepared, Sent
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import QueryResult, Session, TurnResult
from cdpwebai.store import Store

__all__ = ["Following", "ask_all", "check_follow", "sent_last"]


@dataclass(frozen=True)
class Following:
    """A follow-up's preparation: ``sent``, the conversation's last prompt, is seen on the page, and again at Send."""

    sent: Sent

    async def prepare(self, page: ChatPage, ledger: Ledger) -> Prepared:
        """See it. Raises SessionMismatch and ProviderError as ``confirm``, and ``Gone``."""
        found = await confirm(page, self.sent)
        return Prepared((still_there(found),))


def check_follow(session: Session) -> None:
    """Raise ProviderError or SessionRefused for a session into which no prompt may go; nothing is touched."""
    refused = not_followed(session)
    if refused is None:
        return
    if refused.code == SessionRefused.error_code:
        raise SessionRefused(refused.why, session_id=session.id)
    raise ProviderError(refused.why, code=refused.code, stage=refused.stage, hint=refused.hint, session_id=session.id)


async def sent_last(store: Store, session: Session) -> Sent:
    """The message that was sent last in the session's conversation. Raises SessionRefused when none was."""
    found = last_sent((*await store.history(session.id), session))
    if found is None:
        text = f"no prompt of session {session.id} was sent, so there is nothing to follow; ask without --session"
        raise SessionRefused(text, session_id=session.id)
    return found


async def ask_all(
    prompts: Sequence[str], ask: Callable[[str], Awaitable[QueryResult]], latest: Callable[[], Session | None]
) -> QueryResult:
    """Ask one after the other; the result is the last one's, with a row for each in ``turns``.

    ``latest``: the stored session of the prompt that was asked last. The first failure ends it: nothing more is sent,
    and its error's ``turns`` hold the answers before it.
    """
    rows: list[TurnResult] = []
    result: QueryResult | None = None
    for index, prompt in enumerate(prompts):
        try:
            result = await ask(prompt)
        except CdpWebAIError as error:
            if len(prompts) > 1:
                failed = TurnResult(index=index, prompt=prompt, status=error.status, warnings=error.warnings)
                error.turns = (*rows, failed)
            raise
        rows.append(_row(index, prompt, result, latest()))
    assert result is not None
    if len(prompts) == 1:
        return result
    said = tuple(dict.fromkeys(warning for row in rows for warning in row.warnings))
    return msgspec.structs.replace(
        result, warnings=said, turns=tuple(rows), follow_up_count=len(rows) - 1, final_status=result.status
    )


def _row(index: int, prompt: str, result: QueryResult, session: Session | None) -> TurnResult:
    return TurnResult(
        index=index,
        prompt=prompt,
        status=result.status,
        answer=result.answer,
        warnings=result.warnings,
        sent_at=session.sent_at if session else None,
        completed_at=session.completed_at if session else None,
    )
