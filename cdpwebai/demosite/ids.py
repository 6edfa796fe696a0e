"""Ids for what a scenario gives none, and other ones for a reply that is played once more.

Pure: the same seed gives the same id, so that a page which loads again shows what it showed.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from msgspec import structs

from cdpwebai.demosite import steps
from cdpwebai.demosite.steps import Step

__all__ = ["fresh_ids", "made_id", "with_ids"]

NAMESPACE = uuid.UUID("6f1c9a52-6f0e-5b5e-9d53-3f4f9e2f6c11")


def made_id(seed: str) -> str:
    """An id for what the scenario gives none, always the same for the same ``seed``."""
    return str(uuid.uuid5(NAMESPACE, seed))


def with_ids(reply: Sequence[Step], seed: str) -> tuple[Step, ...]:
    """The reply with an id for each turn and message that has none, the same ones for the same ``seed``."""
    return tuple(
        structs.replace(step, id=made_id(f"{seed}.{place}"))
        if isinstance(step, steps.UserTurn | steps.AssistantTurn | steps.Message) and not step.id
        else step
        for place, step in enumerate(reply)
    )


def fresh_ids(reply: Sequence[Step], round_: int, *, address: bool) -> tuple[Step, ...]:
    """The reply as it is played once more: other ids and, where ``address`` says so, another conversation address."""

    def _fresh(value: str) -> str:
        return made_id(f"{value}#{round_}")

    fresh: list[Step] = []
    for step in reply:
        if isinstance(step, steps.UserTurn | steps.AssistantTurn | steps.Message):
            fresh.append(structs.replace(step, id=_fresh(step.id)))
        elif isinstance(step, steps.Url) and address and "/c/" in step.to:
            head, _, identity = step.to.rpartition("/")
            prefix = "WEB:" if identity.startswith("WEB:") else ""
            fresh.append(structs.replace(step, to=f"{head}/{prefix}{_fresh(identity)}"))
        else:
            fresh.append(step)
    return tuple(fresh)
