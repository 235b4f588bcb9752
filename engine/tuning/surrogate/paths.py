"""Functions drawn from a Gaussian process, cheap to evaluate anywhere."""

# N observations, M points asked, F features

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engine.tuning.surrogate.gaussian_process import Coordinates, Kernel, Posterior

Floats = NDArray[np.float64]

_NUM_FEATURES = 300


class Prior:
    """A function drawn before anything is known: F random Fourier features of the kernel.

    The spectrum of a Matérn-5/2 kernel is Student's t with 5 degrees of freedom (Rahimi & Recht
    2007; Rasmussen & Williams 2006, section 4.2.1). A choice that lies 1 from all others is
    a corner of a simplex with edges of 1: one-hot times √½.
    """

    def __init__(self, kernel: Kernel, num_numbers: int, generator: np.random.Generator) -> None:
        num_dims = len(kernel.scales_D)
        heavy_F = np.sqrt(5.0 / generator.chisquare(5.0, _NUM_FEATURES))
        normal = generator.standard_normal((_NUM_FEATURES, num_numbers))
        self._frequencies = heavy_F[:, None] * normal / kernel.scales_D[:num_numbers]
        self._phases_F = generator.uniform(0.0, 2.0 * math.pi, _NUM_FEATURES)
        self._weights_F = generator.standard_normal(_NUM_FEATURES) * math.sqrt(
            2.0 * kernel.amplitude / _NUM_FEATURES
        )
        self._choice_scales = heavy_F[:, None] / (kernel.scales_D[num_numbers:] * math.sqrt(2.0))
        self._seeds = generator.integers(2**63, size=num_dims - num_numbers)
        self._turns: dict[tuple[int, int], Floats] = {}

    def __call__(self, asked: Coordinates) -> Floats:
        """Return the values (M,)."""
        angles_MF = asked.numbers @ self._frequencies.T + self._phases_F
        for column in range(asked.choices.shape[1]):
            places, inverse_M = np.unique(asked.choices[:, column], return_inverse=True)
            turns = np.stack([self._turn(column, int(place)) for place in places])
            angles_MF += turns[inverse_M]
        return np.asarray(np.cos(angles_MF) @ self._weights_F)

    def _turn(self, column: int, place: int) -> Floats:
        """Return what a choice adds to the angles (F,); drawn when first met, alike ever after."""
        turn_F = self._turns.get((column, place))
        if turn_F is None:
            generator = np.random.default_rng((int(self._seeds[column]), place))
            turn_F = self._choice_scales[:, column] * generator.standard_normal(_NUM_FEATURES)
            self._turns[column, place] = turn_F
        return turn_F


class Path:
    """A function drawn from the posterior, by Matheron's rule.

    f(x) = g(x) + k(x, X) (K + σ²I)⁻¹ (y - g(X) - ε), with g from the prior and ε the noise.

    Source: Wilson et al., Efficiently sampling functions from Gaussian process posteriors,
    ICML 2020, equation 13.
    """

    def __init__(self, posterior: Posterior, generator: np.random.Generator) -> None:
        self._posterior = posterior
        kernel, points = posterior.kernel, posterior.points
        self._prior = Prior(kernel, points.numbers.shape[1], generator)
        noise_N = generator.standard_normal(len(points)) * math.sqrt(kernel.noise)
        self._update_N = posterior.solve(posterior.values_N - self._prior(points) - noise_N)

    def __call__(self, asked: Coordinates) -> Floats:
        """Return the values (M,)."""
        cross_MN = self._posterior.kernel(asked, self._posterior.points)
        return np.asarray(self._prior(asked) + cross_MN @ self._update_N)
