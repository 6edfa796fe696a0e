"""Three files of no bytes, of 3 KB and of 300 MB, one of them renamed by the page, one perhaps refused: all or none.

By their paths, where the browser has our disk, and by their content through the page, where it has not: there the large
one is of many pieces, and smaller (300 MB go through as well, and take half a minute).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat
from cdpwebai.api.opening import open_conversation
from cdpwebai.demosite import Site, load_scenario, serve
from cdpwebai.errors import ProviderError
from cdpwebai.page.handing import PIECE
from cdpwebai.providers.chat_page import ChatPage
from tests.manifest import proves
from tests.support.served import slow_reply

LARGE = {"by path": 300 * 2**20, "by content": 12 * PIECE + 1}
"""Bytes of the large file."""


class Elsewhere(ChatPage):
    """A page whose browser has no disk in common with us."""

    async def shares_disk(self, paths: Sequence[Path]) -> bool:
        return False


PAGES = {"by path": ChatPage, "by content": Elsewhere}


@pytest.fixture
def files(tmp_path: Path, how: str) -> list[Path]:
    """The three; the large one takes no room on the disk, and is not the same everywhere."""
    made = [tmp_path / "empty.txt", tmp_path / "small.csv", tmp_path / "large.bin"]
    made[0].touch()
    made[1].write_bytes(bytes(range(256)) * 12)
    with made[2].open("wb") as out:
        for at in range(0, LARGE[how], LARGE[how] // 10):
            out.seek(at)
            out.write(b"mark %d" % at)
        out.truncate(LARGE[how])
    return made


@asynccontextmanager
async def asking(chromium: str, page: type[ChatPage], **upload: Any) -> AsyncGenerator[tuple[Chat, Site]]:
    """A chat on a site that takes files so."""
    known = {"schema": 1, "name": "three-files", "site": {"upload": {"seconds": 0.2, **upload}}}
    async with (
        serve(load_scenario(json.dumps({**known, "replies": [slow_reply(0.1)]}))) as site,
        open_conversation("demo", url=site.url, where=Where(cdp=chromium), timeout=30, page=page) as chat,
    ):
        yield chat, site


async def clicked(site: Site, clicks: dict[str, int]) -> None:
    """The site has counted these; the page tells it of each in its own time."""
    with trio.move_on_after(10):
        await site.wait_logged(lambda log: dict(log.clicks) == clicks)
    assert dict(site.log.clicks) == clicks


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@pytest.mark.parametrize("how", PAGES)
@proves("oracle.C17", "oracle.C19", "oracle.C10", "oracle.C23", "report.B35")
async def test_all_three_reach_the_site_whole_with_one_send_and_none_is_taken_away(
    chromium: str, files: list[Path], how: str
) -> None:
    async with asking(chromium, PAGES[how], rename="(1)", rename_at=2) as (chat, site):
        result = await chat.query("Read all.", timeout=120, files=files)
        await clicked(site, {"send": 1})
    (send,) = site.log.sends
    assert [one.name for one in send.uploads] == ["empty.txt", "small(1).csv", "large.bin"]
    assert [one.sha256 for one in send.uploads] == [sha256(path) for path in files]
    assert len(site.log.uploads) == 3
    assert result.warnings == ("attachment-empty",)


@pytest.mark.parametrize(
    ("how", "fail", "words"),
    [("by path", "too_large", "File is too large."), ("by content", "red", "large.bin: Upload failed")],
)
@proves("oracle.C7", "oracle.C16", "oracle.C20", "oracle.C5")
async def test_where_the_site_refuses_one_of_the_three_none_is_sent_and_none_is_taken_away(
    chromium: str, files: list[Path], how: str, fail: str, words: str
) -> None:
    async with asking(chromium, PAGES[how], rename="(1)", rename_at=2, fail=fail) as (chat, site):
        with pytest.raises(ProviderError) as caught:
            await chat.query("Read all.", timeout=120, files=files)
        await clicked(site, {})
    assert words in caught.value.message
    assert "empty.txt: there" in caught.value.message
    assert "small.csv: there" in caught.value.message
    assert "large.bin: " in caught.value.message
    assert site.log.sends == []
    assert "large.bin" not in [one.name for one in site.log.uploads]
