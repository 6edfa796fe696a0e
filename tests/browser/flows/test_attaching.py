"""Prompts with files, in real Chromium against the demo site: what reaches it, and what keeps a prompt unsent."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from cdpwebai.api.browsers import Where
from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import Site, load_scenario, serve
from cdpwebai.errors import AttachmentRefused, NotFinished, ProviderError
from cdpwebai.page.acting import Target
from cdpwebai.page.handing import PIECE, hand_content, shares_disk
from tests.manifest import proves
from tests.support.clicks import expect_clicks

REPLY = [
    {"at": 0.05, "do": "user_turn"},
    {"at": 0.1, "do": "url", "to": "/c/9ae37724-4402-5ab2-9953-f2af40039d9f"},
    {"at": 0.2, "do": "assistant_turn"},
    {"at": 0.3, "do": "text", "md": "Read."},
    {"at": 0.4, "do": "bar", "state": "on"},
    {"at": 0.4, "do": "record", "state": "finished"},
]


def upload(**keys: Any) -> dict[str, Any]:
    return {"upload": {"seconds": 0.2, **keys}}


@asynccontextmanager
async def asking(
    chromium: str, keys: dict[str, Any], reply: Sequence[Any] = REPLY
) -> AsyncGenerator[tuple[Chat, Site]]:
    """A chat of our own with a demo site that has these keys."""
    text = json.dumps({"schema": 1, "name": "attaching", "site": keys, "replies": [list(reply)]})
    async with (
        serve(load_scenario(text)) as site,
        open_chat("demo", url=site.url, where=Where(cdp=chromium)) as chat,
    ):
        yield chat, site


def made(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def carried(site: Site) -> list[str]:
    """The hashes of what the one send carried."""
    (send,) = site.log.sends
    return [one.sha256 for one in send.uploads]


@proves("oracle.C17", "oracle.C14", "oracle.B7", "oracle.C10")
async def test_an_empty_a_small_and_a_huge_file_reach_the_site_whole_with_one_send(
    chromium: str, tmp_path: Path
) -> None:
    files = [made(tmp_path, "empty.txt", b""), made(tmp_path, "small.zip", os.urandom(3000)), tmp_path / "huge.bin"]
    with files[2].open("wb") as huge:
        huge.truncate(300 * 2**20)
    async with asking(chromium, upload(rename="(1)")) as (chat, site):
        result = await chat.query("Read all.", timeout=60, files=files)
        await expect_clicks(site, {"send": 1})
    assert result.answer.markdown == "Read."
    assert "attachment-empty" in result.warnings
    assert carried(site) == [sha256(path) for path in files]


@proves("oracle.C7", "oracle.C16", "oracle.C20", "oracle.C5")
@pytest.mark.parametrize(
    ("fail", "words"),
    [
        ("too_large", "File is too large. The limit is 512 MB."),
        ("type", "This file type is not supported."),
        ("quota", "You have reached your file upload limit. Try again later."),
        ("red", "'bad.txt: Upload failed'"),
    ],
)
async def test_a_file_that_the_site_refuses_keeps_the_prompt_from_being_sent(
    chromium: str, tmp_path: Path, fail: str, words: str
) -> None:
    files = [made(tmp_path, "good.txt", b"good"), made(tmp_path, "bad.txt", b"bad")]
    async with asking(chromium, upload(fail=fail)) as (chat, site):
        with pytest.raises(ProviderError) as caught:
            await chat.query("Read all.", timeout=60, files=files)
    assert words in caught.value.message
    assert "good.txt: there" in caught.value.message
    assert caught.value.error_code in ("provider.attachment-evidence-missing", "provider.quota")
    assert caught.value.page_may_have_changed is True
    assert site.log.sends == []
    assert site.log.clicks == {}


@proves("oracle.C17", "oracle.C19", "oracle.C21", "oracle.C4")
async def test_content_goes_through_the_page_in_pieces_byte_for_byte(chromium: str, tmp_path: Path) -> None:
    files = [made(tmp_path, "a.bin", os.urandom(2 * PIECE + 17)), made(tmp_path, "한국어 'é.txt", b"")]
    async with asking(chromium, upload()) as (chat, site):
        await hand_content(chat.page.tab, Target("chat_input", (1, "")), files)
        with trio.fail_after(20):
            log = await site.wait_logged(lambda log: len(log.uploads) == 2)
    assert {one.name: one.sha256 for one in log.uploads} == {path.name: sha256(path) for path in files}


async def test_whether_the_browser_has_our_disk_is_asked_without_touching_the_page(
    chromium: str, tmp_path: Path
) -> None:
    files = [made(tmp_path, "a.txt", b"abc"), made(tmp_path, "empty", b"")]
    async with asking(chromium, upload()) as (chat, site):
        assert await shares_disk(chat.page.tab, files)
        await trio.sleep(0.3)
        assert site.log.uploads == []


@proves("oracle.C6", "report.B35")
async def test_without_files_nothing_of_it_is_touched(chromium: str) -> None:
    async with asking(chromium, upload()) as (chat, site):
        await chat.ask("Hello.", timeout=30)
        await expect_clicks(site, {"send": 1})
    assert site.log.uploads == []


@proves("report.B34")
async def test_files_that_somebody_left_are_kept_and_the_prompt_is_refused_also_when_drafts_are_given_up(
    chromium: str, tmp_path: Path
) -> None:
    async with asking(chromium, {"draft_files": ["old-plan.pdf"]}) as (chat, site):
        with pytest.raises(ProviderError) as caught:
            await chat.ask("Read it.", timeout=30, replace_draft=True, files=[made(tmp_path, "a.txt", b"a")])
    assert caught.value.error_code == "composer.occupied"
    assert "old-plan.pdf" in caught.value.message
    assert (site.log.sends, site.log.uploads, site.log.clicks) == ([], [], {})


@proves("oracle.B11", "oracle.C2")
async def test_send_waits_for_the_upload_also_where_the_site_would_let_it_be_pressed(
    chromium: str, tmp_path: Path
) -> None:
    file = made(tmp_path, "a.txt", b"a")
    async with asking(chromium, {"upload": {"seconds": 2, "send_disabled": False}}) as (chat, site):
        await chat.ask("Read it.", timeout=30, files=[file])
    assert carried(site) == [sha256(file)]


@proves("oracle.C20")
async def test_a_deadline_in_mid_upload_says_how_it_stands_with_each_file(chromium: str, tmp_path: Path) -> None:
    files = [made(tmp_path, "a.txt", b"a"), made(tmp_path, "b.txt", b"b")]
    async with asking(chromium, {"upload": {"seconds": 60}}) as (chat, site):
        with pytest.raises(NotFinished) as caught:
            await chat.ask("Read it.", timeout=8, files=files)
    assert "a.txt: there, perhaps not yet at the site, b.txt: there, perhaps" in caught.value.message
    assert caught.value.page_may_have_changed is True
    assert site.log.sends == []


async def test_a_file_that_is_not_there_is_refused_and_nothing_touched(chromium: str, tmp_path: Path) -> None:
    async with asking(chromium, upload()) as (chat, site):
        with pytest.raises(AttachmentRefused, match="does not exist"):
            await chat.ask("Read it.", timeout=30, files=[tmp_path / "nothing.txt"])
    assert (site.log.uploads, site.log.clicks) == ([], {})
