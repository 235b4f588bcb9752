"""How numbers are spread is said with edges that a person can read."""

from __future__ import annotations

import numpy as np

from engine.quality.histograms import histogram


def test_whole_numbers_have_whole_edges_and_each_is_counted_once() -> None:
    lengths = np.arange(16.0, 92.0)
    found = histogram("characters", lengths)
    assert found is not None
    assert all(edge == int(edge) for edge in found.edges)
    assert (found.edges[0], found.edges[-1], sum(found.counts)) == (16, 91, len(lengths))


def test_few_whole_numbers_have_a_bin_each_at_most() -> None:
    found = histogram("words", np.array([1.0, 2.0, 2.0, 4.0]))
    assert found is not None
    assert (found.edges, found.counts) == ((1, 2, 3, 4), (1, 2, 1))


def test_parts_keep_their_edges() -> None:
    found = histogram("ratio", np.array([0.5, 0.75, 2.5]))
    assert found is not None
    assert len(found.counts) == 24
