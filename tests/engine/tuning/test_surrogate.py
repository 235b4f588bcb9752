from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import approx_fprime
from scipy.stats import norm

from engine.tuning.surrogate.gaussian_process import (
    Coordinates,
    Kernel,
    Posterior,
    _negative_log_likelihood,
    _squared_differences,
    fit_kernel,
)
from engine.tuning.surrogate.improvement import log_expected_improvement
from engine.tuning.surrogate.paths import Path
from engine.tuning.surrogate.warp import half_rank


def drawn(num: int, seed: int = 0) -> tuple[Coordinates, np.ndarray]:
    generator = np.random.default_rng(seed)
    numbers = generator.uniform(size=(num, 2))
    choices = generator.integers(3, size=(num, 1)).astype(float)
    values = np.sin(6 * numbers[:, 0]) + 0.3 * choices[:, 0] ** 2
    return Coordinates(numbers, choices), (values - values.mean()) / values.std()


def test_the_slope_of_the_likelihood_is_its_derivative() -> None:
    points, values = drawn(25)
    distances = _squared_differences(points)
    theta = np.array([-0.4, 0.3, 0.1, 0.2, -3.0])
    _, slope = _negative_log_likelihood(theta, distances, values)
    numeric = approx_fprime(
        theta, lambda one: _negative_log_likelihood(one, distances, values)[0], 1e-6
    )
    np.testing.assert_allclose(slope, numeric, rtol=1e-4, atol=1e-4)


def test_a_fit_sees_which_parameters_count() -> None:
    points, values = drawn(60)
    scales = fit_kernel(points, values).kernel.scales_D
    # The second number has no influence at all.
    assert scales[1] > 5 * scales[0]


def test_the_posterior_is_what_conditioning_a_normal_distribution_gives() -> None:
    points, values = drawn(12)
    asked, _ = drawn(5, seed=1)
    kernel = Kernel(np.array([0.5, 0.8, 1.2]), 1.3, 0.01)
    mean, deviation = Posterior(kernel, points, values).mean_and_deviation(asked)
    covariance = kernel(points, points) + 0.01 * np.eye(12)
    cross = kernel(asked, points)
    np.testing.assert_allclose(mean, cross @ np.linalg.solve(covariance, values), atol=1e-6)
    variance = 1.3 - np.einsum("ij,ji->i", cross, np.linalg.solve(covariance, cross.T))
    np.testing.assert_allclose(deviation**2, variance, atol=1e-6)


def test_paths_have_the_mean_and_spread_of_the_posterior() -> None:
    points, values = drawn(15)
    asked, _ = drawn(6, seed=2)
    posterior = Posterior(Kernel(np.array([0.4, 0.6, 1.0]), 1.0, 0.05), points, values)
    generator = np.random.default_rng(0)
    samples = np.stack([Path(posterior, generator)(asked) for _ in range(600)])
    mean, deviation = posterior.mean_and_deviation(asked)
    np.testing.assert_allclose(samples.mean(0), mean, atol=5 * deviation.max() / np.sqrt(600))
    np.testing.assert_allclose(samples.std(0), deviation, rtol=0.25)


def test_a_path_is_a_function() -> None:
    points, values = drawn(10)
    posterior = Posterior(Kernel(np.array([0.4, 0.6, 1.0]), 1.0, 0.01), points, values)
    path = Path(posterior, np.random.default_rng(3))
    asked, _ = drawn(8, seed=4)
    np.testing.assert_allclose(path(asked)[2:5], path(asked[slice(2, 5)]), atol=1e-10)


def test_expected_improvement_is_right_near_and_finite_far() -> None:
    mean, deviation = np.array([0.0, 1.0, -0.5]), np.array([1.0, 0.5, 0.2])
    z = (0.2 - mean) / deviation
    exact = np.log(deviation * (z * norm.cdf(z) + norm.pdf(z)))
    np.testing.assert_allclose(log_expected_improvement(mean, deviation, 0.2), exact, rtol=1e-9)
    hopeless = log_expected_improvement(np.array([1e2, 1e4, 1e7]), np.ones(3), 0.0)
    assert np.isfinite(hopeless).all()
    assert (np.diff(hopeless) < 0).all()


@pytest.mark.parametrize("worst", [1e3, 1e30, np.inf, np.nan])
def test_how_bad_the_bad_half_is_does_not_matter(worst: float) -> None:
    losses = np.array([0.1, 0.4, 0.2, 0.9, worst, 0.3, 5.0])
    milder = np.where(np.isfinite(losses) & (losses <= 0.9), losses, 6.0)
    milder[6] = 5.0
    np.testing.assert_allclose(half_rank(losses)[:4], half_rank(milder)[:4], atol=0.35)
    warped = half_rank(losses)
    assert np.isfinite(warped).all()
    assert warped.argmin() == 0
    assert np.ptp(warped) < 10
