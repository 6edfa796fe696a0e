"""A result's file is there whole, or as it was before."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cdpwebai.errors import InputError, OutputError
from cdpwebai.records.documents import error_document
from cdpwebai_cli.output import check_writable, write_whole
from cdpwebai_cli.reporting import print_json, print_line
from cdpwebai_cli.streaming import grown


def test_a_file_is_written_and_one_that_was_there_is_replaced_with_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    assert write_whole(file, "one\r\n") is False
    assert file.read_bytes() == b"one\r\n"
    file.chmod(0o600)
    assert write_whole(file, "two") is True
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("two", 0o600)
    assert os.listdir(tmp_path) == ["a.md"]


def test_what_a_link_leads_to_is_written_and_the_link_stays(tmp_path: Path) -> None:
    file, link = tmp_path / "a.md", tmp_path / "link.md"
    link.symlink_to(file)
    write_whole(link, "one")
    assert (link.is_symlink(), file.read_text()) == (True, "one")


def test_a_file_that_cannot_be_written_stays_as_it_was_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("before")
    with pytest.raises(OutputError, match="could not be written"):
        write_whole(file / "below", "one")
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "half \ud800")
    assert (file.read_text(), os.listdir(tmp_path)) == ("before", ["a.md"])


def test_a_folder_and_a_place_that_is_not_there_are_refused_before_anything_is_done(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.md")
    for file in (tmp_path, tmp_path / "nowhere" / "a.md"):
        with pytest.raises(InputError):
            check_writable(file)


def test_text_that_grows_is_shown_by_its_rest_and_text_that_changed_as_a_whole() -> None:
    assert grown("one", "one, two") == ", two"
    assert grown("one", "two") == "\n\ntwo"


@pytest.mark.parametrize("name", ["a" * 300, "a" * 300 + "/b", "a\0b"])
def test_what_can_be_no_file_is_refused_before_anything_is_done(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        check_writable(tmp_path / name)


@pytest.mark.parametrize("tell", [print_json, print_line])
def test_an_argument_that_is_no_text_is_told_in_json_all_the_same(
    capfdbinary: pytest.CaptureFixture[bytes], tell: Callable[[object], None]
) -> None:
    tell(error_document(InputError("there is no \udcff \u20ac")))
    told = json.loads(capfdbinary.readouterr().out.decode())
    assert told["error"]["message"] == "there is no \\udcff \u20ac"
