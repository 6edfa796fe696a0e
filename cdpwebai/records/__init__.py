"""What is returned and what is stored: answers, results as every face tells them, sessions and leases.

Row 0: structs, and the little that can be said of them without a clock or a file. JSON names are camelCase, as
``--json`` and the records on disk have them. Times are seconds since the epoch. What may become of a session, step by
step, is ``store.states``. One module a subject; everybody imports them from here.
"""

from __future__ import annotations

from cdpwebai.records.addresses import HOSTS, conversation_id, durable_url
from cdpwebai.records.answer import (
    Answer,
    Artifact,
    ArtifactError,
    ArtifactKind,
    Citation,
    Exactness,
    Source,
    StoredOutputs,
)
from cdpwebai.records.leases import CoolDown, Fence, Lease, LeaseKind, Owner
from cdpwebai.records.models import ModelMenu, ModelRow, Models, Selection, WorkSelection
from cdpwebai.records.results import Observations, QueryResult, TurnResult
from cdpwebai.records.session import ACTIVE, Baseline, Change, Session, Status, StoredError, Submission, TaskStatus

__all__ = [
    "ACTIVE",
    "HOSTS",
    "Answer",
    "Artifact",
    "ArtifactError",
    "ArtifactKind",
    "Baseline",
    "Change",
    "Citation",
    "CoolDown",
    "Exactness",
    "Fence",
    "Lease",
    "LeaseKind",
    "ModelMenu",
    "ModelRow",
    "Models",
    "Observations",
    "Owner",
    "QueryResult",
    "Selection",
    "Session",
    "Source",
    "Status",
    "StoredError",
    "StoredOutputs",
    "Submission",
    "TaskStatus",
    "TurnResult",
    "WorkSelection",
    "conversation_id",
    "durable_url",
]
