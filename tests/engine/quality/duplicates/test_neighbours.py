"""The fast search for close hashes finds exactly what comparing all pairs finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.quality.duplicates.neighbours import close_pairs, leaders

HASHES = st.lists(
    st.one_of(
        st.integers(0, 2**64 - 1),
        # Neighbours are rare among random numbers.
        st.lists(st.integers(0, 63), max_size=9).map(lambda bits: sum(1 << bit for bit in {*bits})),
    ),
    max_size=60,
)


def all_pairs(hashes: NDArray[np.uint64], radius: int) -> set[tuple[int, int]]:
    distances = np.bitwise_count(hashes[:, None] ^ hashes[None, :])
    first, second = np.nonzero(np.triu(distances <= radius, k=1))
    return {*zip(first.tolist(), second.tolist(), strict=True)}


@given(HASHES, st.integers(0, 16))
@settings(max_examples=150, deadline=None)
def test_close_pairs_are_those_of_brute_force_each_once(values: list[int], radius: int) -> None:
    hashes = np.array(values, dtype=np.uint64)
    found = [tuple(pair) for block in close_pairs(hashes, radius) for pair in block.tolist()]
    assert len(found) == len({*found})
    assert {*found} == all_pairs(hashes, radius)


@pytest.mark.parametrize("radius", [3, 6, 11])
def test_close_pairs_are_found_among_thousands(radius: int) -> None:
    random = np.random.default_rng(radius)
    hashes = random.integers(0, 2**64, 3000, dtype=np.uint64)
    hashes[1500:] = hashes[:1500]
    for _ in range(radius):
        hashes[1500:] ^= np.uint64(1) << random.integers(0, 64, 1500, dtype=np.uint64)
    found = np.concatenate([*close_pairs(hashes, radius)])
    assert {*map(tuple, found.tolist())} == all_pairs(hashes, radius)


@given(HASHES, st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_every_hash_is_near_its_leader_and_leaders_are_apart(
    values: list[int], radius: int
) -> None:
    hashes = np.array(values, dtype=np.uint64)
    found = leaders(hashes, radius)
    distances = np.bitwise_count(hashes ^ hashes[found])
    assert (distances <= radius).all()
    heads = np.unique(hashes[found])
    assert all_pairs(heads, radius) == set()
    assert (found[found] == found).all()


def test_a_chain_of_neighbours_does_not_join_its_ends() -> None:
    chain = np.array([(1 << length) - 1 for length in range(0, 40, 4)], dtype=np.uint64)
    found = leaders(chain, 4)
    assert (np.bitwise_count(chain ^ chain[found]) <= 4).all()
    assert len({*found.tolist()}) > 1
