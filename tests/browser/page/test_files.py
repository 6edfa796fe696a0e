"""Files for inputs in Chromium: hidden inputs, inputs that exist only in a chooser, the same file twice, no files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cdpwebai.errors import ActRefused, InputError
from cdpwebai.page.files import Upload
from cdpwebai.page.tab import Tab
from cdpwebai.verdict import Absent, Known, Reason, Unknown, Visible
from tests.manifest import proves

PageUrl = Callable[..., str]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two files: one of 5 bytes with a name from everywhere, one of a mebibyte."""
    made = [tmp_path / "한국어 é 'q'.txt", tmp_path / "big.bin"]
    made[0].write_bytes(b"hello")
    made[1].write_bytes(b"\0" * 2**20)
    return made


async def changes(tab: Tab) -> list[Any]:
    seen: list[Any] = await tab.evaluate("changes")
    return seen


def change(name: str, *files: Path) -> list[Any]:
    return ["change", name, True, [[path.name, path.stat().st_size] for path in files]]


@proves("report.A52")
async def test_a_hidden_input_gets_the_file_with_one_change_and_its_size(
    tab: Tab, page_url: PageUrl, files: list[Path]
) -> None:
    await tab.navigate(page_url("upload.html"))
    upload = await tab.set_files("#one", files[:1])
    assert upload == Upload(((files[0].name, 5),), Known(1), Visible())
    assert await changes(tab) == [["input", *change("one", files[0])[1:]], change("one", files[0])]
    content = "document.getElementById('one').files[0].text()"
    assert await tab.evaluate(content) == "hello"


@proves("report.A52")
async def test_each_upload_of_the_same_file_has_one_change(tab: Tab, page_url: PageUrl, files: list[Path]) -> None:
    await tab.navigate(page_url("upload.html"))
    for _ in range(2):
        assert await tab.set_files("#one", files[:1]) == Upload(((files[0].name, 5),), Known(1), Visible())
    seen = [event for event in await changes(tab) if event[0] == "change"]
    assert seen == [change("one", files[0]), change("one", files[0])]


async def test_several_files_go_to_an_input_that_takes_several(tab: Tab, page_url: PageUrl, files: list[Path]) -> None:
    await tab.navigate(page_url("upload.html"))
    upload = await tab.set_files("#many", files)
    assert upload == Upload(((files[0].name, 5), ("big.bin", 2**20)), Known(1), Visible())
    with pytest.raises(ActRefused, match="takes one file, not 2") as refused:
        await tab.set_files("#one", files)
    assert refused.value.reason == "single"
    assert [event[1] for event in await changes(tab)] == ["many", "many"]


async def test_an_input_that_the_page_empties_is_told_as_it_was_seen(
    tab: Tab, page_url: PageUrl, files: list[Path]
) -> None:
    await tab.navigate(page_url("upload.html"))
    upload = await tab.set_files("#empties", files[:1])
    assert (upload.changes, upload.seen) == (Known(1), Absent(("the input",)))


@proves("report.A52")
async def test_a_path_that_is_no_file_is_refused_before_the_page_is_touched(
    tab: Tab, page_url: PageUrl, files: list[Path], tmp_path: Path
) -> None:
    await tab.navigate(page_url("upload.html"))
    for paths, says in (([tmp_path / "none"], "does not exist"), ([tmp_path], "is not a file"), ([], "no file")):
        for hand_over in (tab.set_files("#many", paths), tab.choose_files("#chooser", paths)):
            with pytest.raises(InputError, match=says):
                await hand_over
    assert await changes(tab) == []
    assert await tab.evaluate("document.getElementById('made')") is None


@pytest.mark.parametrize("selector", ["#nothing-here", "#text", "#chooser"])
async def test_what_is_no_file_input_gets_nothing(
    tab: Tab, page_url: PageUrl, files: list[Path], selector: str
) -> None:
    await tab.navigate(page_url("upload.html"))
    with pytest.raises(ActRefused, match="no such file input") as refused:
        await tab.set_files(selector, files[:1])
    assert refused.value.reason == "gone"


@proves("report.A52")
@pytest.mark.parametrize("button", ["chooser", "detached"])
async def test_an_input_that_exists_only_while_it_is_chosen_from_gets_the_file(
    tab: Tab, page_url: PageUrl, files: list[Path], button: str
) -> None:
    await tab.navigate(page_url("upload.html"))
    upload = await tab.choose_files(f"#{button}", files[:1])
    assert (upload.files, upload.seen) == (((files[0].name, 5),), Visible())
    assert await changes(tab) == [change("made", files[0])]
    if button == "chooser":
        assert upload.changes == Known(1)
    else:
        assert isinstance(upload.changes, Unknown)
        assert upload.changes.reason is Reason.NOT_SUPPORTED


async def test_a_chooser_for_one_file_is_not_given_two(tab: Tab, page_url: PageUrl, files: list[Path]) -> None:
    await tab.navigate(page_url("upload.html"))
    with pytest.raises(ActRefused, match="takes one file, not 2"):
        await tab.choose_files("#chooser", files)
    assert await changes(tab) == []


async def test_a_button_that_opens_no_chooser_is_told(tab: Tab, page_url: PageUrl, files: list[Path]) -> None:
    await tab.navigate(page_url("upload.html"))
    with pytest.raises(ActRefused, match="no file chooser opened within 1 s") as refused:
        await tab.choose_files("#nothing", files[:1], timeout=1)
    assert refused.value.page_may_have_changed
