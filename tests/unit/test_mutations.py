"""The mutations apply to today's source and name tests that exist; how a run of them is judged."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from cdpwebai.errors import NotFinished
from tests.mutations.format import ROOT, Mutation, mutations, noticed
from tests.mutations.outcomes import how_it_failed
from tests.mutations.run import complaints

SOME = Mutation("one", "it is closed", "a.py", "old", "new", ("t.py::test_a", "t.py::test_b[2]"))


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests of a file, ``Class::name`` those of a class."""

    def named(body: list[ast.stmt], prefix: str = "") -> Iterator[str]:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                yield prefix + node.name
            elif isinstance(node, ast.ClassDef):
                yield from named(node.body, f"{node.name}::")

    return frozenset(named(ast.parse((ROOT / file).read_text(encoding="utf-8")).body))


@pytest.mark.parametrize("mutation", mutations(), ids=lambda one: one.id)
def test_a_mutation_applies_to_today_s_source_and_names_tests_that_exist(mutation: Mutation) -> None:
    changed = mutation.applied((ROOT / mutation.file).read_text(encoding="utf-8"))
    assert mutation.old != mutation.new
    assert not mutation.file.endswith(".py") or ast.parse(changed)
    assert mutation.red
    for name in mutation.red:
        file, _, test = name.partition("::")
        assert test.partition("[")[0] in named_in(file), name
    assert all((ROOT / path).exists() for path in mutation.rest)


def test_each_mutation_has_an_id_of_its_own() -> None:
    assert [one for one, times in Counter(one.id for one in mutations()).items() if times > 1] == []


def test_what_is_noticed_is_of_mutations_and_tests_that_exist() -> None:
    found = noticed()
    assert found.keys() <= {one.id for one in mutations()}
    for name in {name for names in found.values() for name in names}:
        file, _, test = name.partition("::")
        assert test in named_in(file), name


def test_mutations_are_chosen_by_how_their_ids_begin() -> None:
    assert {one.id for one in mutations(["seed001."])} < {one.id for one in [*mutations(), SOME]}
    assert mutations(["no such id"]) == []


@pytest.mark.parametrize("source", ["nothing of it", "old and old"])
def test_a_text_that_does_not_stand_there_exactly_once_is_refused(source: str) -> None:
    with pytest.raises(ValueError, match="not once"):
        SOME.applied(source)


RED = {
    "t.py::test_a": "assertion",
    "t.py::test_b[1]": "passed",
    "t.py::test_b[2]": "assertion",
    "t.py::test_c": "passed",
}


def test_red_by_assertion_with_the_rest_green_is_what_is_wanted() -> None:
    assert list(complaints(SOME, RED)) == []
    assert list(complaints(replace(SOME, red=("t.py::test_a", "t.py::test_b")), RED)) == []


def test_what_is_known_to_notice_may_be_red_too_but_only_by_an_assertion_or_a_typed_error() -> None:
    red = RED | {"t.py::test_c": "assertion"}
    assert list(complaints(SOME, red, ["t.py::test_c"])) == []
    assert list(complaints(SOME, red | {"t.py::test_c": "typed error"}, ["t.py::test_c"])) == []
    assert list(complaints(SOME, red | {"t.py::test_c": "TypeError"}, ["t.py::test_c"])) != []


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ({"t.py::test_a": "passed"}, "t.py::test_a did not fail by its assertion: passed"),
        ({"t.py::test_a": "TypeError"}, "t.py::test_a did not fail by its assertion: TypeError"),
        ({"t.py::test_b[2]": "passed"}, "t.py::test_b[2] did not fail by its assertion: passed"),
        ({"t.py::test_b[1]": "assertion"}, "t.py::test_b[1] should be green: assertion"),
        ({"t.py::test_a": "typed error"}, "t.py::test_a did not fail by its assertion: typed error"),
        ({"t.py::test_c": "assertion"}, "t.py::test_c should be green: assertion"),
        ({"t.py::test_c": "typed error"}, "t.py::test_c should be green: typed error"),
        ({"t.py::test_c": "failed in setup"}, "t.py::test_c should be green: failed in setup"),
        ({"other.py": "was not collected"}, "other.py should be green: was not collected"),
    ],
)
def test_every_surprise_is_told(outcome: dict[str, str], sentence: str) -> None:
    assert sentence in list(complaints(SOME, RED | outcome))


def test_a_test_that_did_not_run_proves_nothing() -> None:
    assert list(complaints(replace(SOME, red=("t.py::test_z",)), {"t.py::test_c": "passed"})) == [
        "t.py::test_z did not fail by its assertion: it did not run"
    ]


def raised(*errors: BaseException) -> BaseException:
    """The error or the group of them, as it comes out of here."""
    try:
        raise errors[0] if len(errors) == 1 else BaseExceptionGroup("several", errors)
    except BaseException as error:
        return error


def test_only_an_assertion_of_a_test_s_own_counts_also_out_of_a_nursery() -> None:
    own = raised(AssertionError("seen otherwise"))
    assert how_it_failed(own) == "assertion"
    assert how_it_failed(raised(own, own)) == "assertion"
    assert how_it_failed(raised(own, TypeError())) == "AssertionError, TypeError"
    assert how_it_failed(raised(TypeError())) == "TypeError"
    assert how_it_failed(AssertionError("raised nowhere")) == "AssertionError"


def test_what_the_library_tells_its_user_is_told_apart() -> None:
    told = raised(NotFinished("not yet", deadline=1.0))
    assert how_it_failed(told) == "typed error"
    assert how_it_failed(raised(told, raised(AssertionError("seen otherwise")))) == "typed error"
    assert how_it_failed(raised(told, TypeError())) == "NotFinished, TypeError"


def test_a_pytest_raises_that_saw_nothing_raised_counts_and_another_failure_does_not() -> None:
    with pytest.raises(pytest.fail.Exception) as nothing, pytest.raises(ValueError):
        pass
    assert how_it_failed(nothing.value) == "assertion"
    assert how_it_failed(raised(pytest.fail.Exception("no reason"))) == "Failed"
