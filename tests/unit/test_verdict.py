"""The three-valued logic: Kleene's tables and laws, what Unknown may never do, and that every reason is real."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai import verdict as module
from cdpwebai.verdict import Absent, Known, Reason, Sight, Unknown, Verdict, Visible, all_of, any_of, negate

V, A, U = Visible(Sight(selector="a")), Absent(("a",)), Unknown(Reason.DEADLINE)

verdicts: st.SearchStrategy[Verdict] = st.one_of(
    st.builds(Visible, st.builds(Sight, selector=st.sampled_from(["", "a", "b"]))),
    st.builds(Absent, st.lists(st.sampled_from("abc"), max_size=2).map(tuple)),
    st.builds(Unknown, st.sampled_from(Reason)),
)
many = st.lists(verdicts, max_size=6)


def kind(verdict: Verdict) -> str:
    return type(verdict).__name__[0]


def both(one: Verdict, other: Verdict) -> Verdict:
    return all_of([one, other])


def either(one: Verdict, other: Verdict) -> Verdict:
    return any_of([one, other])


@pytest.mark.parametrize(("operator", "table"), [(either, "VVV VAU VUU"), (both, "VAU AAA UAU")])
def test_the_operators_are_kleenes_tables(operator: Callable[[Verdict, Verdict], Verdict], table: str) -> None:
    told = [kind(operator(one, other)) for one, other in product((V, A, U), repeat=2)]
    assert "".join(told) == table.replace(" ", "")


def test_not_exchanges_visible_and_absent_and_leaves_unknown() -> None:
    assert [kind(negate(one)) for one in (V, A, U)] == ["A", "V", "U"]
    assert negate(U) is U


@given(many, st.randoms())
def test_order_does_not_matter(those: list[Verdict], chance: object) -> None:
    shuffled = sorted(those, key=lambda _: chance.random())  # type: ignore[attr-defined]
    assert kind(any_of(shuffled)) == kind(any_of(those))
    assert kind(all_of(shuffled)) == kind(all_of(those))


@given(verdicts, verdicts, verdicts)
def test_grouping_does_not_matter(a: Verdict, b: Verdict, c: Verdict) -> None:
    assert kind(either(either(a, b), c)) == kind(either(a, either(b, c))) == kind(any_of([a, b, c]))
    assert kind(both(both(a, b), c)) == kind(both(a, both(b, c))) == kind(all_of([a, b, c]))


@given(verdicts, verdicts, verdicts)
def test_each_operator_distributes_over_the_other(a: Verdict, b: Verdict, c: Verdict) -> None:
    assert kind(both(a, either(b, c))) == kind(either(both(a, b), both(a, c)))
    assert kind(either(a, both(b, c))) == kind(both(either(a, b), either(a, c)))


@given(many)
def test_de_morgans_laws_hold(those: list[Verdict]) -> None:
    assert kind(negate(any_of(those))) == kind(all_of(map(negate, those)))
    assert kind(negate(all_of(those))) == kind(any_of(map(negate, those)))


@given(verdicts)
def test_saying_not_twice_says_nothing(one: Verdict) -> None:
    assert kind(negate(negate(one))) == kind(one)


@given(verdicts)
def test_a_verdict_joined_with_itself_or_with_nothing_stays(one: Verdict) -> None:
    assert kind(either(one, one)) == kind(both(one, one)) == kind(one)
    assert kind(any_of([one])) == kind(all_of([one])) == kind(one)


def test_over_nothing_or_is_absent_and_and_is_visible() -> None:
    assert any_of([]) == Absent(())
    assert kind(all_of([])) == "V"


def is_below(less: Verdict, more: Verdict) -> bool:
    """The order of information: Unknown below both others, and each below itself."""
    return kind(less) in ("U", kind(more))


@given(many, st.data())
def test_taking_information_away_never_flips_an_answer(those: list[Verdict], data: st.DataObject) -> None:
    less = [data.draw(st.sampled_from([one, U])) for one in those]
    assert is_below(any_of(less), any_of(those))
    assert is_below(all_of(less), all_of(those))
    assert all(is_below(negate(one), negate(other)) for one, other in zip(less, those, strict=True))


@given(many)
def test_absent_needs_every_one_of_them(those: list[Verdict]) -> None:
    assert (kind(any_of(those)) == "A") == all(kind(one) == "A" for one in those)


@given(many)
def test_one_visible_settles_an_or_whatever_failed_elsewhere(those: list[Verdict]) -> None:
    assert kind(any_of([*those, V])) == "V"


def test_absent_names_every_place_once_and_the_first_unknown_names_the_reason() -> None:
    assert any_of([Absent(("a", "b")), Absent(("b", "c"))]) == Absent(("a", "b", "c"))
    assert any_of([A, Unknown(Reason.THREW), Unknown(Reason.PARTIAL)]) == Unknown(Reason.THREW)


@pytest.mark.parametrize("one", [V, A, U, Known(1), Known([])], ids=repr)
def test_the_truth_of_a_verdict_cannot_be_tested(one: Verdict | Known[object]) -> None:
    with pytest.raises(TypeError, match="three-valued"):
        bool(one)
    with pytest.raises(TypeError):
        _ = one or V


@pytest.mark.parametrize("one", [V, A, U], ids=repr)
def test_a_verdict_survives_json(one: Verdict) -> None:
    assert msgspec.json.decode(msgspec.json.encode(one), type=Visible | Absent | Unknown) == one


def reason_docs() -> dict[str, str]:
    """Each member of Reason and the string that stands under it."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    body = next(node.body for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Reason")
    docs: dict[str, str] = {}
    for member, after in pairwise(body):
        if isinstance(member, ast.Assign) and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            docs[ast.unparse(member.targets[0])] = str(after.value.value)
    return docs


def test_every_reason_is_documented() -> None:
    docs = reason_docs()
    assert set(docs) == set(Reason.__members__)
    assert all(len(text) > 10 for text in docs.values())


SAID_BY_TESTS = re.compile(r"produces\((?P<reasons>[^)]*)\)")


def test_every_reason_is_produced_by_some_test() -> None:
    """A test that brings a reason about says so with ``@produces(Reason...)``; see ``tests/reasons.py``."""
    tests = Path(__file__).parents[1]
    said = "".join(
        found["reasons"]
        for path in tests.rglob("test_*.py")
        for found in SAID_BY_TESTS.finditer(path.read_text("utf-8"))
    )
    assert [name for name in Reason.__members__ if f"Reason.{name}" not in said] == []
