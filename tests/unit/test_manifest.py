"""The manifest and the tests agree, and the check that says so is itself checked on made-up trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.manifest import REQUIRED, Entry, by_test, entries, problems, proves, reports_in

ROOT = Path(__file__).parents[1]
FINE = Entry("it works", "source: this test")


def test_every_requirement_has_a_test_or_a_gap_and_every_proof_a_requirement() -> None:
    assert problems(entries(), by_test(ROOT)) == []


def test_the_required_ids_are_the_42_rows_of_group_a_and_the_21_rows_of_the_seed() -> None:
    assert len([identity for identity in REQUIRED if identity.startswith("report.A")]) == 42
    assert len([identity for identity in REQUIRED if identity.startswith("seed002.Y")]) == 21


def test_the_required_ids_are_the_rows_of_the_other_groups_that_speak_of_chat() -> None:
    counted = {
        prefix: sum(one.startswith(prefix) for one in REQUIRED) for prefix in ("report.B", "report.G", "oracle.")
    }
    assert counted == {"report.B": 38, "report.G": 6, "oracle.": 160}


def test_every_scenario_that_an_entry_names_is_there() -> None:
    named = {name for places in entries().values() for _, entry in places for name in entry.scenarios}
    assert named
    assert [name for name in sorted(named) if not (ROOT / "scenarios" / f"{name}.json").is_file()] == []


def test_a_tree_where_all_is_shown_has_no_problem() -> None:
    assert problems({"report.A01": [("one", FINE)]}, {"report.A01": ["t.py::test_a"]}, frozenset({"report.A01"})) == []


@pytest.mark.parametrize(
    ("known", "shown", "sentence"),
    [
        ({}, {}, "report.A01 is required and in no part of the manifest"),
        ({"report.A01": [("one", FINE)]}, {}, "report.A01 has no test and no gap"),
        (
            {"report.A01": [("one", FINE)]},
            {"report.A01": ["t.py::test_a"], "report.A99": ["t.py::test_b"]},
            "t.py::test_b proves report.A99, which is in no part of the manifest",
        ),
        (
            {"report.A01": [("one", FINE), ("two", FINE)]},
            {"report.A01": ["t.py::test_a"]},
            "report.A01 is in one and two",
        ),
        (
            {"report.A01": [("one", Entry("it works", "here", gap="no machine with two displays"))]},
            {"report.A01": ["t.py::test_a"]},
            "report.A01 is called a gap, and t.py::test_a shows it",
        ),
        (
            {"report.A01": [("one", Entry("", "here"))]},
            {"report.A01": ["t.py::test_a"]},
            "report.A01 lacks its behaviour or its source",
        ),
        (
            {f"report.A0{row}": [("one", Entry("it works", "here", gap="tried"))] for row in range(1, 6)},
            {},
            "5 gaps in group A of the public reports, 4 are allowed",
        ),
    ],
)
def test_each_kind_of_disagreement_is_named(
    known: dict[str, list[tuple[str, Entry]]], shown: dict[str, list[str]], sentence: str
) -> None:
    assert problems(known, shown, frozenset({"report.A01"})) == [sentence]


def test_four_gaps_are_allowed_while_the_rest_is_shown() -> None:
    known = {f"report.A0{row}": [("one", Entry("it works", "here", gap="tried"))] for row in range(1, 5)}
    assert problems(known, {}, frozenset()) == []


def test_proofs_are_read_from_plain_async_and_method_tests_and_from_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(
        "@proves('a', 'b')\ndef test_plain(): ...\n"
        "@manifest.proves('c')\nasync def test_async(): ...\n"
        "class TestKind:\n    @proves('a')\n    def test_method(self): ...\n"
        "@proves('d')\ndef helper(): ...\n"
        "@pytest.mark.parametrize('x', ['e'])\ndef test_other(x): ...\n",
        encoding="utf-8",
    )
    assert by_test(tmp_path) == {
        "a": ["test_some.py::test_plain", "test_some.py::test_method"],
        "b": ["test_some.py::test_plain"],
        "c": ["test_some.py::test_async"],
    }


def test_a_scenario_proves_what_its_report_names(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.json").write_text('{"name": "one", "report": "B05, oracle A7"}', encoding="utf-8")
    (tmp_path / "scenarios" / "two.json").write_text('{"name": "two"}', encoding="utf-8")
    assert by_test(tmp_path) == {"report.B05": ["scenarios/one.json"], "oracle.A7": ["scenarios/one.json"]}
    assert reports_in("") == []
    assert reports_in("G1") == ["report.G1"]


def test_an_entry_that_names_a_scenario_is_shown_by_it_and_is_no_gap() -> None:
    shown = Entry("it works", "here", scenarios=("one",))
    assert problems({"report.A01": [("one", shown)]}, {}, frozenset({"report.A01"})) == []
    both = Entry("it works", "here", gap="tried", scenarios=("one",))
    (sentence,) = problems({"report.A01": [("one", both)]}, {}, frozenset({"report.A01"}))
    assert sentence == "report.A01 is called a gap, and scenarios/one.json shows it"


def test_proves_leaves_the_test_as_it_was() -> None:
    def some_test() -> None: ...

    assert proves("report.A01")(some_test) is some_test
