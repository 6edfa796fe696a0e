"""An answer, and what was saved of its images and files.

Row 0, pure. Not how far it can be trusted while it is written: only a finished one is an ``Answer``.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "Answer",
    "Artifact",
    "ArtifactError",
    "ArtifactKind",
    "Citation",
    "Exactness",
    "Source",
    "StoredOutputs",
]

Source = Literal["record", "dom", "copy"]
"""Where the Markdown came from: the conversation's record, the page, or the site's own copy."""

Exactness = Literal["exact", "checked", "rebuilt", "text"]
"""``exact``: the record's or the site's own copy. ``checked``: rebuilt from the page, every source offset agrees.
``rebuilt``: some do not, or there are none. ``text``: no structure."""

ArtifactKind = Literal["image", "file"]


class Artifact(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """An image or a file of an answer that was saved. ``path`` is absolute, ``size`` in bytes, ``sha256`` in hex.

    ``source``: the site's file id, or the path in its sandbox. ``mime``: what the bytes are, "" where that cannot be
    told. ``width`` and ``height`` of an image in pixels, else 0.
    """

    kind: ArtifactKind
    name: str
    source: str
    path: str
    size: int
    sha256: str
    mime: str = ""
    width: int = 0
    height: int = 0


class ArtifactError(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """An image or a file that was asked for and could not be had: nothing was saved under its name."""

    kind: ArtifactKind
    name: str
    code: str
    message: str


class Citation(msgspec.Struct, frozen=True, rename="camel"):
    """A source that an answer cites. ``title`` is the site's word for it, or its host where there is none."""

    title: str
    url: str


class StoredOutputs(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """What is to be had beside an answer's text, as it was asked for with its prompt; whoever comes back holds to it.

    ``image``: the path that its image goes to; ``folder``: where all else goes; both absolute, "" for not asked.
    ``require_files``: every file of it must be there, and at least one.
    """

    image: str = ""
    folder: str = ""
    require_files: bool = False


class Answer(msgspec.Struct, frozen=True, rename="camel", kw_only=True):
    """One finished answer. ``model_slug`` is the page's own word for the model, "" when it does not say.

    ``citations``: the sources that its text cites, each address once, as they come; where only the page tells them, it
    may tell no more than the first source of each mark.
    ``images`` and ``files``: what was saved of it, where that was asked for; ``artifact_errors``: what could not be.
    """

    markdown: str
    text: str
    source: Source
    exactness: Exactness
    message_id: str
    model_slug: str = ""
    citations: tuple[Citation, ...] = ()
    images: tuple[Artifact, ...] = ()
    files: tuple[Artifact, ...] = ()
    artifact_errors: tuple[ArtifactError, ...] = ()
