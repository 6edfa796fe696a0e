"""``--output-image``, ``--require-file-artifacts``, ``--output-dir``: what is to be had beside an answer's text.

What cannot be done is refused before anything else is. A replay saves for itself alone: it tells what was recorded, and
writes nothing where that went.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from msgspec.structs import replace

from cdpwebai.errors import ArtifactsMissing
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.records import Answer, Artifact
from cdpwebai_cli.options.shared import replayed

__all__ = ["AS_ASKED", "Placed", "artifact_options", "placed"]


def artifact_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """All of these, given to the command as one ``outputs``."""

    @wraps(command)
    def wrapped(*, output_image: Path | None, require_files: bool, output_dir: Path | None, **own: Any) -> Any:
        outputs = Outputs(image=output_image, require_files=require_files, folder=output_dir)
        if replayed() is None:
            outputs.check()
        return command(outputs=outputs, **own)

    place = click.Path(path_type=Path)
    wrapped = click.option("--output-dir", type=place, metavar="DIR", help="Save the answer's images and files here.")(
        wrapped
    )
    wrapped = click.option(
        "--require-file-artifacts", "require_files", is_flag=True, help="Fail unless all its files could be saved."
    )(wrapped)
    return click.option("--output-image", type=place, metavar="FILE", help="Save the image asked for; fail without.")(
        wrapped
    )


class Placed:
    """Where things really go, ``outputs``, and where they are told to be, which is where they were asked to go."""

    def __init__(self, outputs: Outputs, asked: Outputs) -> None:
        self.outputs = outputs
        self._asked = asked

    def told(self, answer: Answer) -> Answer:
        """The answer, as if everything were where it was asked to go."""
        if self.outputs == self._asked:
            return answer
        return replace(answer, images=self._all(answer.images), files=self._all(answer.files))

    def _all(self, saved: Sequence[Artifact]) -> tuple[Artifact, ...]:
        return tuple(replace(one, path=str(self._folder(one) / one.name)) for one in saved)

    def _folder(self, one: Artifact) -> Path:
        image = self._asked.image if one.kind == "image" else None
        folder = image.parent if image else self._asked.folder
        assert folder is not None
        return folder.absolute()


AS_ASKED = Placed(NONE, NONE)
"""For who asked for nothing."""


@contextmanager
def placed(asked: Outputs) -> Generator[Placed]:
    """Where what is asked for goes, for the block: there; in a replay, into a folder that goes with it."""
    if replayed() is None or asked == NONE:
        yield Placed(asked, asked)
        return
    with TemporaryDirectory(prefix="cdpwebai-replay-") as name:
        folder = Path(name)
        image = folder / asked.image.name if asked.image else None
        place = Placed(Outputs(image, asked.require_files, folder if asked.folder else None), asked)
        try:
            yield place
        except ArtifactsMissing as error:
            error.answer = place.told(error.answer)
            raise
