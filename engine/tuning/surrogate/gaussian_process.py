"""A Gaussian process over numbers and choices; Matérn-5/2 with a scale per parameter."""

# N observations, M points asked, D parameters (numbers first, then choices)

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_solve, cholesky, lapack, solve_triangular
from scipy.optimize import minimize

Floats = NDArray[np.float64]

_SQRT5 = math.sqrt(5.0)
_JITTER = 1e-9
# Logarithmic bounds that keep the kernel's matrix well conditioned.
_SCALE_BOUNDS = (math.log(5e-3), math.log(1e3))
_AMPLITUDE_BOUNDS = (math.log(1e-2), math.log(1e3))
_NOISE_BOUNDS = (math.log(1e-8), math.log(1.0))


@dataclass(frozen=True)
class Coordinates:
    """Points as the kernel sees them.

    Attributes:
        numbers: (N, D_n); what a unit is, the scales say.
        choices: (N, D_c) places in lists; two that differ lie 1 apart, whichever they are.
    """

    numbers: Floats
    choices: Floats

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, places: NDArray[np.intp] | slice) -> Coordinates:
        return Coordinates(self.numbers[places], self.choices[places])


@dataclass(frozen=True)
class Kernel:
    """Matérn-5/2: k(r) = a (1 + √5 r + 5/3 r²) exp(-√5 r) (Rasmussen & Williams 2006, eq. 4.17).

    Attributes:
        scales_D: length-scales, of the numbers first.
        amplitude: a, the variance of the function.
        noise: variance of a measurement.
    """

    scales_D: Floats
    amplitude: float
    noise: float

    def __call__(self, one: Coordinates, other: Coordinates) -> Floats:
        """Return the covariances (N, M)."""
        num_numbers = one.numbers.shape[1]
        a = one.numbers / self.scales_D[:num_numbers]
        b = other.numbers / self.scales_D[:num_numbers]
        # Expanded, so that a matrix product does the work; rounding may leave it below zero.
        squares_NM = np.square(a).sum(1)[:, None] + np.square(b).sum(1)[None] - 2.0 * (a @ b.T)
        for place, scale in enumerate(self.scales_D[num_numbers:]):
            squares_NM += (one.choices[:, place, None] != other.choices[None, :, place]) / scale**2
        return self.amplitude * _matern(np.sqrt(np.maximum(squares_NM, 0.0)))


def _matern(radii: Floats) -> Floats:
    scaled = _SQRT5 * radii
    return np.asarray((1.0 + scaled + scaled * scaled / 3.0) * np.exp(-scaled))


@dataclass(frozen=True)
class Fit:
    """A kernel and how well it explains what it was fitted to (log posterior density)."""

    kernel: Kernel
    log_evidence: float


def fit_kernel(points: Coordinates, values_N: Floats) -> Fit:
    """Return the kernel of the highest posterior density, found by L-BFGS from the prior's centre.

    Priors of the logarithms are normal: scales around ½√D with deviation 1.5, so that the volume a
    scale covers does not shrink with the number of parameters (Hvarfner et al., arXiv 2402.02229);
    amplitude around 1 with 1; noise around e^-7 with 2.5.

    Args:
        points: N of them.
        values_N: of mean about 0 and deviation about 1.
    """
    distances_DNN = _squared_differences(points)
    num_dims = len(distances_DNN)
    centre = _centre(num_dims)
    deviation = np.array([1.5] * num_dims + [1.0, 2.5])
    bounds = [_SCALE_BOUNDS] * num_dims + [_AMPLITUDE_BOUNDS, _NOISE_BOUNDS]

    def objective(theta: Floats) -> tuple[float, Floats]:
        loss, slope = _negative_log_likelihood(theta, distances_DNN, values_N)
        offset = (theta - centre) / deviation
        return loss + 0.5 * float(offset @ offset), slope + offset / deviation

    found = minimize(
        objective, centre, jac=True, bounds=bounds, method="L-BFGS-B", options={"maxiter": 25}
    )
    return Fit(_kernel(np.asarray(found.x)), -float(found.fun))


def _centre(num_dims: int) -> Floats:
    return np.array([math.log(0.5 * math.sqrt(num_dims))] * num_dims + [0.0, -7.0])


def _kernel(theta: Floats) -> Kernel:
    return Kernel(np.exp(theta[:-2]), float(np.exp(theta[-2])), float(np.exp(theta[-1])))


def left_out(points: Coordinates, values_SN: Floats) -> Floats:
    """Return what the kernel of the prior's centre says of each value, all others given (S, N).

    Source: Rasmussen & Williams 2006, eq. 5.12.
    """
    kernel = _kernel(_centre(points.numbers.shape[1] + points.choices.shape[1]))
    covariance_NN = kernel(points, points)
    covariance_NN.flat[:: len(points) + 1] += kernel.noise
    inverse_NN = np.linalg.inv(covariance_NN)
    return np.asarray(values_SN - (values_SN @ inverse_NN) / np.diag(inverse_NN))


def _squared_differences(points: Coordinates) -> Floats:
    numbers_DN = points.numbers.T
    choices_DN = points.choices.T
    return np.concatenate(
        [
            np.square(numbers_DN[:, :, None] - numbers_DN[:, None, :]),
            (choices_DN[:, :, None] != choices_DN[:, None, :]).astype(float),
        ]
    )


def _negative_log_likelihood(
    theta: Floats, distances_DNN: Floats, values_N: Floats
) -> tuple[float, Floats]:
    """Return -log p(y) and its slope; Rasmussen & Williams 2006, equations 2.30 and 5.9."""
    num_dims, num_points, _ = distances_DNN.shape
    flat = distances_DNN.reshape(num_dims, -1)
    inverse_squares = np.exp(-2.0 * theta[:-2])
    amplitude, noise = math.exp(theta[-2]), math.exp(theta[-1])
    scaled = _SQRT5 * np.sqrt(inverse_squares @ flat).reshape(num_points, num_points)
    decay = np.exp(-scaled)
    kernel_NN = amplitude * (1.0 + scaled + scaled * scaled / 3.0) * decay
    covariance_NN = kernel_NN.copy()
    covariance_NN.flat[:: num_points + 1] += noise + _JITTER * amplitude
    # LAPACK itself: it fails by a number, and hands on the factor that the inverse needs.
    lower_NN, failed = lapack.dpotrf(covariance_NN, lower=1, clean=1, overwrite_a=1)
    if failed:
        # Finite, since the line search interpolates between values, and slopeless: it steps back.
        return 1e25, np.zeros_like(theta)
    alpha_N = cho_solve((lower_NN, True), values_N, check_finite=False)
    half_log_determinant = float(np.log(np.diag(lower_NN)).sum())
    loss = 0.5 * float(values_N @ alpha_N) + half_log_determinant
    inverse_NN, _ = lapack.dpotri(lower_NN, lower=1)
    # dpotri fills the lower triangle alone.
    inverse_NN = np.tril(inverse_NN) + np.tril(inverse_NN, -1).T
    gradient_NN = np.outer(alpha_N, alpha_N) - inverse_NN
    # ∂k/∂ln ℓ = a 5/3 (1 + √5 r) exp(-√5 r) Δ²/ℓ² of the Matérn-5/2 kernel.
    by_distance = (amplitude * 5.0 / 3.0) * (1.0 + scaled) * decay * gradient_NN
    slope = np.empty_like(theta)
    slope[:-2] = -0.5 * (flat @ by_distance.ravel()) * inverse_squares
    slope[-2] = -0.5 * float(np.vdot(gradient_NN, kernel_NN))
    slope[-1] = -0.5 * noise * float(np.trace(gradient_NN))
    return loss, slope


class Posterior:
    """What the kernel believes after N observations."""

    def __init__(self, kernel: Kernel, points: Coordinates, values_N: Floats) -> None:
        self.kernel = kernel
        self.points = points
        self.values_N = values_N
        covariance_NN = kernel(points, points)
        covariance_NN.flat[:: len(points) + 1] += kernel.noise + _JITTER * kernel.amplitude
        self.lower_NN = _cholesky(covariance_NN)
        self.alpha_N = cho_solve((self.lower_NN, True), values_N, check_finite=False)

    def mean(self, asked: Coordinates) -> Floats:
        """Return the expected values (M,)."""
        return np.asarray(self.kernel(asked, self.points) @ self.alpha_N)

    def mean_and_deviation(self, asked: Coordinates) -> tuple[Floats, Floats]:
        """Return expected values and standard deviations (M,) of the function, without noise."""
        cross_MN = self.kernel(asked, self.points)
        half_NM = solve_triangular(self.lower_NN, cross_MN.T, lower=True, check_finite=False)
        variance_M = self.kernel.amplitude - np.square(half_NM).sum(0)
        floor = 1e-10 * self.kernel.amplitude
        return cross_MN @ self.alpha_N, np.sqrt(np.maximum(variance_M, floor))

    def solve(self, values_N: Floats) -> Floats:
        """Return (K + σ²I)⁻¹ times ``values_N``."""
        return np.asarray(cho_solve((self.lower_NN, True), values_N, check_finite=False))


def _cholesky(covariance_NN: Floats) -> Floats:
    """Return the lower factor; what rounding made indefinite gets as much jitter as it needs."""
    size = float(covariance_NN[0, 0])
    for jitter in (0.0, 1e-8, 1e-6, 1e-4):
        covariance_NN.flat[:: len(covariance_NN) + 1] += jitter * size
        try:
            return np.asarray(cholesky(covariance_NN, lower=True, check_finite=False))
        except np.linalg.LinAlgError:
            continue
    raise FloatingPointError("the covariance of the trials cannot be factored")
