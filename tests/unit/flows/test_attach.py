"""The driver of attaching, on a page on paper: what it hands over and how, and what becomes of the prompt."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from trio.testing import MockClock

from cdpwebai.errors import ActRefused, AttachmentRefused, ProviderError
from cdpwebai.flows.attach import Attaching
from cdpwebai.flows.local_files import check_local
from cdpwebai.flows.send import FILE_LIMIT
from cdpwebai.providers.chat import Attached, FileInput, Refusals
from cdpwebai.verdict import Known, Reading
from tests.manifest import proves
from tests.support.chat import NOT_SEEN, page, user
from tests.support.sending import MemoryStore, PaperPage, sending

PROMPT = "Read it."


class PaperComposer(PaperPage):
    """It shows a chip for each file that it gets. ``disk``: whether the browser has ours; ``files``: the record's."""

    def __init__(self, *on_press: Callable[[PaperPage], None], disk: bool = True) -> None:
        super().__init__(*(on_press or (shown,)))
        self.disk = disk
        self.got: list[tuple[tuple[str, ...], bool]] = []
        self.files: Reading[tuple[Attached, ...]] = NOT_SEEN
        self.asked = 0
        self.refuses: ActRefused | None = None

    async def inputs(self) -> Reading[tuple[FileInput, ...]]:
        return Known((FileInput("image/*", multiple=True), FileInput("", multiple=True)))

    async def refusals(self) -> Reading[Refusals]:
        return Known(Refusals())

    async def shares_disk(self, paths: Sequence[Path]) -> bool:
        return self.disk

    async def attach(self, place: int, taker: FileInput, paths: Sequence[Path], *, by_path: bool) -> None:
        if self.refuses:
            raise self.refuses
        self.acts.append("attach")
        self.got.append((tuple(path.name for path in paths), by_path))
        self.seen = replace(self.seen, chips=Known(tuple(path.name for path in paths)))

    async def insert(self, selector: str, *pieces: str) -> None:
        chips = self.seen.chips
        await super().insert(selector, *pieces)
        self.seen = replace(self.seen, chips=chips)

    async def attached(self, conversation: str, message_id: str) -> Reading[tuple[Attached, ...]]:
        self.asked += 1
        return self.files


def shown(paper: PaperPage) -> None:
    paper.seen = page(user("u1", PROMPT))


def nothing(_: PaperPage) -> None:
    """The press has no effect."""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = [tmp_path / "a.txt", tmp_path / "b.png"]
    made[0].write_bytes(b"abc")
    made[1].write_bytes(b"picture")
    return made


async def send(paper: PaperPage, files: Sequence[Path], *, witness: bool = True) -> tuple[str, ...]:
    """Send the prompt with these files; the warnings."""
    driver = sending(paper, MemoryStore(), PROMPT, preparations=[Attaching(check_local(files))], witness=witness)
    await driver.run()
    return tuple(driver.journal.ledger.warnings())


@proves("oracle.C6", "oracle.C5")
async def test_files_are_attached_before_the_prompt_is_typed_and_sent_by_one_press(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer()
    paper.files = Known((Attached("a(1).txt", 3), Attached("b.png", 5)))
    assert await send(paper, files) == ()
    assert paper.acts == ["attach", "insert", "press"]
    assert paper.got == [(("a.txt", "b.png"), True)]


@proves("oracle.C19")
async def test_where_the_browser_has_not_our_disk_the_content_goes_through_the_page(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer(disk=False)
    paper.files = Known((Attached("a.txt", 3), Attached("b.png", 7)))
    await send(paper, files)
    assert paper.got == [(("a.txt", "b.png"), False)]


@proves("oracle.C8")
async def test_a_record_that_does_not_tell_gives_a_warning_and_not_an_error(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer()
    assert await send(paper, files) == ("sent-attachment-unverified",)
    assert autojump_clock.current_time() >= FILE_LIMIT


@proves("oracle.C8")
@pytest.mark.parametrize("path", ["c/1", "?temporary-chat=true"])
async def test_a_record_that_may_not_be_asked_or_is_none_is_not_asked_and_not_waited_for(
    autojump_clock: MockClock, files: list[Path], path: str
) -> None:
    def sent(paper: PaperPage) -> None:
        paper.seen = page(user("u1", PROMPT), path=path)

    paper = PaperComposer(sent)
    assert await send(paper, files, witness=path != "c/1") == ("sent-attachment-unverified",)
    assert paper.asked == 0
    assert autojump_clock.current_time() < FILE_LIMIT


@proves("oracle.C9", "oracle.C1")
@pytest.mark.parametrize("record", [(), (Attached("a.txt", 3),), (Attached("a.txt", 2), Attached("b.png", 7))])
async def test_a_record_with_other_files_is_an_error_and_says_that_the_prompt_was_sent(
    autojump_clock: MockClock, files: list[Path], record: tuple[Attached, ...]
) -> None:
    paper = PaperComposer()
    paper.files = Known(record)
    with pytest.raises(ProviderError, match="the prompt was sent") as caught:
        await send(paper, files)
    assert caught.value.error_code == "provider.sent-attachment-missing"
    assert caught.value.page_may_have_changed is True


@proves("oracle.B9")
async def test_a_press_without_effect_leaves_prompt_and_files_and_says_that_nothing_was_seen_as_sent(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer(nothing)
    with pytest.raises(ProviderError, match="not seen as sent") as caught:
        await send(paper, files)
    assert (caught.value.error_code, caught.value.page_may_have_changed) == ("provider.commit-not-verified", None)
    assert paper.acts == ["attach", "insert", "press"]
    assert paper.seen.chips == Known(("a.txt", "b.png"))


@proves("oracle.C7")
async def test_a_file_that_goes_while_the_prompt_is_typed_keeps_it_from_being_sent(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    class Forgetful(PaperComposer):
        async def insert(self, selector: str, *pieces: str) -> None:
            await super().insert(selector, *pieces)
            self.seen = replace(self.seen, chips=Known(("a.txt",)))

    paper = Forgetful()
    with pytest.raises(ProviderError, match="the prompt was not sent") as caught:
        await send(paper, files)
    assert caught.value.error_code == "provider.attachment-evidence-missing"
    assert paper.acts == ["attach", "insert"]


@proves("oracle.B7")
async def test_a_composer_that_wipes_the_prompt_gets_it_again_and_the_files_not(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    class Hydrating(PaperComposer):
        async def insert(self, selector: str, *pieces: str) -> None:
            await super().insert(selector, *pieces)
            if self.acts.count("insert") == 1:
                self.seen = replace(page(), chips=self.seen.chips)

    paper = Hydrating()
    paper.files = Known((Attached("a.txt", 3), Attached("b.png", 7)))
    await send(paper, files)
    assert paper.acts == ["attach", "insert", "insert", "press"]


async def test_a_file_that_was_changed_since_it_was_checked_is_not_handed_over(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer()
    checked = check_local(files)
    files[0].write_bytes(b"abcd")
    driver = sending(paper, MemoryStore(), PROMPT, preparations=[Attaching(checked)])
    with pytest.raises(ProviderError, match="was changed or taken away") as caught:
        await driver.run()
    assert (caught.value.error_code, paper.acts) == ("provider.attachment-preflight", [])


async def test_an_input_that_refuses_ends_it_before_anything_is_typed(
    autojump_clock: MockClock, files: list[Path]
) -> None:
    paper = PaperComposer()
    paper.refuses = ActRefused("no file was handed over: the input has gone", reason="gone")
    with pytest.raises(ProviderError, match="the input has gone; the prompt was not sent") as caught:
        await send(paper, files)
    assert (caught.value.page_may_have_changed, paper.acts) == (False, [])


def refused(*paths: Path) -> str:
    with pytest.raises(AttachmentRefused) as caught:
        check_local(paths)
    assert (caught.value.exit_code, caught.value.error_code) == (2, "provider.attachment-preflight")
    return caught.value.message


def sparse(path: Path, size: int) -> Path:
    with path.open("wb") as file:
        file.truncate(size)
    return path


@proves("oracle.C18")
def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one, other = sparse(tmp_path / "a.txt", 1), sparse(tmp_path / "other" / "A.TXT", 1)
    assert "two files are called a.txt" in refused(one, other)
    assert "two files are called a.txt" in refused(one, one)


def test_what_cannot_go_along_is_refused_before_a_browser_is_touched(tmp_path: Path) -> None:
    assert "does not exist" in refused(tmp_path / "nothing")
    assert "no regular file" in refused(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in refused(tmp_path / "pipe")
    assert "512 MB" in refused(sparse(tmp_path / "huge.bin", 512 * 2**20 + 1))
    assert "20 MB" in refused(sparse(tmp_path / "huge.PNG", 20 * 2**20 + 1))
    assert "export the document" in refused(sparse(tmp_path / "notes.gdoc", 10))
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert "cannot be read" in refused(tmp_path / "circle")


def test_what_can_go_along_is_told_with_its_size(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(sparse(tmp_path / "a.txt", 512 * 2**20))
    (one,) = check_local([tmp_path / "link.txt"])
    assert (one.name, one.size) == ("a.txt", 512 * 2**20)


@proves("oracle.C14")
async def test_empty_files_and_large_tables_are_told(autojump_clock: MockClock, tmp_path: Path) -> None:
    files = [sparse(tmp_path / "empty.txt", 0), sparse(tmp_path / "large.csv", 51 * 2**20)]
    paper = PaperComposer()
    paper.files = Known((Attached("empty.txt", 0), Attached("large.csv", 51 * 2**20)))
    assert await send(paper, files) == ("attachment-empty", "attachment-large-table")
