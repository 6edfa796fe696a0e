"""Names for what is stored."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdpwebai.errors import InputError
from cdpwebai.store.ids import CROCKFORD, Ulids, hash_of
from tests.manifest import proves


@proves("ref.F6.STORE-1")
def test_an_id_is_a_ulid_whose_first_ten_letters_are_its_milliseconds() -> None:
    made = Ulids(dice=lambda bits: 0).next(1469918176.385)
    assert made == "01ARYZ6S41" + 16 * "0"  # the example of the reference implementation
    assert Ulids(dice=lambda bits: (1 << bits) - 1).next(1469918176.385) == "01ARYZ6S41" + 16 * "Z"
    assert set(Ulids().next(1e9)) <= set(CROCKFORD)


@proves("ref.F6.STORE-2")
def test_two_ids_of_one_millisecond_differ_and_rise() -> None:
    ulids = Ulids()
    made = [ulids.next(1000.0) for _ in range(100)]
    assert made == sorted(set(made))
    assert {ulid[:10] for ulid in made} == {made[0][:10]}


@given(st.lists(st.floats(min_value=0, max_value=4e9), min_size=2, max_size=30), st.randoms(use_true_random=False))
def test_ids_rise_whatever_the_clock_does(times: list[float], dice: random.Random) -> None:
    ulids = Ulids(dice=dice.getrandbits)
    made = [ulids.next(time) for time in times]
    assert made == sorted(set(made))
    assert {len(ulid) for ulid in made} == {26}


def test_an_id_after_the_last_of_its_millisecond_counts_on_into_the_next() -> None:
    ulids = Ulids(dice=lambda bits: (1 << bits) - 1)
    first, second = ulids.next(1.0), ulids.next(1.0)
    assert (first[10:], second[10:]) == (16 * "Z", 16 * "0")
    assert first < second


def test_a_later_millisecond_throws_the_dice_again() -> None:
    thrown = iter([5, 3])
    ulids = Ulids(dice=lambda bits: next(thrown))
    assert [ulids.next(1.0)[-1], ulids.next(2.0)[-1]] == ["5", "3"]


def test_the_hash_of_a_prompt_is_that_of_its_utf8() -> None:
    assert hash_of("é") == "sha256:4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"


def test_a_prompt_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="half of a surrogate pair at index 2"):
        hash_of("ab\ud83d")
