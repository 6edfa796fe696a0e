"""Where what is fetched of an answer stands until all of it is there: checked, written aside, and published in the end.

Row 6. It knows no page. ``artifact_bytes`` says what bytes are good for, ``artifact_saving`` writes and names files.
Above: ``artifacts`` fetches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

import msgspec
import trio

from cdpwebai.cdp.blocking import run_blocking
from cdpwebai.flows.artifact_bytes import Trouble, image_size, mime_of, said_by, suffix_of, trouble_with
from cdpwebai.flows.artifact_saving import discard, publish, safe_name, stage, suggested
from cdpwebai.flows.outputs import Outputs
from cdpwebai.flows.plan_artifacts import Candidate
from cdpwebai.records import Artifact, ArtifactKind

__all__ = ["Shelf"]


class Shelf:
    """The images and files of one answer."""

    def __init__(self, outputs: Outputs) -> None:
        self.outputs = outputs
        self._staged: list[tuple[Path, Artifact]] = []

    async def put(self, candidate: Candidate, data: bytes, disposition: str) -> Trouble | None:
        """Check and keep it; what is required is published with all the others of its kind, or not at all."""
        is_image = candidate.kind == "image"
        told = candidate.name if candidate.source.startswith("/") else suggested(disposition) or candidate.name
        trouble = await run_blocking(partial(trouble_with, data, told, image=is_image))
        if trouble is not None:
            return trouble
        folder, name = self._place(told, mime_of(data), is_image=is_image)
        job = _Job(partial(stage, data, folder))
        try:
            staged = await job.run()
        except OSError as error:
            return _unwritten(error)
        width, height = image_size(data) if is_image else (0, 0)
        artifact = Artifact(
            kind=candidate.kind, name=name, source=candidate.source, path=str(folder), size=len(data),
            sha256=hashlib.sha256(data).hexdigest(), mime=mime_of(data), width=width, height=height,
        )  # fmt: skip
        self._staged.append((staged, artifact))
        return None

    def _place(self, told: str, mime: str, *, is_image: bool) -> tuple[Path, str]:
        """The folder and the name. An image never gets the ending of another kind."""
        number = 1 + sum(one.kind == ("image" if is_image else "file") for _, one in self._staged)
        if not is_image:
            assert self.outputs.folder is not None
            return self.outputs.folder.absolute(), safe_name(told, f"chatgpt-file-{number}")
        asked = self.outputs.image
        if asked is None:
            assert self.outputs.folder is not None
            return self.outputs.folder.absolute(), f"image-{number}{suffix_of(mime)}"
        fits = said_by(asked.name) in ("", mime)
        return asked.absolute().parent, asked.name if fits and asked.suffix else f"{asked.stem}{suffix_of(mime)}"

    async def publish(self, failed: Collection[ArtifactKind]) -> list[tuple[Artifact, Trouble | None]]:
        """Give each its name, or tell its trouble; of a kind that is required and has ``failed``, none is published."""
        published: list[tuple[Artifact, Trouble | None]] = []
        for staged, artifact in self._staged:
            if artifact.kind in failed and self.outputs.wanted.demands(artifact.kind):
                await run_blocking(partial(discard, staged))
                continue
            try:
                path = await run_blocking(partial(publish, staged, Path(artifact.path), artifact.name))
            except OSError as error:
                await run_blocking(partial(discard, staged))
                published.append((artifact, _unwritten(error)))
            else:
                published.append((msgspec.structs.replace(artifact, name=path.name, path=str(path)), None))
        return published

    def clear(self) -> None:
        """Take away what stands aside: nobody will hear of it."""
        for staged, _ in self._staged:
            discard(staged)


class _Job:
    """Writing aside, in a thread: if nobody waits for it any more, it takes away what it has written."""

    def __init__(self, write: Callable[[], Path]) -> None:
        self._write = write
        self._written: Path | None = None
        self._abandoned = False

    async def run(self) -> Path:
        try:
            return await run_blocking(self._run)
        except trio.Cancelled:
            self._abandoned = True
            if self._written is not None:
                discard(self._written)
            raise

    def _run(self) -> Path:
        self._written = self._write()
        if self._abandoned:
            discard(self._written)
        return self._written


def _unwritten(error: OSError) -> Trouble:
    return Trouble("not-saved", f"it could not be written: {error.strerror or error}")
