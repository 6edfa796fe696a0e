"""Which chip is which file: names as pages show them, and each chip one file's."""

from unicodedata import normalize

import pytest

from cdpwebai.flows.plan_chips import matched, may_name, strangers
from tests.manifest import proves


@proves("oracle.C10", "oracle.C11", "oracle.C12", "report.B34")
@pytest.mark.parametrize(
    "shown",
    [
        "report.final.md",
        "report.final",
        "report.final(1).md",
        "report.final (2).md",
        "report.final(20260818-145702).md",
        "report.final-2.md",
        "report.final(1)",
        "report…",
        "rep….md",
        "rep...(1).md",
        "…final.md",
        "report.final.md Markdown",
        "Document report.final.md 3 KB",
        "REPORT.FINAL.MD",
        "",
    ],
)
def test_a_chip_may_name_the_file_in_every_way_that_pages_are_known_to(shown: str) -> None:
    assert may_name(shown, "report.final.md")


@proves("oracle.C12", "oracle.C22")
@pytest.mark.parametrize(
    "shown",
    ["report.md", "my-report.final.md", "report.final.txt", "report.finality.md", "final.md", "reports….md", "…", "x…"],
)
def test_a_chip_with_another_name_is_another_file(shown: str) -> None:
    assert not may_name(shown, "report.final.md")


def test_names_that_are_written_in_two_ways_are_one() -> None:
    name = "보고서 é.txt"
    assert may_name(normalize("NFD", name), name)
    assert not may_name("보고 é.txt", name)


def test_files_without_an_ending_or_with_nothing_else_have_names_too() -> None:
    assert may_name("Makefile", "Makefile")
    assert may_name("Makefile(1)", "Makefile")
    assert may_name(".profile", ".profile")
    assert may_name(" (1).profile", ".profile")
    assert not may_name("a (1).profile", ".profile")
    assert not may_name("Make", "Makefile")


def test_each_chip_is_one_files_though_it_could_be_anothers() -> None:
    shown = ["report…", "", "report-a.txt"]
    names = ["report-a.txt", "report-b.txt", "table.csv"]
    assert matched(shown, names) == {0: 2, 1: 0, 2: 1}
    assert strangers(shown, names) == []


def test_a_chip_gives_way_where_only_it_can_be_the_other_file() -> None:
    assert matched(["a…", "a-long.txt"], ["a-long.txt", "a-short.txt"]) == {0: 1, 1: 0}
    assert matched(["", "a.txt"], ["a.txt", "b.txt"]) == {0: 1, 1: 0}


@proves("oracle.C3", "oracle.C18")
def test_chips_are_counted_one_is_not_two_files() -> None:
    assert len(matched(["a.txt"], ["a.txt", "a(1).txt"])) == 1
    assert len(matched(["…txt", ""], ["a.txt", "b.txt", "c.txt"])) == 2


@proves("report.B34")
def test_what_is_no_file_of_ours_is_named() -> None:
    assert strangers(["old-plan.pdf", "a.txt"], ["a.txt"]) == ["old-plan.pdf"]
    assert strangers(["", ""], ["a.txt"]) == [""]
    assert strangers([], ["a.txt"]) == []
