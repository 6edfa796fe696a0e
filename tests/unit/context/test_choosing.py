"""Which files go along, and which are refused by name."""

import subprocess
from pathlib import Path

import pytest

from cdpwebai.context import gather
from cdpwebai.errors import ContextError, InputError


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for name, text in {
        "README.md": "# Read me\n",
        "src/a.py": "A = 1\n",
        "src/deep/b.py": "B = 2\n",
        "src/deep/notes.txt": "notes\n",
        "src/build/made.py": "made\n",
        "docs/README.md": "docs\n",
        ".gitignore": "build/\n*.log\n",
        "src/deep/.gitignore": "*.txt\n!kept.log\n",
        "src/deep/kept.log": "kept\n",
        "src/other.log": "log\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def paths(tree: Path, *patterns: str, excludes: tuple[str, ...] = ()) -> list[str]:
    return [one.path for one in gather(patterns, excludes=excludes, root=tree).files]


def test_a_pattern_is_read_from_the_folder_of_the_run(tree: Path) -> None:
    assert paths(tree, "*.md") == ["README.md"]
    assert paths(tree, "**/*.md") == ["README.md", "docs/README.md"]
    assert paths(tree, "src/**/*.py") == ["src/a.py", "src/deep/b.py"]
    assert paths(tree, "docs") == ["docs/README.md"]
    assert paths(tree, str(tree / "src" / "a.py")) == ["src/a.py"]


def test_several_patterns_find_each_file_once_in_the_order_of_the_paths(tree: Path) -> None:
    assert paths(tree, "src/**/*.py", "README.md", "src/a.py") == ["README.md", "src/a.py", "src/deep/b.py"]


def test_what_git_ignores_stays_out_and_the_deepest_file_that_speaks_decides(tree: Path) -> None:
    found = paths(tree, "src")
    assert "src/build/made.py" not in found
    assert "src/other.log" not in found
    assert "src/deep/notes.txt" not in found
    assert "src/deep/kept.log" in found
    names = ["src/build/made.py", "src/other.log", "src/deep/notes.txt", "src/deep/kept.log"]
    command = ["git", "check-ignore", *names]
    ignored = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True)
    assert ignored.stdout.split() == names[:3]


def test_a_file_that_is_named_outright_goes_along_also_when_it_is_ignored(tree: Path) -> None:
    assert paths(tree, "src/other.log") == ["src/other.log"]


def test_the_ignore_files_above_the_folder_count_up_to_the_repository_s_own(tree: Path) -> None:
    assert paths(tree / "src", "**/*") == ["a.py", "deep/.gitignore", "deep/b.py", "deep/kept.log"]


def test_excludes_take_away(tree: Path) -> None:
    assert paths(tree, "src/**/*.py", excludes=("src/deep",)) == ["src/a.py"]


@pytest.mark.parametrize("pattern", ["nothing/*.py", "missing.txt", "src/build", "", "../*.md", "/etc/hostname"])
def test_a_pattern_that_finds_nothing_or_leads_out_is_bad_input(tree: Path, pattern: str) -> None:
    with pytest.raises(InputError):
        gather([pattern], root=tree)


@pytest.mark.parametrize("pattern", ["**/*", "link.py", "src"])
def test_a_symbolic_link_is_refused_by_name(tree: Path, pattern: str) -> None:
    (tree / "link.py").symlink_to("/etc/hostname")
    (tree / "src" / "folder").symlink_to("/etc")
    with pytest.raises(ContextError, match=r"link\.py|src/folder") as caught:
        gather([pattern], root=tree)
    assert caught.value.error_code == "context.symlink-rejected"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".env", "A=1\n"),
        ("deploy/server.pem", "hidden text\n"),
        ("id_ed25519", "hidden text\n"),
        (".aws/config", "hidden text\n"),
        ("notes.txt", "-----BEGIN OPENSSH PRIVATE KEY-----\n"),
        ("settings.py", f"KEY = '{'AKIA'}{'A1' * 8}'\n"),
        ("settings.py", f"TOKEN = '{'ghp'}_{'a1' * 18}'\n"),
    ],
)
def test_a_file_that_looks_like_a_secret_is_refused_by_name(tree: Path, name: str, text: str) -> None:
    (tree / name).parent.mkdir(exist_ok=True)
    (tree / name).write_text(text)
    with pytest.raises(ContextError, match=name.replace(".", r"\.")) as caught:
        gather(["**/*"], root=tree)
    assert caught.value.error_code == "context.secret-rejected"
    assert text.strip() not in str(caught.value)
    assert "README.md" in paths(tree, "**/*", excludes=(name,))


@pytest.mark.parametrize("name", [".env.example", "id_rsa.pub", "keyboard.py", "secretary.md"])
def test_a_file_that_only_resembles_one_goes_along(tree: Path, name: str) -> None:
    (tree / name).write_text("harmless\n")
    assert name in paths(tree, "**/*")


def test_what_is_no_text_is_left_out_and_told(tree: Path) -> None:
    (tree / "picture.png").write_bytes(b"\x89PNG\xff")
    (tree / "zeros.bin").write_bytes(b"a\0b")
    gathered = gather(["**/*"], root=tree)
    assert [(one.path, one.why) for one in gathered.left_out] == [
        ("picture.png", "is no text in UTF-8"),
        ("zeros.bin", "is no text"),
    ]
