"""SFDE: search by stochastic flow differential equations on a learnt potential.

A cloud of particles follows the consensus of the better trials (a mean-field stochastic
differential equation), a Gaussian process of the trials supplies the potential, and every worker is
given a posterior sample of it to descend on. Derivation, sources and ablations are in
docs/explanation/sfde.md; equation numbers below are those of that page.
"""

# N finished trials, S candidates, D parameters

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import qmc

from engine.specs.tuning.search_space import SearchSpace
from engine.tuning.algorithms.algorithm import Exhausted
from engine.tuning.algorithms.history import History
from engine.tuning.algorithms.tried import Tried
from engine.tuning.constraints import Limits
from engine.tuning.flows.cloud import draw_cloud
from engine.tuning.flows.consensus import flow_to_maximum
from engine.tuning.flows.mean_field import MeanField, mean_field
from engine.tuning.search_space import Cube, Floats
from engine.tuning.surrogate.feasibility import Feasibility, fit_feasibility
from engine.tuning.surrogate.gaussian_process import Kernel
from engine.tuning.surrogate.improvement import log_expected_improvement
from engine.tuning.surrogate.models import Model, everywhere, fit_everywhere, region
from engine.tuning.surrogate.paths import Path
from engine.tuning.surrogate.quadratic import Quadratic, fit_quadratic
from engine.tuning.surrogate.warp import as_finite

# What generators are for; each draw of a study has a stream of its own.
_SOBOL, _CLOUD, _FIT, _MEMBER = range(4)
_NUM_SOBOL_CANDIDATES = 256
_NUM_BEST = 10
_RAW_SHARE = 0.15
_REGION_SHARE = 0.4

Acquisition = Callable[[Floats], Floats]
Key = tuple[int | bytes, ...]
"""All that a cached result was computed from."""


@dataclass(frozen=True)
class Insight:
    """What is computed once for all asks between two finished trials."""

    field: MeanField
    cloud_SD: Floats
    everywhere: Model | None
    region: Model | None
    quadratic: Quadratic | None
    feasibility: Feasibility | None


class Sfde:
    """Ask for points of a search space, given all trials so far.

    Two instances with one seed and one history answer alike: nothing is remembered but what can be
    computed again.

    Args:
        space: what is searched.
        seed: of all draws.
        surrogate: without it candidates come from the flow alone, which sees nothing but the order
            of the losses.
    """

    def __init__(self, space: SearchSpace, seed: int, *, surrogate: bool = True) -> None:
        self.cube = Cube(space)
        self._seed = seed
        self._surrogate = surrogate
        self._sobol = qmc.Sobol(self.cube.num_dims, scramble=True, rng=self._stream(_SOBOL))
        self._start_up = np.empty((0, self.cube.num_dims))
        self._insight: tuple[Key, Insight] | None = None
        self._kernel: tuple[Key, Kernel] | None = None

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return the snapped point (D,) of the next trial.

        Args:
            history: all trials that finished or run.
            number: of the trial in the study, from 0. Workers that ask at the same time give
                different ones.
            width: how many trials run side by side; what a trial is for (the best guess, a sample
                of the potential, a particle) follows from its place among so many.

        Raises:
            Exhausted: when every setting of a finite space has been tried or runs.
        """
        if history.num_scored < self._num_start_up():
            return self._first_new(self._sobol_points(number), history, number)
        insight = self._insight_of(history, width)
        generator = self._stream(_MEMBER, number)
        ranked_SD = self._ranked(insight, history, number, width, generator)
        return self._first_new(ranked_SD, history, number)

    def _num_start_up(self) -> int:
        return min(max(6, self.cube.num_dims + 2), 24)

    def _ranked(
        self,
        insight: Insight,
        history: History,
        number: int,
        width: int,
        generator: np.random.Generator,
    ) -> Floats:
        """Return candidates (S, D), the one to try first."""
        place = number % width
        model = self._model_for(insight, place, number, width)
        num_raw = round(_RAW_SHARE * width) if width >= 4 else 0
        if model is None or place >= width - num_raw:
            # Particles alone: behind them are points of Sobol's, and the best that were tried.
            return generator.permutation(insight.cloud_SD[: -_NUM_SOBOL_CANDIDATES - _NUM_BEST])
        if insight.quadratic is not None and _descends(place, number, width):
            lowest_D = insight.quadratic.lowest(generator if place > 2 else None)
            first_1D = self.cube.snap(lowest_D[None])
            if _is_hopeful(insight.feasibility, first_1D):
                return np.concatenate([first_1D, insight.cloud_SD])
        if width == 1:
            acquisition = _improvement(model.believing(history.pending_PD))
        elif place <= 1:
            acquisition = _expectation(model)
        else:
            acquisition = _sample(model, generator)
        acquisition = _within_limits(acquisition, insight.feasibility)
        values_S = acquisition(insight.cloud_SD)
        order_S = np.argsort(-values_S, kind="stable")
        num_particles, num_steps = (64, 14) if width == 1 else (32, 10)
        flowed, _ = flow_to_maximum(
            acquisition,
            insight.cloud_SD[order_S[:num_particles]],
            self.cube,
            num_steps,
            generator,
        )
        return np.concatenate([flowed, insight.cloud_SD[order_S]])

    def _model_for(self, insight: Insight, place: int, number: int, width: int) -> Model | None:
        """Return the model a trial follows: two in five see the region of the best alone."""
        if insight.region is None:
            return insight.everywhere
        if width == 1:
            return insight.region if number % 2 else insight.everywhere
        sees_region = int((place + 1) * _REGION_SHARE) > int(place * _REGION_SHARE)
        return insight.region if sees_region or place == 1 else insight.everywhere

    def _insight_of(self, history: History, width: int) -> Insight:
        num_candidates = 1000 if width == 1 else 600
        limits_NK = np.empty(0) if history.limits is None else history.limits.values_NK
        key = _key(num_candidates, history.points_ND, history.losses_N, limits_NK)
        if self._insight is None or self._insight[0] != key:
            self._insight = key, self._make_insight(history, num_candidates)
        return self._insight[1]

    def _make_insight(self, history: History, num_candidates: int) -> Insight:
        points_ND, losses_N = history.points_ND, as_finite(history.losses_N)
        num_finished = len(losses_N)
        field = mean_field(points_ND, losses_N)
        generator = self._stream(_CLOUD, num_finished)
        sobol = qmc.Sobol(self.cube.num_dims, scramble=True, rng=generator)
        cloud_SD = np.concatenate(
            [
                draw_cloud(self.cube, field, num_candidates, generator),
                self.cube.from_unit(sobol.random(_NUM_SOBOL_CANDIDATES)),
                points_ND[np.argsort(losses_N, kind="stable")[:_NUM_BEST]],
            ]
        )
        if not self._surrogate:
            return Insight(field, cloud_SD, None, None, None, None)
        # A potential with a cliff where limits are broken would keep away from it, where the best
        # often lies; what limits are broken has models of its own.
        limits = history.limits or Limits(history.losses_N, np.empty((num_finished, 0)))
        keeps_N = limits.violations_N == 0.0
        plain_N, order_N = as_finite(limits.losses_N), np.argsort(losses_N, kind="stable")
        kernel = self._kernel_of(points_ND, limits.losses_N)
        seed = (self._seed, _FIT, num_finished)
        return Insight(
            field,
            cloud_SD,
            everywhere(self.cube, kernel, points_ND, plain_N, keeps_N, seed),
            region(self.cube, points_ND, plain_N, order_N, field),
            fit_quadratic(self.cube, points_ND[keeps_N], plain_N[keeps_N])
            if keeps_N.any()
            else None,
            fit_feasibility(self.cube, points_ND, limits.values_NK, seed),
        )

    def _kernel_of(self, points_ND: Floats, losses_N: Floats) -> Kernel:
        """Return the kernel as fitted to the trials before the study last grew by a tenth."""
        num_fitted = _milestone(len(losses_N), self._num_start_up())
        # Those trials' losses may have changed since: of pruned ones, or with another trial's
        # weights of several objectives.
        key = _key(num_fitted, points_ND[:num_fitted], losses_N[:num_fitted])
        if self._kernel is None or self._kernel[0] != key:
            seed = (self._seed, _FIT, num_fitted, 1)
            kernel = fit_everywhere(self.cube, points_ND, losses_N, num_fitted, seed)
            self._kernel = key, kernel
        return self._kernel[1]

    def _sobol_points(self, number: int) -> Floats:
        """Return the start-up point of a trial, and then those after it."""
        while len(self._start_up) <= number:
            more = self._sobol.random(max(64, len(self._start_up)))
            self._start_up = np.concatenate([self._start_up, self.cube.from_unit(more)])
        return self._start_up[number:]

    def _first_new(self, ranked_SD: Floats, history: History, number: int) -> Floats:
        """Return the first point that repeats no trial; beyond those ranked, one near a draw."""
        tried = Tried(self.cube, history)
        for points_SD in (ranked_SD, self._sobol_points(number)):
            point_D = tried.first_new(points_SD)
            if point_D is not None:
                return point_D
        drawn = self._stream(_MEMBER, number, 1).uniform(size=(1, self.cube.num_dims))
        near_D = self.cube.from_unit(drawn)[0]
        point_D = tried.free(near_D)
        if point_D is None:
            # What running trials might turn out to be is not left out when nothing else is left.
            point_D = Tried(self.cube, history, guesses=False).free(near_D)
        if point_D is None:
            raise Exhausted(f"All {len(tried)} settings of the search space have been tried.")
        return point_D

    def _stream(self, *purpose: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, *purpose))


def _key(size: int, *arrays: Floats) -> Key:
    return size, *(one.tobytes() for one in arrays)


def _descends(place: int, number: int, width: int) -> bool:
    """Return whether a trial goes to the bottom of the quadratic: one in four or so."""
    return number % 3 == 2 if width == 1 else place % 4 == 2


def _milestone(num_finished: int, first: int) -> int:
    """Return the last of the sizes, each a tenth above the one before, that a study has passed."""
    # By sizes alone, so that a study that was stopped goes on with the kernel of an unbroken one.
    size = first
    while (after := max(size + 1, int(size * 1.1))) <= num_finished:
        size = after
    return min(size, num_finished)


def _improvement(model: Model) -> Acquisition:
    def value(points: Floats) -> Floats:
        mean, deviation = model.posterior.mean_and_deviation(model.view(points))
        return log_expected_improvement(mean, deviation, model.best)

    return value


def _expectation(model: Model) -> Acquisition:
    return lambda points: -model.posterior.mean(model.view(points))


def _within_limits(acquisition: Acquisition, feasibility: Feasibility | None) -> Acquisition:
    """Return an acquisition in logarithms times the probability that all limits are kept."""
    if feasibility is None:
        return acquisition
    return lambda points: acquisition(points) + feasibility.log_probability(points)


def _is_hopeful(feasibility: Feasibility | None, point_1D: Floats) -> bool:
    """Return whether a point keeps all limits rather than not."""
    return feasibility is None or bool(feasibility.log_probability(point_1D)[0] > np.log(0.5))


def _sample(model: Model, generator: np.random.Generator) -> Acquisition:
    path = Path(model.posterior, generator)
    return lambda points: -path(model.view(points))
