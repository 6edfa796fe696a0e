"""Files for the page's file inputs: each path is checked first, and the page's own count is compared afterwards.

Row 4. Chromium 156 takes a path that does not exist and gives the page a file of 0 bytes, so nothing is handed over
unchecked; and it tells the page of no change when an input gets the file that it holds, so it is emptied before. An
input may be hidden, or exist only once a button is clicked (``choose_files``).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
import trio

from cdpwebai.cdp import Subscription
from cdpwebai.cdp.domains import dom, page, runtime
from cdpwebai.errors import ActRefused, CallError, InputError
from cdpwebai.page.acting import (
    ACT_LIMIT,
    HEARD,
    Aim,
    Heard,
    act_limit,
    aim_of,
    listen,
    raise_gone,
    refuse_selector,
    run_act,
)
from cdpwebai.page.answers import unknown_of
from cdpwebai.page.click import click
from cdpwebai.page.document import Document
from cdpwebai.page.library import page_script
from cdpwebai.page.readers import ValueReader
from cdpwebai.page.view import View
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Verdict, Visible

__all__ = ["CHOSEN", "Chosen", "Upload", "check_files", "choose_files", "set_files"]


class Chosen(msgspec.Struct, frozen=True):
    """What a file input holds: ``files`` are name and size in bytes. ``count`` 0: there is no such input."""

    count: int
    multiple: bool
    files: list[tuple[str, int]]
    connected: bool = True


class Upload(msgspec.Struct, frozen=True):
    """Files that were handed over. ``changes``: trusted change events that the input had, one for each upload.

    ``seen``: Visible when the input holds exactly these files, sizes equal to those on disk; Absent when it is empty or
    gone (pages often empty it at once); Unknown("conflict") when it holds others.
    """

    files: tuple[tuple[str, int], ...]
    changes: Known[int] | Unknown
    seen: Verdict


CHOSEN = ValueReader("chosen_files", Chosen)
"""Which files a file input holds."""


def check_files(paths: Sequence[str | os.PathLike[str]]) -> list[Path]:
    """Absolute paths of files that can be read. Raises InputError for the first that cannot."""
    if not paths:
        raise InputError("no file was given")
    return [_checked(Path(path)) for path in paths]


def _checked(path: Path) -> Path:
    if not path.exists():
        raise InputError(f"the file {path} does not exist")
    if not path.is_file():
        raise InputError(f"{path} is not a file")
    if not os.access(path, os.R_OK):
        raise InputError(f"the file {path} cannot be read")
    return path.resolve()


async def set_files(
    view: View, aim: Aim, paths: Sequence[str | os.PathLike[str]], *, timeout: float = ACT_LIMIT
) -> Upload:
    """Hand files to an input. ``Tab.set_files`` says more."""
    files = check_files(paths)
    with act_limit(view, "the handing over of files", timeout) as handing:
        document = view.document
        chosen = await view.look(CHOSEN, aim_of(aim))
        if isinstance(chosen, Unknown):
            raise_gone(view)
            await refuse_selector(view, aim, chosen)
        _refuse(chosen, len(files))
        if isinstance(chosen, Known) and chosen.value.files:
            handing.begun = True
            await run_act(view, "clear_files", aim_of(aim))
        await listen(view, ["change"], aim_of(aim))
        handle = None if document is None else await document.node(aim_of(aim))
        if document is None or handle is None:
            raise ActRefused("no file was handed over: the input has gone", reason="gone")
        handing.begun = True
        await _hand_over(document, files, handle)
    return await _uploaded(view, aim, files)


def _refuse(chosen: Known[Chosen] | Unknown, count: int) -> None:
    match chosen:
        case Unknown(detail=detail):
            raise ActRefused(f"no file was handed over: the input cannot be read ({detail})", reason="unreadable")
        case Known(value=Chosen(count=0)):
            raise ActRefused("no file was handed over: there is no such file input", reason="gone")
        case Known(value=Chosen(multiple=False)) if count > 1:
            raise ActRefused(f"no file was handed over: the input takes one file, not {count}", reason="single")
        case _:
            pass


async def _hand_over(document: Document, files: Sequence[Path], handle: str) -> None:
    try:
        await document.cdp.call(dom.SetFileInputFiles(files=[str(path) for path in files], object_id=handle))
    finally:
        with suppress(CallError):  # it goes with its document anyhow, and must not hide what was done or why not
            await document.cdp.call(runtime.ReleaseObject(object_id=handle))


async def _uploaded(view: View, aim: Aim, files: Sequence[Path]) -> Upload:
    heard = await view.look(HEARD)
    chosen = await view.look(CHOSEN, aim_of(aim))
    return Upload(_handed(files), _changes(heard), _seen(chosen, _handed(files)))


def _handed(files: Sequence[Path]) -> tuple[tuple[str, int], ...]:
    return tuple((path.name, path.stat().st_size) for path in files)


def _changes(heard: Known[list[Heard]] | Unknown) -> Known[int] | Unknown:
    return heard if isinstance(heard, Unknown) else Known(sum(_is_change(event) for event in heard.value))


def _is_change(event: Heard) -> bool:
    return event.type == "change" and event.meets


def _seen(chosen: Known[Chosen] | Unknown, handed: tuple[tuple[str, int], ...]) -> Verdict:
    match chosen:
        case Unknown():
            return chosen
        case Known(value=Chosen(files=[])):
            return Absent(("the input",))
        case Known(value=Chosen(files=files)) if tuple(files) == handed:
            return Visible()
        case Known(value=Chosen(files=files)):
            return Unknown(Reason.CONFLICT, f"the input holds {files}")


async def choose_files(view: View, aim: Aim, paths: Sequence[str | os.PathLike[str]], *, timeout: float) -> Upload:
    """Click what opens a file chooser and hand the files to it. ``Tab.choose_files`` says more."""
    files = check_files(paths)
    cdp = view.cdp
    await cdp.call(page.SetInterceptFileChooserDialog(enabled=True), within=timeout)
    try:
        async with cdp.subscribe(page.FileChooserOpened) as choosers:
            await click(view, aim, timeout=timeout)
            chooser = await _wait_chooser(choosers, timeout)
            with act_limit(view, "the handing over of files", timeout) as handing:
                handing.begun = True
                return await _fill_chooser(view, chooser, files)
    finally:
        with trio.CancelScope(shield=True), suppress(CallError):  # it must not hide how the choosing ended
            await cdp.call(page.SetInterceptFileChooserDialog(enabled=False), within=1)


async def _wait_chooser(choosers: Subscription[page.FileChooserOpened], timeout: float) -> page.FileChooserOpened:
    with trio.move_on_after(timeout):
        return await anext(choosers)
    text = f"no file was handed over: the click was made, and no file chooser opened within {timeout:g} s"
    raise ActRefused(text, reason="gone", page_may_have_changed=True)


async def _fill_chooser(view: View, chooser: page.FileChooserOpened, files: Sequence[Path]) -> Upload:
    if chooser.mode == "selectSingle" and len(files) > 1:
        raise ActRefused(f"no file was handed over: the chooser takes one file, not {len(files)}", reason="single")
    node = chooser.backend_node_id
    if node is None:
        raise ActRefused("no file was handed over: the page opened a chooser without an input", reason="gone")
    await listen(view, ["change"])
    await view.cdp.call(dom.SetFileInputFiles(files=[str(path) for path in files], backend_node_id=node))
    heard = await view.look(HEARD)
    chosen = await _holds(view, node)
    seen = _seen(chosen, _handed(files))
    if isinstance(chosen, Known) and not chosen.value.connected:
        return Upload(_handed(files), Unknown(Reason.NOT_SUPPORTED, "the input is not in the document"), seen)
    return Upload(_handed(files), _changes(heard), seen)


async def _holds(view: View, node: int) -> Known[Chosen] | Unknown:
    """What an input holds that may stand outside the document, where no reader finds it."""
    try:
        handle = (await view.cdp.call(dom.ResolveNode(backend_node_id=node))).object.object_id
        ask = runtime.CallFunctionOn(
            function_declaration=page_script("_chosen"), object_id=handle, return_by_value=True
        )
        reply = await view.cdp.call(ask)
        await view.cdp.call(runtime.ReleaseObject(object_id=handle or ""))
        return Known(msgspec.convert(reply.result.value, Chosen))
    except CallError as error:
        return unknown_of(error)
    except msgspec.ValidationError as error:
        return Unknown(Reason.MALFORMED, f"the input's files: {error}")
