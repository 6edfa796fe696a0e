"""Which files go along, and which are refused by name."""

import subprocess
from pathlib import Path

import pytest

from cdpwebai.context import gather
from cdpwebai.errors import ContextError, InputError
from tests.manifest import proves


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


@proves("context.patterns")
def test_a_pattern_is_read_from_the_folder_of_the_run(tree: Path) -> None:
    assert paths(tree, "*.md") == ["README.md"]
    assert paths(tree, "**/*.md") == ["README.md", "docs/README.md"]
    assert paths(tree, "src/**/*.py") == ["src/a.py", "src/deep/b.py"]
    assert paths(tree, "docs") == ["docs/README.md"]
    assert paths(tree, str(tree / "src" / "a.py")) == ["src/a.py"]


@proves("context.patterns")
def test_several_patterns_find_each_file_once_in_the_order_of_the_paths(tree: Path) -> None:
    assert paths(tree, "src/**/*.py", "README.md", "src/a.py") == ["README.md", "src/a.py", "src/deep/b.py"]


@proves("context.ignored")
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


@proves("context.ignored")
def test_a_file_that_is_named_outright_goes_along_also_when_it_is_ignored(tree: Path) -> None:
    assert paths(tree, "src/other.log") == ["src/other.log"]


@proves("context.ignored")
def test_the_ignore_files_above_the_folder_count_up_to_the_repository_s_own(tree: Path) -> None:
    assert paths(tree / "src", "**/*") == ["a.py", "deep/.gitignore", "deep/b.py", "deep/kept.log"]


def test_excludes_take_away(tree: Path) -> None:
    assert paths(tree, "src/**/*.py", excludes=("src/deep",)) == ["src/a.py"]


@pytest.mark.parametrize("pattern", ["nothing/*.py", "missing.txt", "src/build", "", "../*.md", "/etc/hostname"])
def test_a_pattern_that_finds_nothing_or_leads_out_is_bad_input(tree: Path, pattern: str) -> None:
    with pytest.raises(InputError):
        gather([pattern], root=tree)


@proves("context.links")
@pytest.mark.parametrize("pattern", ["**/*", "link.py", "src"])
def test_a_symbolic_link_is_refused_by_name(tree: Path, pattern: str) -> None:
    (tree / "link.py").symlink_to("/etc/hostname")
    (tree / "src" / "folder").symlink_to("/etc")
    with pytest.raises(ContextError, match=r"link\.py|src/folder") as caught:
        gather([pattern], root=tree)
    assert caught.value.error_code == "context.symlink-rejected"


@proves("context.secrets")
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


@proves("context.left-out")
def test_what_is_no_text_is_left_out_and_told(tree: Path) -> None:
    (tree / "picture.png").write_bytes(b"\x89PNG\xff")
    (tree / "zeros.bin").write_bytes(b"a\0b")
    gathered = gather(["**/*"], root=tree)
    assert [(one.path, one.why) for one in gathered.left_out] == [
        ("picture.png", "is no text in UTF-8"),
        ("zeros.bin", "is no text"),
    ]


@proves("context.links")
@pytest.mark.parametrize("pattern", ["folder/hostname", "folder/*", "folder/**/*.txt", "src/inner/hostname"])
def test_a_symbolic_link_on_the_way_to_a_file_is_refused_by_name(
    tree: Path, tmp_path_factory: pytest.TempPathFactory, pattern: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "hostname").write_text("theirs\n")
    (tree / "folder").symlink_to(outside)
    (tree / "src" / "inner").symlink_to(outside)
    with pytest.raises(ContextError, match=r"^(folder|src/inner) is a symbolic link: not sent") as caught:
        gather([pattern], root=tree)
    assert caught.value.error_code == "context.symlink-rejected"


@proves("context.secrets")
def test_each_refused_file_is_named_with_its_own_reason(tree: Path) -> None:
    (tree / ".env").write_text("A=1\n")
    (tree / "notes.txt").write_text("-----BEGIN PRIVATE KEY-----\n")
    with pytest.raises(ContextError) as caught:
        gather(["."], root=tree)
    assert ".env has the name of a file with secrets; notes.txt holds what looks like a private key: not sent" in str(
        caught.value
    )


def test_of_many_refused_files_the_first_are_named_and_the_rest_counted(tree: Path) -> None:
    for number in range(7):
        (tree / f"{number}.pem").write_text("x\n")
    with pytest.raises(ContextError, match=r"4\.pem has .*; and 2 more: not sent") as caught:
        gather(["*.pem"], root=tree)
    assert "5.pem" not in str(caught.value)


def test_a_name_that_looks_like_a_pattern_is_the_file_that_is_called_so(tree: Path) -> None:
    (tree / "a [1].txt").write_text("one\n")
    (tree / "#a!.txt").write_text("two\n")
    assert paths(tree, "a [1].txt", "#a!.txt") == ["#a!.txt", "a [1].txt"]


def test_a_dot_is_all_that_is_there(tree: Path) -> None:
    assert paths(tree, ".") == paths(tree, "**/*") == paths(tree, str(tree))
    assert "src/a.py" in paths(tree, ".")
