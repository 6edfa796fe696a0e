"""What was asked for with a prompt is asked for by whoever comes back to it: never less, and never a second time.

In virtual time: the browser that is come back to is another one, with the conversation in a tab of ours.
"""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.api import sessions
from cdpwebai.api.chat import open_chat
from cdpwebai.errors import ArtifactsMissing, InputError, NotFinished
from cdpwebai.flows.outputs import NONE, Outputs
from cdpwebai.records import QueryResult, Session
from cdpwebai.store import open_store
from tests.manifest import proves
from tests.support.chat import assistant, page, user
from tests.support.fake_chat import HOME, FakeChat, open_fake_chat
from tests.unit.flows.test_artifacts import NOTHING, ONE_FILE, ONE_IMAGE, PNG, ZIP, Served

pytestmark = pytest.mark.usefixtures("autojump_clock")

PROMPT = "Make it."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty one."""
    made = tmp_path / "saved"
    made.mkdir()
    return made


@asynccontextmanager
async def site_with(served: Served, text: str = "") -> AsyncGenerator[FakeChat]:
    """A site that gives these; ``text``: the conversation stands there with this answer."""
    async with open_fake_chat() as site:
        served.install(site)
        if text:
            site.shown = page(user("u1", PROMPT), assistant("a1", text), path="c/1")
        yield site


async def send(outputs: Outputs) -> Session:
    async with (
        site_with(Served(NOTHING)) as site,
        open_chat("demo", url=HOME, where=replace(site.where, cdp="fake")) as chat,
    ):
        return await chat.send(PROMPT, outputs=outputs)


async def ask(outputs: Outputs, served: Served) -> Session:
    """Ask and wait; the session as it is stored then, whatever came of it."""
    async with site_with(served) as site, open_chat("demo", url=HOME, where=replace(site.where, cdp="fake")) as chat:
        site.answer = assistant("a1", "Here it is.")
        with suppress(ArtifactsMissing):
            await chat.query(PROMPT, outputs=outputs)
        assert chat.session is not None
        return chat.session


async def poll(
    served: Served, outputs: Outputs = NONE, text: str = "Here it is.", *, watch: bool = False, **more: Any
) -> QueryResult:
    """Come back to the only session."""
    async with site_with(served, text) as site, open_store() as store:
        (session,) = await store.list()
        come_back = sessions.watch if watch else sessions.poll
        return await come_back(store, session, replace(site.where, cdp="fake"), outputs=outputs, **more)


def nobody_may_look() -> Served:
    return Served(NOTHING, nothing=lambda: pytest.fail("the page was asked"))


async def stored() -> Session:
    async with open_store() as store:
        (session,) = await store.list()
    return session


@pytest.mark.parametrize("watch", [False, True])
@proves("ref.F1.Z3")
async def test_files_that_were_required_with_the_prompt_are_saved_by_who_comes_back(folder: Path, watch: bool) -> None:
    await send(Outputs(require_files=True, folder=folder))
    result = await poll(Served(ONE_FILE, first=ZIP), watch=watch)
    assert [Path(one.path) for one in result.answer.files] == [folder / "first.zip"]
    assert (folder / "first.zip").read_bytes() == ZIP
    assert (await stored()).answer == result.answer


@pytest.mark.parametrize("watch", [False, True])
@proves("ref.F1.Z3")
async def test_text_satisfies_no_files_that_were_required_with_the_prompt(folder: Path, watch: bool) -> None:
    await send(Outputs(require_files=True, folder=folder))
    for _ in range(2):  # the second time the answer is stored already, and as little satisfies it
        with pytest.raises(ArtifactsMissing) as caught:
            await poll(Served(NOTHING), watch=watch)
        assert (caught.value.status, caught.value.error_code) == ("file-artifact-unsatisfied", "provider.file-artifact")
        assert caught.value.answer.markdown == "Here it is."
        session = await stored()
        assert (session.status, session.answer is not None) == ("complete", True)


@pytest.mark.parametrize("text", ["Creating image", "Edit", "A square, in words.", "Stopped thinking"])
@pytest.mark.parametrize("witness", [True, False])
@proves("ref.F1.T12a", "ref.F1.T12c", "ref.F1.T12d", "ref.F1.T12f", "ref.F1.T12g", "ref.F1.Z4")
@proves("seed001.T12a", "seed001.T12c", "seed001.T12d", "seed001.T12f", "seed001.T12g")
async def test_text_never_stands_in_for_an_image_that_was_asked_for_with_the_prompt(
    folder: Path, text: str, witness: bool
) -> None:
    await send(Outputs(image=folder / "out.png"))
    with pytest.raises(ArtifactsMissing) as caught:
        await poll(Served(NOTHING), text=text, witness=witness)
    assert (caught.value.error_code, caught.value.exit_code) == ("provider.image-output", 1)
    assert caught.value.answer.markdown == text
    assert os.listdir(folder) == []


@pytest.mark.parametrize("text", ["Creating image", "Edit", "A square, in words.", "Stopped thinking"])
@pytest.mark.parametrize("witness", [True, False])
@proves("ref.F1.T12b", "ref.F1.T12e", "seed001.T12b", "seed001.T12e")
async def test_an_answer_that_is_text_is_never_held_back_where_nothing_was_asked_for(text: str, witness: bool) -> None:
    await send(NONE)
    result = await poll(nobody_may_look(), text=text, witness=witness)
    assert (result.answer.markdown, result.answer.artifact_errors) == (text, ())


@proves("ref.F1.T12b")
async def test_an_image_that_was_asked_for_with_the_prompt_is_saved_where_it_was_to_go(folder: Path) -> None:
    await send(Outputs(image=folder / "out.png"))
    result = await poll(Served(ONE_IMAGE, a=PNG))
    assert [Path(one.path) for one in result.answer.images] == [folder / "out.png"]
    assert (folder / "out.png").read_bytes() == PNG


async def test_what_has_come_to_stand_there_since_is_not_written_over(folder: Path) -> None:
    await send(Outputs(image=folder / "out.png"))
    (folder / "out.png").write_bytes(b"mine")
    result = await poll(Served(ONE_IMAGE, a=PNG))
    assert [one.name for one in result.answer.images] == ["out-2.png"]
    assert (folder / "out.png").read_bytes() == b"mine"


async def test_what_could_not_be_had_is_had_later_once_and_is_stored_then(folder: Path) -> None:
    await ask(Outputs(require_files=True, folder=folder), Served(ONE_FILE))
    assert os.listdir(folder) == []
    result = await poll(Served(ONE_FILE, first=ZIP))
    assert [one.name for one in result.answer.files] == ["first.zip"]
    assert ((await stored()).answer, (await stored()).status) == (result.answer, "complete")
    again = await poll(nobody_may_look())
    assert again.answer == result.answer
    assert os.listdir(folder) == ["first.zip"]


async def test_a_place_that_is_said_anew_takes_the_place_of_the_one_before_and_drops_no_demand(folder: Path) -> None:
    other = folder.parent / "other"
    await send(Outputs(require_files=True, folder=folder))
    with pytest.raises(ArtifactsMissing):
        await poll(Served(NOTHING), Outputs(folder=other))
    result = await poll(Served(ONE_FILE, first=ZIP), Outputs(folder=other))
    assert [Path(one.path) for one in result.answer.files] == [other / "first.zip"]
    assert os.listdir(folder) == []


async def test_an_image_that_is_asked_for_when_coming_back_is_had_beside_what_was_asked_for_before(
    folder: Path,
) -> None:
    await send(Outputs(require_files=True, folder=folder))
    both = ONE_FILE | {"images": ONE_IMAGE["images"]}
    result = await poll(Served(both, first=ZIP, a=PNG), Outputs(image=folder / "new.png"))
    assert sorted(os.listdir(folder)) == ["first.zip", "new.png"]
    assert [one.name for one in (*result.answer.images, *result.answer.files)] == ["new.png", "first.zip"]


async def test_an_answer_that_was_not_complete_in_time_is_held_to_it_afterwards(folder: Path) -> None:
    async with (
        site_with(Served(NOTHING)) as site,
        open_chat("demo", url=HOME, where=replace(site.where, cdp="fake")) as chat,
    ):
        site.answer = assistant("a1", "Here", finished=False)
        with pytest.raises(NotFinished):
            await chat.query(PROMPT, timeout=20, outputs=Outputs(require_files=True, folder=folder))
    with pytest.raises(ArtifactsMissing):
        await poll(Served(NOTHING), timeout=60)


async def test_a_prompt_is_not_sent_for_what_has_no_place_to_go(folder: Path) -> None:
    (folder / "out.png").write_bytes(b"mine")
    for outputs in (Outputs(image=folder / "out.png"), Outputs(require_files=True)):
        with pytest.raises(InputError):
            await send(outputs)
    async with open_store() as store:
        assert await store.list() == ()
