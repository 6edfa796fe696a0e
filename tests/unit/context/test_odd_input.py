"""Names, patterns and folders that a walk over somebody's files comes across: each is told, and none ends it."""

import os
from pathlib import Path

import pytest

from cdpwebai.api.composing import Context, composed
from cdpwebai.context import LARGEST, LeftOut, gather
from cdpwebai.errors import AttachmentRefused, ContextError, InputError
from cdpwebai.flows.local_files import check_local
from tests.manifest import proves

NOT_UTF8 = os.fsdecode(b"\xff.txt")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("a\n")
    return tmp_path


@proves("context.odd-input")
def test_a_file_whose_name_is_not_utf_8_is_left_out_and_told(tree: Path) -> None:
    (tree / NOT_UTF8).write_text("b\n")
    found = gather(["."], root=tree)
    assert [one.path for one in found.files] == ["a.txt"]
    assert found.left_out == (LeftOut("\\udcff.txt", "has a name that is not UTF-8"),)


@proves("context.odd-input")
def test_a_link_whose_name_is_not_utf_8_is_refused_by_a_name_that_can_be_told(tree: Path) -> None:
    (tree / NOT_UTF8).symlink_to("a.txt")
    with pytest.raises(ContextError) as caught:
        gather(["."], root=tree)
    assert caught.value.message.encode().startswith(rb"\udcff.txt is a symbolic link")


@proves("context.odd-input")
@pytest.mark.parametrize("exists", [True, False])
def test_a_file_to_attach_whose_name_is_not_utf_8_is_refused(tree: Path, exists: bool) -> None:
    if exists:
        (tree / NOT_UTF8).write_text("b\n")
    with pytest.raises(AttachmentRefused, match="is not UTF-8") as caught:
        check_local([tree / NOT_UTF8])
    assert caught.value.message.encode()


def test_a_path_that_is_none_is_refused() -> None:
    with pytest.raises(AttachmentRefused, match="cannot be read"):
        check_local(["a\0b"])


@proves("context.odd-input")
@pytest.mark.parametrize("pattern", ["\\", "a\\", "x[z-a]"])
@pytest.mark.parametrize("leaves_out", [False, True])
def test_what_git_could_not_read_as_a_pattern_is_bad_input(tree: Path, pattern: str, leaves_out: bool) -> None:
    with pytest.raises(InputError, match="is no pattern"):
        gather(["."] if leaves_out else [pattern], excludes=[pattern] if leaves_out else [], root=tree)


@proves("context.odd-input")
@pytest.mark.parametrize("pattern", ["a" * 300, "a\0b", "a" * 300 + "/b"])
def test_a_pattern_that_can_be_no_path_finds_nothing(tree: Path, pattern: str) -> None:
    with pytest.raises(InputError, match="finds no file"):
        gather([pattern], root=tree)


@proves("context.odd-input", "context.ignored")
@pytest.mark.parametrize("line", ["!", "a\\", "x[z-a]"])
def test_a_line_that_git_could_not_read_ignores_nothing_and_the_others_hold(tree: Path, line: str) -> None:
    (tree / ".git").mkdir()
    (tree / ".gitignore").write_text(f"{line}\n*.log\n")
    (tree / "b.log").write_text("b\n")
    assert [one.path for one in gather(["*"], root=tree).files] == [".gitignore", "a.txt"]


@proves("context.odd-input")
def test_a_folder_that_cannot_be_listed_is_left_out_and_told(tree: Path) -> None:
    """No user may list a folder whose path is longer than the system takes."""
    before, name, depth = Path.cwd(), "d" * 250, 20
    try:
        os.chdir(tree)
        for _ in range(depth):
            os.mkdir(name)
            os.chdir(name)
    finally:
        os.chdir(before)
    found = gather(["."], root=tree)
    assert [one.path for one in found.files] == ["a.txt"]
    (left,) = found.left_out
    assert left.path.startswith(f"{name}/{name}/")
    assert "cannot be" in left.why


@proves("context.odd-input")
def test_a_folder_without_leave_to_list_it_is_told_as_such(tree: Path) -> None:
    (tree / "locked").mkdir(mode=0o000)
    try:
        found = gather(["."], root=tree)
    finally:
        (tree / "locked").chmod(0o700)
    may_list = os.geteuid() == 0
    assert found.left_out == (() if may_list else (LeftOut("locked", "is a folder that cannot be listed"),))


@proves("context.secrets")
def test_where_the_folder_of_the_run_is_one_for_secrets_so_is_what_lies_in_it(tree: Path) -> None:
    (tree / ".ssh").mkdir()
    (tree / ".ssh" / "config").write_text("Host a\n")
    with pytest.raises(ContextError, match="config lies in a folder for secrets"):
        gather(["."], root=tree / ".ssh")
    (tree / "way").symlink_to(".ssh")
    with (
        pytest.raises(ContextError, match="lies in a folder for secrets"),
        composed("P", context=Context(file=tree / "way" / "config")),
    ):
        pass


@proves("context.odd-input")
def test_a_text_made_by_hand_is_a_regular_file_of_some_size(tree: Path) -> None:
    os.mkfifo(tree / "pipe")
    with (tree / "large").open("wb") as large:
        large.truncate(LARGEST + 1)
    for name, why in (("pipe", "is no regular file"), ("large", "is larger than 8 MB")):
        with pytest.raises(InputError, match=why), composed("P", context=Context(file=tree / name)):
            pass
