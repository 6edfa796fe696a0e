"""A prompt and its context as they are sent: attached as one file of ours, or put behind the prompt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from cdpwebai.api.composing import CONTEXT_NAME, Context, composed
from cdpwebai.api.rendering import render
from cdpwebai.errors import AttachmentRefused, ContextError, ContextMissing, InputError
from tests.manifest import proves


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program, its notes and a secret, where the run is."""
    (tmp_path / "a.py").write_text("print('a')\n")
    (tmp_path / "b.py").write_text("print('b')\n")
    (tmp_path / "notes.txt").write_text("By hand.")
    (tmp_path / ".env").write_text("KEY=1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


PYTHON = Context(("*.py",))


@proves("context.transport")
def test_a_context_is_attached_first_and_gone_after_the_block(tree: Path) -> None:
    with composed("Why?", ["notes.txt"], PYTHON) as made:
        assert (made.prompt, [one.name for one in made.files]) == ("Why?", [CONTEXT_NAME, "notes.txt"])
        text = made.paths[0].read_text()
        assert "print('a')" in text
        assert "UNTRUSTED CONTEXT" in text
        assert made.package is not None
        assert text == made.package.markdown
    assert not made.paths[0].exists()
    assert not made.paths[0].parent.exists()


@proves("context.transport")
def test_a_context_that_goes_inline_stands_behind_the_prompt_and_nothing_is_attached(tree: Path) -> None:
    with composed("Why?", (), replace(PYTHON, transport="inline")) as made:
        assert made.files == ()
        assert made.prompt.startswith("Why?\n\n")
        assert "print('b')" in made.prompt


def test_without_a_context_the_prompt_is_the_prompt(tree: Path) -> None:
    with composed("Why?") as made:
        assert (made.prompt, made.files, made.package) == ("Why?", (), None)


def test_what_is_excluded_stays_and_a_text_made_by_hand_stands_in_front(tree: Path) -> None:
    with composed("Why?", (), replace(PYTHON, excludes=("b.py",), file=Path("notes.txt"))) as made:
        text = made.paths[0].read_text()
    assert "print('b')" not in text
    assert text.index("By hand.") < text.index("print('a')")


def test_a_text_made_by_hand_is_context_enough(tree: Path) -> None:
    with composed("Why?", (), Context(file=Path("notes.txt"))) as made:
        assert "By hand." in made.paths[0].read_text()


@proves("context.source")
@pytest.mark.parametrize(
    "context", [Context(excludes=("*.py",)), Context(transport="inline"), Context(limit=100)], ids=repr
)
def test_options_of_a_context_that_is_none_are_refused(context: Context) -> None:
    with pytest.raises(ContextMissing, match="--context-from-files") as caught, composed("Why?", (), context):
        pass
    assert (caught.value.error_code, caught.value.exit_code) == ("input.context-source-missing", 2)


@pytest.mark.parametrize(
    ("context", "code"),
    [
        (Context((".env",)), "context.secret-rejected"),
        (Context(file=Path(".env")), "context.secret-rejected"),
        (replace(PYTHON, limit=20), "context.over-budget"),
        (replace(PYTHON, limit=20, transport="inline"), "context.over-budget"),
    ],
)
def test_what_may_not_go_along_is_refused(tree: Path, context: Context, code: str) -> None:
    with pytest.raises(ContextError) as caught, composed("Why?", (), context):
        pass
    assert caught.value.error_code == code


@proves("context.links")
def test_a_text_by_hand_that_is_a_link_is_refused(tree: Path) -> None:
    (tree / "link.txt").symlink_to(tree / "notes.txt")
    with pytest.raises(ContextError) as caught, composed("Why?", (), Context(file=Path("link.txt"))):
        pass
    assert (caught.value.error_code, "link.txt" in caught.value.message) == ("context.symlink-rejected", True)


@pytest.mark.parametrize(("transport", "advised"), [("inline", True), ("upload", False)])
def test_what_is_too_much_is_told_with_what_can_be_done_about_it(
    tree: Path, transport: Literal["inline", "upload"], advised: bool
) -> None:
    context = replace(PYTHON, limit=20, transport=transport)
    with pytest.raises(ContextError, match="allow more by --max-input") as caught, composed("Why?", (), context):
        pass
    assert ("--context-transport upload" in caught.value.message) == advised


@pytest.mark.parametrize("name", ["nothing.txt", "empty.txt", "bytes.txt"])
def test_a_text_by_hand_that_is_none_is_bad_input(tree: Path, name: str) -> None:
    (tree / "empty.txt").write_text(" \n")
    (tree / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=name), composed("Why?", (), Context(file=Path(name))):
        pass


def test_where_every_file_was_left_out_nothing_is_sent_without_them(tree: Path) -> None:
    (tree / "image.bin").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"image\.bin is no text"), composed("Why?", (), Context(("*.bin",))):
        pass


@proves("context.budget")
def test_inline_the_limit_is_50_000_and_uploaded_there_is_none(tree: Path) -> None:
    (tree / "long.py").write_text("x" * 60_000)
    with composed("Why?", (), Context(("long.py",))) as made:
        assert len(made.files) == 1
    with pytest.raises(ContextError), composed("Why?", (), Context(("long.py",), transport="inline")):
        pass


def test_a_file_of_the_context_s_own_name_is_refused(tree: Path) -> None:
    (tree / CONTEXT_NAME).write_text("mine")
    with pytest.raises(AttachmentRefused, match=r"two files are called context\.md"):
        with composed("Why?", [CONTEXT_NAME], PYTHON):
            pass


@proves("context.render", "context.sizes")
def test_what_would_be_sent_is_told_with_its_files_and_their_sizes(tree: Path) -> None:
    told = render("Why?", files=["notes.txt"], context=PYTHON)
    assert told.rendered.composer_text == "Why?"
    assert isinstance(told.attachments, tuple)
    assert [name for name, _ in told.attachments] == [CONTEXT_NAME, "notes.txt"]
    assert dict(told.attachments)["notes.txt"] == 8
    assert isinstance(told.context_pack, dict)
    rows: Any = told.context_pack["files"]
    assert [row["path"] for row in rows] == ["a.py", "b.py"]
