"""What is to be had beside the text of an answer: asked for, fetched once the text is proven, told with it.

Row 7, below ``answering``. The text is never held back for it; what was asked for by name and is not there is an error
that has the text with it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.errors import ArtifactsMissing
from cdpwebai.flows.artifacts import Answered, collect
from cdpwebai.flows.ledger import Ledger
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.flows.plan_artifacts import unmet
from cdpwebai.providers.chat_page import ChatPage
from cdpwebai.records import Answer, Artifact

__all__ = ["Bringing", "is_there"]


async def is_there(answer: Answer, said: Outputs, outputs: Outputs) -> bool:
    """Whether all that is asked for was saved before. ``said``: what is asked for now; ``outputs``: with what was asked
    for with the prompt.

    What is said now must be there now, as it was saved and where it is said to go; what was asked for then, and was
    had, is not looked for again.
    """
    saved = (*answer.images, *answer.files)
    if unmet(outputs.wanted, saved, answer.artifact_errors) is not None:
        return False
    if said == NONE:
        return True
    if said.image is not None or not saved or answer.artifact_errors:  # an image's path is a new one each time
        return False
    return await run_blocking(lambda: all(_is_at(one, outputs) and _is_same(one) for one in saved))


def _is_at(saved: Artifact, outputs: Outputs) -> bool:
    """Whether it lies in the folder that things of its kind go to."""
    image = saved.kind == "image" and outputs.image is not None
    place = outputs.image.parent if image and outputs.image else outputs.folder
    return place is not None and Path(saved.path).parent == place.absolute()


def _is_same(saved: Artifact) -> bool:
    try:
        return hashlib.sha256(Path(saved.path).read_bytes()).hexdigest() == saved.sha256
    except OSError:
        return False


@dataclass(frozen=True)
class Bringing:
    """What is asked for, and until when it may be fetched (in trio's time). ``witness``: whether the record may be
    asked for it."""

    outputs: Outputs
    by: float
    witness: bool = True

    async def to(self, page: ChatPage, answer: Answer, asked: Answered, ledger: Ledger) -> Answer:
        """The answer with what could be saved, and with what could not."""
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
