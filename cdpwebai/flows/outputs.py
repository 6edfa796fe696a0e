"""What is asked for of an answer's images and files, and where it goes. Row 6; it looks at the disk, and knows no page.

Above: ``artifacts`` fetches what is asked for, ``artifact_shelf`` puts it there.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from msgspec import UNSET, UnsetType

from cdpwebai.errors import InputError
from cdpwebai.flows.artifact_saving import check_folder, check_new
from cdpwebai.flows.plan_artifacts import Wanted
from cdpwebai.records import StoredOutputs

__all__ = ["NONE", "Outputs"]


@dataclass(frozen=True)
class Outputs:
    """Where what is asked for goes: images at ``image`` (``out.png``, ``out-2.png``), all else in ``folder``.

    ``require_files``: the answer is not what was asked for unless every file of it is there, and there is one.
    """

    image: Path | None = None
    require_files: bool = False
    folder: Path | None = None

    @property
    def wanted(self) -> Wanted:
        """What the plan needs to know."""
        return Wanted(image=self.image is not None, files=self.require_files, all=self.folder is not None)

    def check(self) -> None:
        """Raise InputError for what cannot be done, before a browser is touched."""
        if self.require_files and self.folder is None:
            raise InputError("files are required, and nothing says where they go; give an output folder")
        if self.folder is not None:
            check_folder(self.folder)
        if self.image is not None:
            check_new(self.image)

    def or_else(self, before: StoredOutputs | UnsetType) -> Outputs:
        """These, and what was asked for with the prompt: a demand is never dropped, a place that is given anew holds.

        What was asked for then was checked then; what has come to stand there since is not written over.
        """
        if before is UNSET:
            return self
        return Outputs(
            self.image or (Path(before.image) if before.image else None),
            self.require_files or before.require_files,
            self.folder or (Path(before.folder) if before.folder else None),
        )

    @property
    def stored(self) -> StoredOutputs | UnsetType:
        """As it is stored with the prompt."""
        if self == NONE:
            return UNSET
        image, folder = (str(place.absolute()) if place else "" for place in (self.image, self.folder))
        return StoredOutputs(image=image, folder=folder, require_files=self.require_files)


NONE = Outputs()
