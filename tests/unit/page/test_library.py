"""The reader library: headers, linking, and one Python name for each script and one script for each name."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

import cdpwebai
from cdpwebai.page import library as module
from cdpwebai.page.library import HEADERS, Library, Script, base_library, page_script

ASKS = "// asks: {name}?\n// visible when: x\n// absent when: x\n// unknown when: x\n// uses: {uses}\n"


def asking(name: str, uses: str = "", body: str = "{}") -> Script:
    return Script.parse(name, ASKS.format(name=name, uses=uses) + f"function {name}() {body}\n")


def test_a_script_is_its_header_and_one_function() -> None:
    script = asking("one", "two, three", "{ return 1; }")
    assert (script.kind, script.uses, script.starts) == ("asks", ("two", "three"), False)
    assert script.source == "function one() { return 1; }"
    assert set(script.header) == set(HEADERS["asks"])


def test_an_async_function_waits() -> None:
    script = Script.parse("one", ASKS.format(name="one", uses="") + "async function one() {}\n")
    assert script.waits
    assert not asking("one").waits


def test_remarks_after_a_bare_comment_line_are_no_header() -> None:
    text = ASKS.format(name="one", uses="") + "//\n// key: a string\nfunction one() {}"
    assert "key" not in Script.parse("one", text).header


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("function one() {}", "no header line '// asks:'"),
        ("// does: x\nfunction one() {}", "no header line '// uses:'"),
        (ASKS.format(name="one", uses="").replace("// unknown when: x\n", "") + "function one() {}", "unknown when"),
        ("// asks: x\n// answers: y\nfunction one() {}", "says nothing we know"),
        (ASKS.format(name="one", uses="") + "function other() {}", "called one"),
        (ASKS.format(name="one", uses="") + "function one() {}\nlet more = 1;", "called one"),
    ],
)
def test_a_script_that_is_not_as_it_must_be_is_refused_by_name(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)) as refused:
        Script.parse("one", text)
    assert "one.js" in str(refused.value)


def test_scripts_are_linked_after_what_they_use_and_get_nothing_else() -> None:
    library = Library([asking("b", "a, kept"), asking("a"), asking("c", "b, reader")])
    order = [library.source.index(f"asks.{name} = ") for name in "abc"]
    assert order == sorted(order)
    assert "asks.b = ((a, kept) => (function b() {}))(asks.a, kept);" in library.source
    assert "asks.c = ((b, reader) => (function c() {}))(asks.b, reader);" in library.source


def test_scripts_that_use_each_other_in_a_circle_fail_at_load() -> None:
    with pytest.raises(ValueError, match="a -> b -> c -> a"):
        Library([asking("a", "b"), asking("b", "c"), asking("c", "a")])


def test_a_use_of_an_unknown_name_fails_at_load() -> None:
    with pytest.raises(ValueError, match=r"a\.js uses nope"):
        Library([asking("a", "nope")])


def test_two_scripts_of_one_name_fail_at_load() -> None:
    with pytest.raises(ValueError, match="two scripts are called checked"):
        Library.load("cdpwebai.page", "cdpwebai.page")


def test_the_hash_names_exactly_this_library() -> None:
    assert Library([asking("a")]).hash == Library([asking("a")]).hash
    assert len({Library([asking("a")]).hash, Library([asking("a", body="{ }")]).hash, base_library().hash}) == 3
    assert base_library().hash in base_library().source
    assert base_library().world == f"cdpwebai {base_library().hash}"


def test_stack_traces_name_the_library() -> None:
    assert base_library().source.endswith(f"//# sourceURL=cdpwebai/library-{base_library().hash}.js")


def test_a_script_that_starts_with_the_document_is_called_at_once() -> None:
    assert [script.name for script in base_library().scripts.values() if script.starts] == ["composing"]
    assert "return [asks.composing];" in base_library().source


@pytest.mark.parametrize(("name", "kind"), [("nope", "asks"), ("listen", "asks"), ("probe", "does")])
def test_asking_for_a_script_that_is_not_there_or_of_the_other_kind_is_our_mistake(
    name: str, kind: module.Kind
) -> None:
    with pytest.raises(ValueError, match=name):
        base_library().check(name, kind)


def test_a_providers_folder_is_linked_with_ours() -> None:
    library = Library.load("cdpwebai.page", "tests.browser.page")
    assert set(library.scripts) == {*base_library().scripts, "turns", "first_checked", "later"}


def page_scripts() -> set[str]:
    return {path.name.removesuffix(".js") for path in files("cdpwebai.page").joinpath("js").iterdir()}


def test_every_script_has_a_python_name_or_is_used_by_one_that_has() -> None:
    package = Path(cdpwebai.__file__).parent
    source = "".join(path.read_text("utf-8") for path in package.rglob("*.py"))
    named = {name for name in page_scripts() if f'"{name}"' in source}
    scripts = base_library().scripts
    used = {used for script in scripts.values() for used in script.uses} | {"observe", "watch"}  # asked by _library.js
    for_providers = {"list", "checked", "reachable"}
    assert page_scripts() - named - used - for_providers == set()


def test_what_is_not_of_the_library_is_read_by_its_own_name() -> None:
    for name in page_scripts():
        if name.startswith("_"):
            assert page_script(name).removeprefix("async ").startswith("function ")
            assert name not in base_library().scripts
