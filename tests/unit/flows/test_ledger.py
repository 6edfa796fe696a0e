"""What a flow saw on its way: every unknown is counted by its reason, every warning told once."""

import pytest

from cdpwebai.flows.ledger import Ledger
from tests.support.chat import FIELDS, blinded, page


@pytest.mark.parametrize("field", FIELDS)
def test_a_look_with_any_field_unknown_counts_once_by_its_reason(field: str) -> None:
    ledger = Ledger()
    ledger.note(page())
    ledger.note(blinded(page(), field))
    assert (ledger.summary().looks, ledger.summary().unknown) == (2, {"deadline": 1})


def test_a_look_with_many_unknown_fields_counts_once() -> None:
    ledger = Ledger()
    ledger.note(blinded(page(), *FIELDS))
    assert ledger.summary().unknown == {"deadline": 1}


def test_each_warning_is_told_once_in_the_order_in_which_it_came() -> None:
    ledger = Ledger()
    for codes in (["b"], ["a", "b"], ["a"]):
        ledger.warn(codes)
    assert ledger.warnings() == ("b", "a")
