"""Files for a browser that may have no disk in common with us: whether it has, and their content through the page.

Row 4. ``files`` hands over paths, which mean something on the browser's own machine only; a browser that is elsewhere
takes a path that it does not have, and gives the page an empty file. So it is asked first, by an input that stands in
no document: it must name our files with our sizes and times. Where it does not, their bytes go into the page in pieces,
and the page's input gets them as one choice.
"""

from __future__ import annotations

import mimetypes
from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import trio

from cdpwebai.cdp.domains import dom, runtime
from cdpwebai.errors import ActRefused, ProtocolError
from cdpwebai.page.acting import Aim, aim_of, run_act
from cdpwebai.page.files import check_files
from cdpwebai.page.library import page_script
from cdpwebai.page.view import View

__all__ = ["PIECE", "are_ours", "hand_content", "shares_disk"]

PIECE = 2 * 2**20
"""Bytes of content in one message to the page."""

CLOCKS = 2000
"""Milliseconds by which two readings of one file's time may differ: some file systems keep two seconds only."""


async def shares_disk(view: View, paths: Sequence[Path]) -> bool:
    """Whether the browser finds the same files at these paths; the page is not touched.

    Raises InputError for a path that cannot be read here, ActRefused when there is no document, and what
    ``Session.call`` raises.
    """
    files = check_files(paths)
    document = view.document
    if document is None:
        raise ActRefused("no file was handed over: there is no document at the moment", reason="gone")
    call = document.cdp.call
    made = runtime.CallFunctionOn(function_declaration=page_script("_input"), unique_context_id=document.worlds.ours)
    handle = (await call(made)).result.object_id
    try:
        await call(dom.SetFileInputFiles(files=[str(path) for path in files], object_id=handle))
        ask = runtime.CallFunctionOn(
            function_declaration=page_script("_identity"), object_id=handle, return_by_value=True
        )
        return are_ours((await call(ask)).result.value, files)
    except ProtocolError:
        return False  # a browser that may not read that path, say
    finally:
        await call(runtime.ReleaseObject(object_id=handle or ""))


def are_ours(told: Any, files: Sequence[Path]) -> bool:
    """Whether what the browser told of its files (name, size in bytes, time in milliseconds) is what ours are."""
    try:
        rows = msgspec.convert(told, list[tuple[str, int, float]])
    except msgspec.ValidationError:
        return False
    return len(rows) == len(files) and all(_is(path, row) for path, row in zip(files, rows, strict=True))


def _is(path: Path, row: tuple[str, int, float]) -> bool:
    """An empty file is the same everywhere; a path that the browser does not have gives just that."""
    name, size, modified = row
    own = path.stat()
    same_time = own.st_size == 0 or abs(modified - own.st_mtime * 1000) <= CLOCKS
    return (name, size) == (path.name, own.st_size) and same_time


async def hand_content(view: View, aim: Aim, paths: Sequence[Path]) -> None:
    """Give a file input the content of these files, as one choice; the page hears an input and a change event.

    Raises InputError for a path that cannot be read, ActRefused when they were not handed over, and ``Gone``.
    """
    files = {f"{place} {path.name}": path for place, path in enumerate(check_files(paths), 1)}
    for key, path in files.items():
        await _keep(view, key, path)
    await run_act(view, "hand_pieces", aim_of(aim), [_told(key, path) for key, path in files.items()])


async def _keep(view: View, key: str, path: Path) -> None:
    async with await trio.open_file(path, "rb") as file:
        number = 0
        while piece := await file.read(PIECE):
            await run_act(view, "keep_piece", key, number, b64encode(piece).decode())
            number += 1


def _told(key: str, path: Path) -> dict[str, Any]:
    own = path.stat()
    kind = mimetypes.guess_type(path.name)[0] or ""
    return {
        "key": key,
        "name": path.name,
        "type": kind,
        "modified": round(own.st_mtime * 1000),
        "size": own.st_size,
    }
