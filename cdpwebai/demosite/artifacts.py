"""Images and files that answers bring: how they are named in the text, and their bytes.

Pure; every byte is made from the step alone, the same each time. Who may have them is ``app``'s. Below: ``steps``.
"""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64decode
from functools import lru_cache
from io import BytesIO
from pathlib import PurePosixPath
from struct import pack
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cdpwebai.demosite.steps import File, Image

__all__ = ["EXPIRED", "content", "file_id", "name_of", "named", "picture", "spoilt", "zipped"]

EXPIRED = (
    b"<!DOCTYPE html>\n<html><head><title>Expired</title></head><body><p>This link has expired.</p></body></html>\n"
)
"""What stands in place of a file for ``html``: a page, with status 200."""

BOMB_SIZE = 64 * 2**20
"""Bytes that the archive of ``bomb`` unpacks to, a thousand times its own."""

PREVIEW = 8
"""How many times smaller a preview is than its image."""

MADE = (2026, 8, 8, 0, 0, 0)
"""When every entry was made; scenario files know the hash of what comes of it."""


def name_of(file: File) -> str:
    """The file's name, without its folders."""
    return PurePosixPath(file.path).name


def named(file: File) -> str:
    """The file in the answer's Markdown."""
    return file.path if file.shape == "text" else f"[{file.label or name_of(file)}](sandbox:{file.path})"


def file_id(file: File) -> str:
    """The id under which its bytes are served."""
    return f"file_{hashlib.sha256(file.path.encode()).hexdigest()[:20]}"


def content(file: File) -> bytes:
    """What is served for a file that is served at all."""
    whole = b64decode(file.bytes_b64) if file.bytes_b64 else zipped(tuple(file.entries.items()))
    match file.serve:
        case "bomb":
            return _bomb()
        case "slip":
            return zipped((("readme.txt", "inside\n"), ("../outside.txt", "outside\n")))
        case _:
            return spoilt(whole, file.serve)


def spoilt(whole: bytes, serve: str) -> bytes:
    """What is served in place of these bytes."""
    match serve:
        case "html":
            return EXPIRED
        case "cut":
            return whole[: len(whole) // 2]
        case "empty":
            return b""
        case _:
            return whole


@lru_cache(maxsize=64)
def zipped(entries: tuple[tuple[str, str], ...]) -> bytes:
    """An archive of these names and texts; one of nothing has a line all the same."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, text in entries or (("readme.txt", "made by the demo site\n"),):
            archive.writestr(ZipInfo(name, MADE), text)
    return written.getvalue()


@lru_cache(maxsize=1)
def _bomb() -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        archive.writestr(ZipInfo("zeros.bin", MADE), bytes(BOMB_SIZE), ZIP_DEFLATED)
    return written.getvalue()


@lru_cache(maxsize=16)
def picture(image: Image, *, preview: bool = False) -> bytes:
    """A PNG of the image's size in one grey, or of its preview's."""
    scale = PREVIEW if preview else 1
    width, height = max(1, image.width // scale), max(1, image.height // scale)
    shade = hashlib.sha256(image.file_id.encode()).digest()[0]
    rows = (b"\0" + bytes((shade,)) * width) * height
    head = pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
