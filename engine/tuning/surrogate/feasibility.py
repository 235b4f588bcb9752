"""How probable it is that a point keeps all limits."""

# N trials, K limits, M points asked, D parameters

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import log_ndtr

from engine.tuning.search_space import Cube, Floats
from engine.tuning.surrogate.gaussian_process import Posterior, fit_kernel
from engine.tuning.surrogate.models import View, better_half, view_everywhere

_MAX_FITTED = 160


@dataclass(frozen=True)
class Feasibility:
    """A Gaussian process of each limit, independent of the others."""

    view: View
    posteriors: tuple[Posterior, ...]

    def log_probability(self, points: Floats) -> Floats:
        """Return the logarithms (M,) of the probability that all limits are kept.

        Source: Gardner et al., Bayesian optimization with inequality constraints, ICML 2014, eq. 4.
        """
        asked = self.view(points)
        total = np.zeros(len(points))
        for posterior in self.posteriors:
            mean, deviation = posterior.mean_and_deviation(asked)
            total += log_ndtr(-mean / deviation)
        return total


def fit_feasibility(
    cube: Cube, points_ND: Floats, limits_NK: Floats, seed: tuple[int, ...]
) -> Feasibility | None:
    """Return what trials tell of the limits; ``None`` when no trial breaks any.

    Args:
        limits_NK: above 0 where a limit is broken, NaN where it is not known.
    """
    view = view_everywhere(cube)
    posteriors = []
    for limits_N in limits_NK.T:
        known_N = np.isfinite(limits_N)
        if not (limits_N[known_N] > 0).any():
            continue
        values_N, known_ND = _compressed(limits_N[known_N]), points_ND[known_N]
        # Near the border it counts most to know on which side a point lies.
        chosen = better_half(np.abs(values_N), _MAX_FITTED, np.random.default_rng(seed))
        points, values_N = view(known_ND[chosen]), values_N[chosen]
        posteriors.append(Posterior(fit_kernel(points, values_N).kernel, points, values_N))
    return Feasibility(view, tuple(posteriors)) if posteriors else None


def _compressed(limits_N: Floats) -> Floats:
    """Return limits of about 1 that keep their signs, the largest pulled in."""
    scale = float(np.median(np.abs(limits_N))) or float(np.abs(limits_N).max())
    return np.asarray(np.arcsinh(np.clip(limits_N / scale, -1e150, 1e150)))
