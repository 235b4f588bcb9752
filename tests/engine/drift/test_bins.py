"""Values are counted in bins that are about equally full."""

from __future__ import annotations

import math

import numpy as np
import pytest

from engine.drift.bins import category_bin, category_reference, number_bin, number_reference


def test_bins_of_a_number_are_equally_full_and_open_at_both_ends() -> None:
    values = np.random.default_rng(1).normal(size=1000).tolist()
    feature = number_reference("input.size", [*values, None, math.nan])
    assert feature is not None
    assert feature.counts == (2, *[50] * 20)
    assert number_bin(feature.edges, -1e9) == 1
    assert number_bin(feature.edges, 1e9) == 20
    assert number_bin(feature.edges, None) == number_bin(feature.edges, math.inf) == 0


def test_a_value_that_many_share_has_a_bin_of_its_own() -> None:
    feature = number_reference("input.gain", [0.0] * 90 + list(range(1000, 1010)))
    assert feature is not None
    zero = number_bin(feature.edges, 0.0)
    assert feature.counts[zero] == 90
    assert number_bin(feature.edges, -1.0) < zero < number_bin(feature.edges, 1e-9)


@pytest.mark.parametrize(("count", "expected"), [(10, 4), (150, 10), (5000, 20)])
def test_few_samples_have_few_bins(count: int, expected: int) -> None:
    feature = number_reference("input.size", np.arange(count) / 7)
    assert feature is not None
    # Values of fewer than twenty samples have bins of their own, which come beside.
    assert len([one for one in feature.counts[1:] if one]) >= expected
    assert len(feature.edges) <= 80


def test_a_number_that_is_never_known_is_none() -> None:
    assert number_reference("input.size", [None, math.nan]) is None


def test_rare_names_are_counted_with_those_that_were_never_seen() -> None:
    values = ["a"] * 60 + ["b"] * 30 + ["c"] * 4 + [None] * 6
    feature = category_reference("input.kind", values)
    assert feature.categories == ("a", "b")
    assert feature.counts == (6, 60, 30, 4)
    assert category_bin(feature.categories, "c") == category_bin(feature.categories, "new") == 3
    assert category_bin(feature.categories, None) == 0
