"""What is to be had beside the text of an answer: asked for, fetched once the text is proven, told with it.

Row 7, below ``answering``. The text is never held back for it; what was asked for by name and is not there is an error
that has the text with it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from cdpwebai.errors import ArtifactsMissing
from cdpwebai.flows.artifacts import NONE, Answered, Outputs, collect
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.plan_artifacts import unmet
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Answer

__all__ = ["Bringing", "outputs_of"]

Place = str | os.PathLike[str]


def outputs_of(image: Place | None = None, folder: Place | None = None, *, require_files: bool = False) -> Outputs:
    """Where what is asked for goes. Raises InputError for what cannot be done, before a browser is touched."""
    outputs = Outputs(
        image=None if image is None else Path(image),
        require_files=require_files,
        folder=None if folder is None else Path(folder),
    )
    outputs.check()
    return outputs


@dataclass(frozen=True)
class Bringing:
    """What is asked for, and until when it may be fetched (in trio's time). ``witness``: whether the record may be
    asked for it."""

    outputs: Outputs
    by: float
    witness: bool = True

    async def to(self, page: ChatPage, answer: Answer, asked: Answered, ledger: Ledger) -> Answer:
        """The answer with what could be saved, and with what could not."""
        if self.outputs == NONE:
            return answer
        found = await collect(page, self.outputs, replace(asked, witness=self.witness), by=self.by)
        ledger.warn(tuple(dict.fromkeys(f"{error.kind}-not-saved" for error in found.errors)))
        return msgspec.structs.replace(
            answer, images=found.of("image"), files=found.of("file"), artifact_errors=tuple(found.errors)
        )

    def told(self, stored: Answer, brought: Answer) -> Answer:
        """The answer as it is returned: as stored, should another run have been first, with what this one has saved.

        Raises ArtifactsMissing for one that lacks what was asked for by name.
        """
        if self.outputs == NONE:
            return stored
        answer = msgspec.structs.replace(
            stored, images=brought.images, files=brought.files, artifact_errors=brought.artifact_errors
        )
        missing = unmet(self.outputs.wanted, (*answer.images, *answer.files), answer.artifact_errors)
        if missing is None:
            return answer
        raise ArtifactsMissing(
            f"the answer is complete and stored; {missing.why}",
            answer=answer,
            code=missing.code,
            hint=missing.hint,
            page_may_have_changed=True,
        )
