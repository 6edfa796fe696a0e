"""Images and files of an answer, from the user's face down to the wire, in virtual time.

What the page says is made by hand; the same flow runs against the demo site in ``browser/flows``.
"""

from __future__ import annotations

import hashlib
import os
from base64 import b64encode
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trio

from cdpwebai.api.chat import Chat, open_chat
from cdpwebai.demosite import artifacts
from cdpwebai.demosite.steps import Image
from cdpwebai.errors import ArtifactsMissing, InputError, NotFinished, ProviderError
from cdpwebai.flows.outputs import Outputs
from cdpwebai.providers.chat import Notice
from cdpwebai.records import Answer
from cdpwebai.store import open_store
from cdpwebai.verdict import Known
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.fake_chat import HOME, SILENCE, FakeChat, open_fake_chat

pytestmark = pytest.mark.usefixtures("autojump_clock")

Json = dict[str, Any]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty one."""
    made = tmp_path / "saved"
    made.mkdir()
    return made


ZIP = artifacts.zipped((("a.txt", "one"),))
PNG = artifacts.picture(Image(at=0, file_id="file_a", width=40, height=30))
CONTENT = f"{HOME}backend-api/estuary/content"
NOTHING: Json = {"messages": ["m-a1"], "images": [], "buttons": 0, "links": [], "downloads": [], "paths": []}
TWO_FILES = NOTHING | {"paths": ["/mnt/data/first.zip", "/mnt/data/second.zip"]}
ONE_FILE = NOTHING | {"paths": ["/mnt/data/first.zip"]}
ONE_IMAGE = NOTHING | {"images": [{"id": "file_a", "url": f"{CONTENT}?id=file_a", "width": 40, "height": 30}]}


class Served:
    """What the site gives: bytes by the end of an address. ``asked``: every address that was asked, in order."""

    def __init__(self, brought: Json, **files: Any) -> None:
        self.brought = brought
        self.files = files
        self.asked: list[str] = []
        self.kept: dict[str, bytes] = {}

    def install(self, site: FakeChat) -> None:
        site.says = {
            "chat_artifacts": self._brought,
            "chat_address": self._address,
            "chat_fetched": self._fetched,
            "chat_piece": self._piece,
        }

    def _brought(self, message_id: str) -> Json:
        return self.brought

    def _address(self, path: str, _: int) -> Any:
        self.asked.append(path)
        name = path.rpartition("/")[2].partition(".")[0]
        known: Any = self.files.get(name, {"status": 404, "url": "", "retry": False})
        if isinstance(known, bytes):
            return {"status": 200, "url": f"{CONTENT}?id=file_{name}", "retry": False}
        return known() if callable(known) else known

    def _fetched(self, key: str, url: str, most: int, _: int) -> Any:
        self.asked.append(url)
        known = self.files[url.rpartition("file_")[2]]
        if not isinstance(known, bytes):
            return known
        self.kept[key] = known
        return {"status": 200, "size": len(known), "type": "", "disposition": "", "over": len(known) > most}

    def _piece(self, key: str, start: int, length: int) -> Any:
        return b64encode(self.kept[key][start : start + length]).decode()


@asynccontextmanager
async def asking(served: Served | None = None, text: str = "Here it is.") -> AsyncGenerator[tuple[Chat, FakeChat]]:
    async with open_fake_chat() as site, open_chat("demo", url=HOME, where=site.where) as chat:
        site.answer = assistant("a1", text)
        if served is not None:
            served.install(site)
        yield chat, site


async def stored() -> Any:
    async with open_store() as store:
        (session,) = await store.list()
    return session


def codes(answer: Answer) -> list[str]:
    return [error.code.removeprefix("artifact.") for error in answer.artifact_errors]


def http(status: int) -> Json:
    return {"status": status, "size": 0, "type": "", "disposition": "", "over": False}


async def test_without_an_option_nothing_is_looked_for_or_fetched() -> None:
    async with asking() as (chat, site):
        site.says = dict.fromkeys(("chat_artifacts", "chat_address", "chat_fetched", "chat_piece"), _never)
        answer = await chat.ask("Count.")
    assert (answer.markdown, answer.images, answer.files, answer.artifact_errors) == ("Here it is.", (), (), ())


def _never(*_: Any) -> Any:
    pytest.fail("somebody asked what the answer brings")


@proves("oracle.F5", "ref.F1.Z5")
async def test_files_are_saved_as_they_are_and_the_answer_tells_where(folder: Path) -> None:
    served = Served(TWO_FILES, first=ZIP, second=b"PK\x05\x06" + bytes(18))
    async with asking(served) as (chat, _):
        answer = await chat.ask("Make two zips.", outputs=Outputs(require_files=True, folder=folder))
    assert [Path(one.path) for one in answer.files] == [folder / "first.zip", folder / "second.zip"]
    assert (folder / "first.zip").read_bytes() == ZIP
    assert answer.files[0].sha256 == hashlib.sha256(ZIP).hexdigest()
    assert (await stored()).answer == answer
    assert sorted(os.listdir(folder)) == ["first.zip", "second.zip"]


@proves("oracle.F1")
async def test_an_image_is_saved_under_the_name_that_was_given_for_it(folder: Path) -> None:
    async with asking(Served(ONE_IMAGE, a=PNG)) as (chat, _):
        answer = await chat.ask("Draw.", outputs=Outputs(image=folder / "out.png"))
    (image,) = answer.images
    assert (image.path, image.width, image.height, image.mime) == (str(folder / "out.png"), 40, 30, "image/png")
    assert (folder / "out.png").read_bytes() == PNG


async def test_an_image_never_gets_the_ending_of_another_kind(folder: Path) -> None:
    async with asking(Served(ONE_IMAGE, a=PNG)) as (chat, _):
        answer = await chat.ask("Draw.", outputs=Outputs(image=folder / "out.jpg"))
    assert [one.name for one in answer.images] == ["out.png"]


async def test_several_images_are_numbered_and_overwrite_nothing(folder: Path) -> None:
    other = {"id": "file_b", "url": f"{CONTENT}?id=file_b", "width": 40, "height": 30}
    two = ONE_IMAGE | {"images": [*ONE_IMAGE["images"], other]}
    (folder / "out-2.png").write_bytes(b"mine")
    async with asking(Served(two, a=PNG, b=PNG)) as (chat, _):
        answer = await chat.ask("Draw.", outputs=Outputs(image=folder / "out.png"))
    assert [one.name for one in answer.images] == ["out.png", "out-3.png"]
    assert (folder / "out-2.png").read_bytes() == b"mine"


@pytest.mark.parametrize("text", ["Creating image", "Edit", "A square, in words.", "Stopped thinking"])
@pytest.mark.parametrize("witness", [True, False])
@proves("ref.F1.T12a", "ref.F1.T12c", "ref.F1.T12d", "ref.F1.T12f", "ref.F1.T12g", "ref.F1.POLL-12", "ref.F1.Z1")
@proves("seed001.T12a", "seed001.T12c", "seed001.T12d", "seed001.T12f", "seed001.T12g")
async def test_text_never_stands_in_for_an_image_that_was_asked_for(folder: Path, text: str, witness: bool) -> None:
    async with asking(Served(NOTHING), text) as (chat, _):
        with pytest.raises(ArtifactsMissing) as caught:
            await chat.query("Draw.", outputs=Outputs(image=folder / "out.png"), witness=witness)
    assert (caught.value.status, caught.value.error_code, caught.value.exit_code) == (
        "file-artifact-unsatisfied", "provider.image-output", 1,
    )  # fmt: skip
    assert caught.value.answer.markdown == text
    session = await stored()
    assert (session.status, session.answer.markdown) == ("complete", text)


@pytest.mark.parametrize("text", ["Creating image", "Edit", "A square.", "Stopped thinking"])
@proves("ref.F1.T12b", "ref.F1.T12e", "ref.F1.POLL-13", "ref.F1.Z2", "seed001.T12b", "seed001.T12e")
async def test_an_answer_that_is_text_is_never_held_back_without_such_a_request(folder: Path, text: str) -> None:
    async with asking(Served(NOTHING), text) as (chat, _):
        began = trio.current_time()
        plain = await chat.ask("Draw.")
        took = trio.current_time() - began
    async with asking(Served(NOTHING), text) as (chat, _):
        began = trio.current_time()
        answer = await chat.ask("Draw.", outputs=Outputs(folder=folder))
        assert trio.current_time() - began < took + 1
    assert answer == plain


async def test_an_image_that_comes_after_the_text_is_waited_for(folder: Path) -> None:
    served = Served(NOTHING, a=PNG)
    async with asking(served, "Creating image") as (chat, site):
        looks = 0

        def brought(_: str) -> Json:
            nonlocal looks
            looks += 1
            return NOTHING if looks < 5 else ONE_IMAGE

        site.says["chat_artifacts"] = brought
        answer = await chat.ask("Draw.", outputs=Outputs(image=folder / "out.png"))
    assert [one.name for one in answer.images] == ["out.png"]


FETCHED: list[tuple[Any, str]] = [
    (http(404), "not-found"),
    (http(403), "expired"),
    (http(429), "limited"),
    (http(500), "failed"),
    (http(200) | {"size": 10, "over": True}, "too-large"),
    (b"", "empty"),
    (artifacts.EXPIRED, "page"),
    (ZIP[:40], "cut"),
    (PNG, "type"),
    ({"v": "unknown", "why": "deadline", "at": ""}, "deadline"),
    ({"v": "unknown", "why": "malformed", "at": "TypeError: Failed to fetch"}, "failed"),
    ({"status": "garbage"}, "failed"),
    ("garbage", "failed"),
]


@pytest.mark.parametrize(("reply", "code"), FETCHED)
@proves("report.B53", "report.G2")
async def test_each_way_to_fail_is_told_beside_the_answer_and_nothing_is_saved(
    folder: Path, reply: Any, code: str
) -> None:
    served = Served(ONE_FILE, first={"status": 200, "url": f"{CONTENT}?id=file_got", "retry": False}, got=reply)
    async with asking(served) as (chat, _):
        answer = await chat.ask("Make it.", outputs=Outputs(folder=folder))
    assert (answer.markdown, answer.files, codes(answer)) == ("Here it is.", (), [code])
    assert os.listdir(folder) == []


ADDRESSES: list[tuple[Any, str]] = [
    ({"status": 404, "url": "", "retry": False}, "not-found"),
    ({"status": 200, "url": "", "retry": False}, "not-found"),
    ({"status": 429, "url": "", "retry": False}, "limited"),
    ({"status": 403, "url": "", "retry": False}, "expired"),
    ({"status": 200, "url": "", "retry": True}, "not-ready"),
    (
        {"status": 200, "url": "https://elsewhere.example/backend-api/files/a/content", "retry": False},
        "outside",
    ),
    ({"status": 200, "url": f"{HOME}backend-api/me", "retry": False}, "outside"),
    ({"v": "unknown", "why": "not-supported", "at": "no session"}, "failed"),
]


@pytest.mark.parametrize(("reply", "code"), ADDRESSES)
async def test_what_the_site_says_of_where_a_file_is_ends_it_without_a_fetch(
    folder: Path, reply: Any, code: str
) -> None:
    served = Served(ONE_FILE, first=reply)
    async with asking(served) as (chat, _):
        answer = await chat.ask("Make it.", outputs=Outputs(folder=folder))
    assert codes(answer) == [code]
    assert not [url for url in served.asked if url.startswith("http")]


async def test_a_file_that_is_not_ready_is_asked_for_again_until_it_is(folder: Path) -> None:
    replies = iter([{"status": 200, "url": "", "retry": True}] * 5)
    ready = {"status": 200, "url": f"{CONTENT}?id=file_got", "retry": False}
    async with asking(Served(ONE_FILE, first=lambda: next(replies, ready), got=ZIP)) as (chat, _):
        answer = await chat.ask("Make it.", outputs=Outputs(folder=folder))
    assert [one.name for one in answer.files] == ["first.zip"]


async def test_where_one_message_has_no_such_file_the_next_is_asked(folder: Path) -> None:
    served = Served(ONE_FILE | {"messages": ["m-t1", "m-a1"]}, got=ZIP)

    def address(path: str, _: int) -> Json:
        url = f"{CONTENT}?id=file_got" if "message_id=m-t1" in path else ""
        return {"status": 200, "url": url, "retry": False}

    async with asking(served) as (chat, site):
        site.says["chat_address"] = address
        answer = await chat.ask("Make it.", outputs=Outputs(folder=folder))
    assert ([one.name for one in answer.files], answer.artifact_errors) == (["first.zip"], ())


@pytest.mark.parametrize("reply", ["no Base64 at all!", "", 7, {"v": "unknown", "why": "no-anchor", "at": ""}])
async def test_bytes_that_do_not_come_whole_are_not_saved(folder: Path, reply: Any) -> None:
    async with asking(Served(ONE_FILE, first=ZIP)) as (chat, site):
        site.says["chat_piece"] = lambda *_: reply
        answer = await chat.ask("Make it.", outputs=Outputs(folder=folder))
    assert (codes(answer), os.listdir(folder)) == (["failed"], [])


@proves("ref.F1.U4")
@pytest.mark.parametrize("reader", ["chat_artifacts", "chat_address", "chat_fetched", "chat_piece"])
@pytest.mark.parametrize("seconds", [8, 60])
async def test_an_answer_comes_before_its_deadline_whatever_is_never_fetched(
    folder: Path, reader: str, seconds: int
) -> None:
    async with asking(Served(ONE_FILE, first=ZIP)) as (chat, site):
        site.says[reader] = lambda *_: SILENCE
        answer = await chat.ask("Make it.", timeout=seconds, outputs=Outputs(folder=folder))
    assert (answer.markdown, answer.files, codes(answer)) == ("Here it is.", (), ["deadline"])
    assert all(error.name and error.message for error in answer.artifact_errors)
    assert (await stored()).status == "complete"
    assert os.listdir(folder) == []


@pytest.mark.parametrize("reader", ["chat_artifacts", "chat_address", "chat_fetched", "chat_piece"])
async def test_what_is_required_and_was_not_fetched_in_time_is_an_error_with_the_answer(
    folder: Path, reader: str
) -> None:
    async with asking(Served(ONE_FILE, first=ZIP)) as (chat, site):
        site.says[reader] = lambda *_: SILENCE
        with pytest.raises(ArtifactsMissing) as caught:
            await chat.ask("Make it.", timeout=8, outputs=Outputs(require_files=True, folder=folder))
    assert caught.value.answer.markdown == "Here it is."
    assert codes(caught.value.answer) == ["deadline"]


@pytest.mark.parametrize("reader", ["chat_artifacts", "chat_address", "chat_fetched", "chat_piece"])
@pytest.mark.parametrize("end", ["close", "crash"])
async def test_a_tab_that_ends_meanwhile_takes_the_file_and_not_the_answer(folder: Path, reader: str, end: str) -> None:
    async with asking(Served(ONE_FILE, first=ZIP)) as (chat, site):
        target = chat.page.tab.cdp.target_id or ""

        def ended(*_: Any) -> Any:
            (site.browser.close_tab if end == "close" else site.browser.crash_tab)(target)
            return SILENCE

        site.says[reader] = ended
        with pytest.raises(ArtifactsMissing) as caught:
            await chat.ask("Make it.", outputs=Outputs(require_files=True, folder=folder))
    assert codes(caught.value.answer) == ["gone"]
    session = await stored()
    assert (session.status, session.answer.markdown) == ("complete", "Here it is.")
    assert os.listdir(folder) == []


@proves("oracle.F6")
async def test_one_thing_is_fetched_at_a_time_so_that_a_late_one_keeps_its_own_name(folder: Path) -> None:
    replies = iter([{"status": 200, "url": "", "retry": True}] * 5)
    ready = {"status": 200, "url": f"{CONTENT}?id=file_late", "retry": False}
    other = artifacts.zipped((("b.txt", "two"),))
    served = Served(TWO_FILES, first=lambda: next(replies, ready), late=ZIP, second=other)
    async with asking(served) as (chat, _):
        await chat.ask("Make two zips.", outputs=Outputs(folder=folder))
    assert ((folder / "first.zip").read_bytes(), (folder / "second.zip").read_bytes()) == (ZIP, other)
    order = [("first" in url or "late" in url) for url in served.asked]
    assert order == sorted(order, reverse=True)


@proves("oracle.F4")
async def test_a_limit_that_the_page_tells_ends_the_wait_for_an_image_soon(folder: Path) -> None:
    async with asking(Served(NOTHING)) as (chat, site):

        def limited(text: str) -> None:
            shown = page(user("u1", text), path="c/1")
            site.shown = replace(shown, notices=Known((Notice("quota", "You've reached your limit"),)))

        site.on_send = limited
        began = trio.current_time()
        with pytest.raises(ProviderError) as caught:
            await chat.ask("Draw.", timeout=900, outputs=Outputs(image=folder / "out.png"))
        assert trio.current_time() - began < 30
    assert caught.value.error_code == "provider.quota"


async def test_of_what_is_required_all_is_saved_or_nothing(folder: Path) -> None:
    async with asking(Served(TWO_FILES, first=ZIP)) as (chat, _):
        with pytest.raises(ArtifactsMissing) as caught:
            await chat.ask("Make two zips.", outputs=Outputs(require_files=True, folder=folder))
    assert (caught.value.answer.files, codes(caught.value.answer)) == ((), ["not-found"])
    assert os.listdir(folder) == []


async def test_of_what_is_not_required_whatever_could_be_had_is_saved(folder: Path) -> None:
    async with asking(Served(TWO_FILES, second=ZIP)) as (chat, _):
        result = await chat.query("Make two zips.", outputs=Outputs(folder=folder))
    assert ([one.name for one in result.answer.files], codes(result.answer)) == (["second.zip"], ["not-found"])
    assert "file-not-saved" in result.warnings


async def test_who_stops_waiting_leaves_nothing_behind(folder: Path) -> None:
    served = Served(TWO_FILES, first=ZIP, second=lambda: SILENCE)
    async with asking(served) as (chat, _):
        with trio.move_on_after(20):
            await chat.ask("Make two zips.", outputs=Outputs(folder=folder))
    assert len(served.asked) > 2
    assert os.listdir(folder) == []


async def test_a_place_that_cannot_be_is_refused_before_anything_is_touched(folder: Path) -> None:
    file = folder / "out.png"
    file.write_bytes(b"mine")
    async with asking() as (chat, site):
        for outputs in (Outputs(image=file), Outputs(folder=file), Outputs(require_files=True)):
            with pytest.raises(InputError):
                await chat.ask("Draw.", outputs=outputs)
    assert (site.typed, file.read_bytes()) == ([], b"mine")


def with_images(turn: tuple[str, Any], number: int, **change: Any) -> tuple[str, Any]:
    return turn[0], msgspec.structs.replace(turn[1], images=number, **change)


def shows(site: FakeChat, turn: tuple[str, Any]) -> Callable[[str], None]:
    def send(text: str) -> None:
        site.shown = page(user("u1", text), turn, path="c/1")

    return send


async def test_an_image_alone_is_an_answer_though_its_turn_never_gets_the_actions_of_an_ended_one(
    folder: Path,
) -> None:
    async with asking(Served(ONE_IMAGE, a=PNG)) as (chat, site):
        site.on_send = shows(site, with_images(assistant("a1", "", finished=False), 1))
        answer = await chat.ask(
            "Draw.",
            timeout=30,
            outputs=Outputs(image=folder / "out.png"),
        )
    assert [one.name for one in answer.images] == ["out.png"]


async def test_an_image_without_any_text_is_an_answer_also_where_nobody_asked_for_it() -> None:
    async with asking() as (chat, site):
        site.on_send = shows(site, with_images(assistant("a1", ""), 1))
        answer = await chat.ask("Draw.", timeout=30)
    assert answer.markdown == ""


async def test_a_turn_that_has_not_ended_is_no_answer_for_its_image_where_nobody_asked_for_one() -> None:
    async with asking() as (chat, site):
        site.on_send = shows(site, with_images(assistant("a1", "", finished=False), 1))
        with pytest.raises(NotFinished):
            await chat.ask("Draw.", timeout=30)
