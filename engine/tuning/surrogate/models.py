"""Two Gaussian processes of a study: one of all trials, one of the region of the best."""

# N trials, L trials of the region, D parameters

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tuning.flows.mean_field import MeanField
from engine.tuning.search_space import Bools, Cube, Floats
from engine.tuning.surrogate.gaussian_process import (
    Coordinates,
    Fit,
    Kernel,
    Posterior,
    fit_kernel,
    left_out,
)
from engine.tuning.surrogate.warp import as_finite, best_predicted, half_rank, shapes

# Matrices are factored in cubic time: at every step of a fit, once for what is conditioned on.
_MAX_FITTED = 160
_MAX_CONDITIONED = 600
# The region's model comes when there are enough trials outside of it to make it one.
_REGION_SHARE = 1.25
# Standard deviation of a uniform variable: the region fills its coordinates as a cube does.
_UNIFORM_DEVIATION = 0.29


@dataclass(frozen=True)
class View:
    """How points become coordinates: numbers z = (x - c) W, choices as they are."""

    is_choice_D: NDArray[np.bool_]
    centre: Floats
    axes: Floats

    def __call__(self, points: Floats) -> Coordinates:
        """Return the coordinates of points (…, D)."""
        numbers = (points[:, ~self.is_choice_D] - self.centre) @ self.axes
        return Coordinates(numbers, points[:, self.is_choice_D])


@dataclass(frozen=True)
class Model:
    """A posterior and the view it was made in.

    Attributes:
        best: the least warped loss.
    """

    view: View
    posterior: Posterior
    best: float

    def believing(self, points_PD: Floats) -> Model:
        """Return the model as if points had been tried and had given what it expects of them."""
        if not len(points_PD):
            return self
        added = self.view(points_PD)
        known = self.posterior.points
        together = Coordinates(
            np.concatenate([known.numbers, added.numbers]),
            np.concatenate([known.choices, added.choices]),
        )
        values = np.concatenate([self.posterior.values_N, self.posterior.mean(added)])
        return Model(self.view, Posterior(self.posterior.kernel, together, values), self.best)


def region_size(num_dims: int) -> int:
    """Return how many of the best trials the region's model sees."""
    return 8 * num_dims + 20


def fit_everywhere(
    cube: Cube, points_ND: Floats, losses_N: Floats, num_fitted: int, seed: tuple[int, ...]
) -> tuple[Kernel, int]:
    """Return the kernel of the first ``num_fitted`` trials, and the shape of their losses."""
    generator = np.random.default_rng(seed)
    # What is not finite is as bad as the worst of these, whatever later trials come to.
    points_ND, losses_N = points_ND[:num_fitted], as_finite(losses_N[:num_fitted])
    chosen = better_half(losses_N, _MAX_FITTED, generator)
    points = view_everywhere(cube)(points_ND[chosen])
    shape = _shape(points, losses_N, chosen)
    values_N = half_rank(_shaped(losses_N, shape))
    return fit_kernel(points, values_N[chosen]).kernel, shape


def everywhere(
    cube: Cube,
    kernel: Kernel,
    shape: int,
    points_ND: Floats,
    losses_N: Floats,
    keeps_N: Bools,
    seed: tuple[int, ...],
) -> Model:
    """Return the model of all trials, of which some keep all limits."""
    generator = np.random.default_rng(seed)
    values_N = half_rank(_shaped(losses_N, shape))
    chosen = better_half(losses_N, _MAX_CONDITIONED, generator)
    view = view_everywhere(cube)
    posterior = Posterior(kernel, view(points_ND[chosen]), values_N[chosen])
    return Model(view, posterior, float(values_N[keeps_N].min(initial=values_N.max())))


def region(
    cube: Cube, points_ND: Floats, losses_N: Floats, order_N: NDArray[np.intp], field: MeanField
) -> Model | None:
    """Return the model of the best trials, or ``None`` while there are too few.

    Its losses are warped by themselves: differences that vanish beside the worst trials are all
    that matters here. Of two views, along the parameters and along the axes of the elites'
    covariance, the one that explains the losses better is taken.

    Args:
        order_N: places of the trials, the best first.
    """
    size = region_size(cube.num_dims)
    if len(losses_N) < _REGION_SHARE * size or cube.is_choice_D.all():
        return None
    chosen = order_N[:size]
    points_LD, losses_L = points_ND[chosen], losses_N[chosen]
    if np.ptp(losses_L) == 0:
        return None
    along = _view_of(cube, points_LD, _along_parameters, field)
    values_L = half_rank(_shaped(losses_L, _shape(along(points_LD), losses_L, slice(None))))
    fits: list[tuple[Fit, View]] = []
    for axes in (_along_parameters, _along_covariance):
        view = _view_of(cube, points_LD, axes, field)
        fits.append((fit_kernel(view(points_LD), values_L), view))
    fit, view = max(fits, key=lambda one: one[0].log_evidence)
    return Model(view, Posterior(fit.kernel, view(points_LD), values_L), float(values_L.min()))


def view_everywhere(cube: Cube) -> View:
    """Return the view along the parameters."""
    num_numbers = int((~cube.is_choice_D).sum())
    return View(cube.is_choice_D, np.zeros(num_numbers), np.eye(num_numbers))


def _view_of(
    cube: Cube, points_LD: Floats, axes: Callable[[Cube, MeanField], Floats], field: MeanField
) -> View:
    numbers = points_LD[:, ~cube.is_choice_D]
    directions = axes(cube, field)
    centre = numbers.mean(0)
    spread = ((numbers - centre) @ directions).std(0)
    return View(
        cube.is_choice_D, centre, directions * (_UNIFORM_DEVIATION / np.maximum(spread, 1e-12))
    )


def _along_parameters(cube: Cube, _: MeanField) -> Floats:
    return np.eye(int((~cube.is_choice_D).sum()))


def _along_covariance(cube: Cube, field: MeanField) -> Floats:
    numbers = ~cube.is_choice_D
    _, vectors = np.linalg.eigh(field.covariance_DD[np.ix_(numbers, numbers)])
    return np.asarray(vectors)


def _shape(points: Coordinates, losses_N: Floats, chosen: NDArray[np.intp] | slice) -> int:
    """Return the place of the shape, of ``shapes``, in which trials predict each other best."""
    values_SN = np.stack([half_rank(one)[chosen] for one in shapes(losses_N)])
    return best_predicted(left_out(points, values_SN), losses_N[chosen])


def _shaped(losses_N: Floats, shape: int) -> Floats:
    shaped = shapes(losses_N)
    return shaped[shape if shape < len(shaped) else 0]


def better_half(losses_N: Floats, most: int, generator: np.random.Generator) -> NDArray[np.intp]:
    """Return places of all trials, or of ``most``: half of them the best, half drawn."""
    if len(losses_N) <= most:
        return np.arange(len(losses_N))
    order = np.argsort(losses_N, kind="stable")
    drawn = generator.choice(order[most // 2 :], most - most // 2, replace=False)
    return np.sort(np.concatenate([order[: most // 2], drawn]))
