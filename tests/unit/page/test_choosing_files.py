"""Files handed to the page, in virtual time: what is told when a step around them fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.errors import ActRefused, ProtocolError
from cdpwebai.page.files import Upload
from tests.support.page_peer import HANDLE, opened, refuse, value, while_asked

pytestmark = pytest.mark.usefixtures("autojump_clock")


@pytest.mark.parametrize("text", [None, "Internal error"])
async def test_why_no_file_was_chosen_is_told_also_when_the_chooser_cannot_be_given_back(
    tmp_path: Path, text: str | None
) -> None:
    (tmp_path / "file").write_bytes(b"x")
    async with opened() as (tab, peer):

        async def play() -> None:
            begin = await peer.next()
            assert begin["params"] == {"enabled": True}
            await peer.answer(begin)
            while (command := await peer.next())["method"] == "Runtime.callFunctionOn":
                await peer.answer(command, **value({"threw": "Error: not now"}))
            assert (command["method"], command["params"]) == ("Page.setInterceptFileChooserDialog", {"enabled": False})
            if text is not None:
                await refuse(peer, command, text)

        error = await while_asked(tab.choose_files("a", [tmp_path / "file"], timeout=1), play)
        assert isinstance(error, ActRefused)
        assert (error.reason, error.page_may_have_changed) == ("unreadable", False)
        assert "was not clicked" in error.message


@pytest.mark.parametrize("text", [None, "Not allowed"])
async def test_a_handle_that_cannot_be_let_go_does_not_hide_how_the_files_were_taken(
    tmp_path: Path, text: str | None
) -> None:
    (tmp_path / "file").write_bytes(b"x")
    chosen: dict[str, Any] = {"count": 1, "multiple": False, "files": []}

    def reply_to(command: dict[str, Any]) -> dict[str, Any] | str:
        asked = command["params"].get("arguments", [{}])[0].get("value", {}).get("reader")
        match command["method"], asked:
            case "Runtime.releaseObject", _:
                return "Could not find object"
            case "DOM.setFileInputFiles", _:
                return {} if text is None else text
            case _, None:
                return HANDLE
            case _, reader:
                return value({"value": chosen if reader == "chosen_files" else []})

    async with opened() as (tab, peer), trio.open_nursery() as nursery:

        async def play() -> None:
            while True:
                command = await peer.next()
                reply = reply_to(command)
                await (refuse(peer, command, reply) if isinstance(reply, str) else peer.answer(command, **reply))

        nursery.start_soon(play)
        if text is None:
            assert isinstance(await tab.set_files("a", [tmp_path / "file"]), Upload)
        else:
            with pytest.raises(ProtocolError, match=text):
                await tab.set_files("a", [tmp_path / "file"])
        nursery.cancel_scope.cancel()
