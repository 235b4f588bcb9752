"""Statistics are those of their sources."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import ks_2samp

from engine.drift.statistics import FeatureStatistics, ks, mmd, psi
from engine.specs.package.reference import NumberReference


def test_psi_is_the_sum_over_bins_of_the_change_times_its_log_ratio() -> None:
    before, now = np.array([[50.0, 30, 20]]), np.array([[20.0, 30, 50]])
    # With half a sample added to each bin.
    p, q = (before[0] + 0.5) / 101.5, (now[0] + 0.5) / 101.5
    assert psi(before, now)[0] == pytest.approx(((q - p) * np.log(q / p)).sum())
    assert psi(before, now)[0] == pytest.approx(psi(now, before)[0])
    assert psi(before, 3 * before)[0] < 1e-4
    assert np.isfinite(psi(np.array([[0.0, 100]]), np.array([[100.0, 0]]))[0])


def test_ks_of_values_that_are_bins_is_that_of_kolmogorov_and_smirnov() -> None:
    chance = np.random.default_rng(3)
    one, other = chance.integers(0, 12, 300), chance.integers(2, 12, 200)
    counts = [np.bincount(x, minlength=12)[np.newaxis].astype(float) for x in (one, other)]
    assert ks(*counts)[0] == pytest.approx(ks_2samp(one, other).statistic)
    assert ks(counts[0], np.zeros((1, 12)))[0] == 0


def test_mmd_of_random_features_is_that_of_the_gaussian_kernel() -> None:
    chance = np.random.default_rng(4)
    x, y = chance.normal(0, 1, (400, 3)), chance.normal(1, 1, (300, 3))

    def kernel(a: np.ndarray, b: np.ndarray) -> float:  # type: ignore[type-arg]
        squared = ((a[:, np.newaxis] - b) ** 2).sum(axis=2)
        return float(np.exp(-squared / 2).mean())

    exact = np.sqrt(kernel(x, x) - 2 * kernel(x, y) + kernel(y, y))
    directions, phases = chance.normal(size=(3, 4000)), chance.uniform(0, 2 * np.pi, 4000)
    means = (np.cos(z @ directions + phases).mean(axis=0)[np.newaxis] for z in (x, y))
    # Of 4,000 random features: one in sqrt(4000), of squares.
    assert mmd(*means)[0] == pytest.approx(exact, rel=0.05)


def test_psi_of_a_number_puts_bins_together_and_leaves_missing_ones_apart() -> None:
    feature = NumberReference(name="input.size", edges=tuple(range(19)), counts=(7, *[5] * 20))
    groups = FeatureStatistics.of(feature).groups
    assert groups.tolist() == [0, *np.repeat(np.arange(1, 11), 2)]
    counts = np.array([feature.counts], dtype=float)
    many_missing = counts.copy()
    many_missing[0, 0] = 100
    index, distance = FeatureStatistics.of(feature)(counts, many_missing)[0]
    assert index > 0.5
    assert distance == 0
