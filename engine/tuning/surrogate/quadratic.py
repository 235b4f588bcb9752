"""A quadratic potential of the better trials, and where it is least."""

# M trials, D numbers (parameters that are no choices), F features

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.stats import kendalltau

from engine.tuning.search_space import Cube, Floats
from engine.tuning.surrogate.warp import best_predicted, shapes

# Trials per coefficient: fewer leave the fit open, and more of them are no better ones.
_LEAST_TRIALS, _MOST_TRIALS = 1.2, 2.0
# Weight of the best trial beside that of the last.
_WEIGHT_OF_BEST = 20.0
# Rank correlation of left-out predictions with what was found, from which a quadratic is believed.
_BELIEVED = 0.75
# Whole numbers with fewer values than these are coarse.
_FINE = 32


@dataclass(frozen=True)
class Quadratic:
    """f(z) = β · φ(z) with φ = (1, z, z²) or (1, z, z zᵀ), z = (x - x_best) / scale.

    The surrogate of stochastic Hamiltonian exploration (docs/explanation/sfde.md, equation 5), as
    regressed in lq-CMA-ES (Hansen, GECCO 2019, section 2): full when there are trials enough,
    along the axes alone before.

    Attributes:
        best: the best point, with all its parameters.
        bent: which of them are numbers of the quadratic; all others are the best's.
        coefficients_F: β.
        root_FF: R with R Rᵀ the covariance of β, a column for each direction the trials tell apart.
        low_D, high_D: where it is believed, in units of z.
    """

    best: Floats
    bent: NDArray[np.bool_]
    scale_D: Floats
    is_full: bool
    coefficients_F: Floats
    root_FF: Floats
    low_D: Floats
    high_D: Floats

    def lowest(self, generator: np.random.Generator | None = None) -> Floats:
        """Return the point where the quadratic is least within its bounds.

        Args:
            generator: draws the quadratic from its posterior; without it the most probable one
                is taken.
        """
        coefficients_F = self.coefficients_F
        if generator is not None:
            noise = generator.standard_normal(self.root_FF.shape[1])
            coefficients_F = coefficients_F + self.root_FF @ noise
        num = len(self.scale_D)
        slope_D = coefficients_F[1 : num + 1]
        curvature_DD = _curvature(coefficients_F[num + 1 :], num, self.is_full)

        def value(z_D: Floats) -> tuple[float, Floats]:
            bent_D = curvature_DD @ z_D
            return float(slope_D @ z_D + 0.5 * z_D @ bent_D), slope_D + bent_D

        found = minimize(
            value,
            np.zeros(num),
            jac=True,
            method="L-BFGS-B",
            bounds=list(zip(self.low_D, self.high_D, strict=True)),
            options={"maxiter": 200, "ftol": 1e-15, "gtol": 1e-12},
        )
        point = self.best.copy()
        point[self.bent] += found.x * self.scale_D
        return point


def fit_quadratic(cube: Cube, points_ND: Floats, losses_N: Floats) -> Quadratic | None:
    """Return the quadratic of the better trials, in the numbers that are fine enough to have one.

    Trials count that share the best one's other parameters. ``None`` while there are too few of
    them, or when a quadratic does not predict what it has not seen. Of several functions of the
    losses the one is taken of which left-out trials are predicted best.
    """
    order_N = np.argsort(losses_N, kind="stable")
    best = points_ND[order_N[0]]
    bent = _fine(cube) & cube.active(best[None])[0]
    num = int(bent.sum())
    if not num:
        return None
    alike_N = (points_ND[order_N][:, ~bent] == best[~bent]).all(1)
    order_M = order_N[alike_N]
    num_full, num_axes = 1 + num + num * (num + 1) // 2, 1 + 2 * num
    is_full = len(order_M) >= _LEAST_TRIALS * num_full + 4
    num_features = num_full if is_full else num_axes
    if len(order_M) < _LEAST_TRIALS * num_features + 4:
        return None
    order_M = order_M[: max(int(_MOST_TRIALS * num_features), num_features + 8)]
    return _regress(best, bent, points_ND[order_M], losses_N[order_M], is_full)


def _fine(cube: Cube) -> NDArray[np.bool_]:
    """Return which parameters have many values: coarse cells miss a quadratic's bottom."""
    return np.array(
        [
            not axis.is_choice and (axis.num_values is None or axis.num_values >= _FINE)
            for axis in cube.axes
        ]
    )


def _regress(
    best: Floats, bent: NDArray[np.bool_], points: Floats, losses_M: Floats, is_full: bool
) -> Quadratic | None:
    """Return the weighted least squares fit; trials are in order, the best first."""
    points_MD, best_D = points[:, bent], best[bent]
    scale_D = np.maximum(points_MD.std(0), 1e-12)
    if np.median(losses_M) <= losses_M[0]:
        return None
    shaped_SM = np.stack(shapes(losses_M))
    shaped_SM -= shaped_SM[:, :1]
    shaped_SM /= np.median(shaped_SM, axis=1)[:, None]
    z_MD = (points_MD - best_D) / scale_D
    features_MF = _features(z_MD, is_full)
    roots_M = np.sqrt(np.linspace(_WEIGHT_OF_BEST, 1.0, len(losses_M)))
    left, sizes_F, right = np.linalg.svd(features_MF * roots_M[:, None], full_matrices=False)
    # A parameter of two values has no curvature: what trials cannot tell apart is left at 0.
    determined = sizes_F > 1e-9 * sizes_F[0]
    left, sizes_F, right = left[:, determined], sizes_F[determined], right[determined]
    coefficients_SF = (((shaped_SM * roots_M) @ left) / sizes_F) @ right
    residuals_SM = shaped_SM - coefficients_SF @ features_MF.T
    leverage_M = np.minimum(np.square(left).sum(1), 1 - 1e-6)
    # What a fit without the trial would say of it, without fitting once for each.
    left_out_SM = shaped_SM - residuals_SM / (1 - leverage_M)
    shape = best_predicted(left_out_SM, losses_M)
    # So written, NaN is no belief: the correlation of values that are all alike.
    if not kendalltau(left_out_SM[shape], losses_M).statistic >= _BELIEVED:
        return None
    values_M, coefficients_F = shaped_SM[shape], coefficients_SF[shape]
    residuals_M = residuals_SM[shape]
    freedom = len(values_M) - len(sizes_F)
    variance = float(np.square(residuals_M * roots_M).sum()) / freedom
    reach_D = np.ptp(z_MD, axis=0) / 2
    low_D = np.maximum(z_MD.min(0) - reach_D, (0.0 - best_D) / scale_D)
    high_D = np.minimum(z_MD.max(0) + reach_D, (1.0 - best_D) / scale_D)
    root_FF = right.T / sizes_F * np.sqrt(variance)
    return Quadratic(best, bent, scale_D, is_full, coefficients_F, root_FF, low_D, high_D)


def _features(z_MD: Floats, is_full: bool) -> Floats:
    ones = np.ones((len(z_MD), 1))
    if not is_full:
        return np.concatenate([ones, z_MD, np.square(z_MD)], axis=1)
    rows, columns = np.triu_indices(z_MD.shape[1])
    return np.concatenate([ones, z_MD, z_MD[:, rows] * z_MD[:, columns]], axis=1)


def _curvature(coefficients: Floats, num: int, is_full: bool) -> Floats:
    """Return the matrix of second derivatives (D, D)."""
    if not is_full:
        return np.diag(2.0 * coefficients)
    upper: NDArray[np.float64] = np.zeros((num, num))
    upper[np.triu_indices(num)] = coefficients
    return upper + upper.T
