"""Boosted trees on lags: one model for all targets and all steps ahead."""

# R windows, L points looked back, H steps ahead, T targets, C covariates, F features

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import lightgbm
import numpy as np
from numpy.typing import NDArray

from engine.onnx_graphs.graph import GraphBuilder
from engine.onnx_graphs.trees import add_booster

Floats = NDArray[np.float64]
MAX_RECENT, MAX_SEASONS = 12, 3
MAX_ROWS = 60_000
SMALLEST = 1e-6
OF_WINDOW, OF_TYPICAL = np.float32(0.1), 0.01
"""Parts of a window's range, and of that of a typical window, that the scale is at least: where the
latest points are all alike, what comes next would be thousands of times their range."""
MOST_SCALED = 100.0


@dataclass(frozen=True)
class Lags:
    """Where in a window the features of each step ahead lie.

    Attributes:
        places: (H, F') places in the window, the same phase of earlier seasons among them.
        span: points that the scale is taken from.
    """

    places: NDArray[np.int64]
    span: int

    @classmethod
    def of(cls, lookback: int, horizon: int, season: int) -> Lags:
        """Choose the latest points, and those one, two and three seasons before each step."""
        recent = np.arange(lookback - min(MAX_RECENT, lookback), lookback)
        rows = []
        for step in range(horizon):
            phases = [
                lookback - season * back + step % season for back in range(1, MAX_SEASONS + 1)
            ]
            # In a window shorter than its seasons the first point stands for what is farther back.
            rows.append(np.concatenate([recent, np.maximum(phases, 0)]))
        return cls(np.stack(rows).astype(np.int64), min(lookback, max(2 * season, 12)))


@dataclass(frozen=True)
class TreeForecast:
    """Trees that forecast the scaled distance from the last point.

    Attributes:
        booster: features: scaled lags, scaled covariates at the end, the step, the target.
        lags: where the lags lie.
        covariate_scaling: means and inverse deviations (2, C) of the covariates.
        smallest: (T,) float32, the least scale of each target.
    """

    booster: lightgbm.Booster
    lags: Lags
    covariate_scaling: Floats
    smallest: NDArray[np.float32]

    @property
    def num_targets(self) -> int:
        """Return T."""
        return len(self.smallest)

    def forecast(self, windows: Floats, covariates: Floats) -> Floats:
        """Return forecasts (R, H, T) of targets (R, L, T) and covariates (R, L, C)."""
        centre, scale = centre_and_scale(windows, self.lags.span, self.smallest)
        rows = features(windows, covariates, centre, scale, self.lags, self.covariate_scaling)
        raw = np.asarray(self.booster.predict(rows.reshape(-1, rows.shape[-1]), num_threads=1))
        num_windows, horizon = len(windows), len(self.lags.places)
        ahead = raw.reshape(num_windows, windows.shape[2], horizon)
        forecast: Floats = np.moveaxis(ahead, 1, 2).astype(np.float64) * scale + centre
        return forecast

    def add_to(self, graph: GraphBuilder, windows: str, covariates: str) -> str:
        """Add the trees to an ONNX graph; return the name of the forecasts (R, H, T)."""
        horizon = len(self.lags.places)
        span = [np.array([-self.lags.span]), np.array([np.iinfo(np.int64).max]), np.array([1])]
        latest = graph.node(
            "Slice", windows, *(graph.constant(place.astype(np.int64)) for place in span)
        )
        axis = graph.constant(np.array([1], np.int64))
        centre = graph.node("Gather", windows, graph.constant(np.array([-1], np.int64)), axis=1)
        reach, whole = (
            graph.node(
                "Sub",
                graph.node("ReduceMax", points, axis, keepdims=1),
                graph.node("ReduceMin", points, axis, keepdims=1),
            )
            for points in (latest, windows)
        )
        part = graph.node("Mul", whole, graph.constant(np.array(OF_WINDOW)))
        scale = graph.node("Max", reach, part, graph.constant(self.smallest))
        scaled = graph.node("Div", graph.node("Sub", windows, centre), scale)
        by_target = graph.node("Transpose", scaled, perm=[0, 2, 1])
        lags = graph.node("Gather", by_target, graph.constant(self.lags.places), axis=2)
        parts = [lags]
        # What holds for a whole window is spread over targets and steps by adding nothing.
        one = graph.node(
            "Mul",
            graph.node("Gather", lags, graph.constant(np.array([0], np.int64)), axis=3),
            graph.constant(np.array(0, np.float32)),
        )
        if self.covariate_scaling.shape[1]:
            last = graph.node("Gather", covariates, graph.constant(np.array(-1, np.int64)), axis=1)
            means, inverse = self.covariate_scaling.astype(np.float32)
            last = graph.node(
                "Mul",
                graph.node("Sub", last, graph.constant(means)),
                graph.constant(inverse),
            )
            axes = graph.constant(np.array([1, 2], np.int64))
            parts.append(graph.node("Add", one, graph.node("Unsqueeze", last, axes)))
        steps = np.arange(horizon, dtype=np.float32).reshape(1, 1, horizon, 1)
        parts.append(graph.node("Add", one, graph.constant(steps)))
        targets = np.arange(self.num_targets, dtype=np.float32).reshape(1, -1, 1, 1)
        parts.append(graph.node("Add", one, graph.constant(targets)))
        together = graph.node("Concat", *parts, axis=3)
        width = self.booster.num_feature()
        rows = graph.node("Reshape", together, graph.constant(np.array([-1, width], np.int64)))
        raw = add_booster(graph, self.booster.dump_model(), rows, num_scores=1)
        shape = graph.constant(np.array([-1, self.num_targets, horizon], np.int64))
        ahead = graph.node("Transpose", graph.node("Reshape", raw, shape), perm=[0, 2, 1])
        return graph.node("Add", graph.node("Mul", ahead, scale), centre)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {
            "booster": np.frombuffer(self.booster.model_to_string().encode(), np.uint8),
            "places": self.lags.places,
            "span": np.array(self.lags.span),
            "covariate_scaling": self.covariate_scaling,
            "smallest": self.smallest,
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> TreeForecast:
        """Return the model of ``arrays``."""
        booster = lightgbm.Booster(model_str=arrays["booster"].tobytes().decode())
        lags = Lags(arrays["places"].astype(np.int64), int(arrays["span"]))
        scaling = arrays["covariate_scaling"].astype(np.float64)
        return cls(booster, lags, scaling, arrays["smallest"].astype(np.float32))


def centre_and_scale(
    windows: Floats, span: int, smallest: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the last point, and the range of the latest ones (R, 1, T) float32.

    The range is at least a part of that of the whole window, and ``smallest`` (T,). None is a sum:
    sums are rounded in another way by each library, and a feature that differs by its last bit may
    take another branch of a tree.
    """
    points = windows.astype(np.float32)
    reach, whole = _reach(points[:, -span:]), _reach(points)
    scale: NDArray[np.float32] = np.maximum(np.maximum(reach, whole * OF_WINDOW), smallest)
    return points[:, -1:], scale


def smallest_scale(windows: Floats) -> NDArray[np.float32]:
    """Return the least scale of each target (T,), by the range of typical windows (R, L, T)."""
    reaches = _reach(windows.astype(np.float32))[:, 0].T
    typical = [float(np.median(one[one > 0])) if (one > 0).any() else 0.0 for one in reaches]
    return np.array([max(SMALLEST, OF_TYPICAL * one) for one in typical], np.float32)


def _reach(points: NDArray[np.float32]) -> NDArray[np.float32]:
    reach: NDArray[np.float32] = points.max(axis=1, keepdims=True) - points.min(
        axis=1, keepdims=True
    )
    return reach


def features(
    windows: Floats,
    covariates: Floats,
    centre: NDArray[np.float32],
    scale: NDArray[np.float32],
    lags: Lags,
    covariate_scaling: Floats,
) -> NDArray[np.float32]:
    """Return the features (R, T, H, F) float32, computed in float32 as the exported graph does."""
    num_windows, _, num_targets = windows.shape
    horizon = len(lags.places)
    scaled = np.moveaxis((windows.astype(np.float32) - centre) / scale, 1, 2)
    shape = (num_windows, num_targets, horizon, 1)
    steps = np.arange(horizon, dtype=np.float32).reshape(1, 1, horizon, 1)
    targets = np.arange(num_targets, dtype=np.float32).reshape(1, num_targets, 1, 1)
    parts = [scaled[:, :, lags.places]]
    if covariate_scaling.shape[1]:
        means, inverse = covariate_scaling.astype(np.float32)
        last = (covariates[:, -1].astype(np.float32) - means) * inverse
        wide = (*shape[:3], last.shape[1])
        parts.append(np.broadcast_to(last[:, np.newaxis, np.newaxis], wide))
    parts += [np.broadcast_to(steps, shape), np.broadcast_to(targets, shape)]
    return np.concatenate(parts, axis=3, dtype=np.float32)


def fit_tree_forecast(
    windows: Floats,
    covariates: Floats,
    truths: Floats,
    lags: Lags,
    *,
    rounds: int,
    seed: int,
    num_threads: int,
    on_round: Callable[[], None],
) -> TreeForecast:
    """Train on windows of targets (R, L, T), covariates (R, L, C) and what came (R, H, T)."""
    smallest = smallest_scale(windows)
    centre, scale = centre_and_scale(windows, lags.span, smallest)
    if covariates.shape[2]:
        deviation = covariates[:, -1].std(axis=0)
        inverse = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=deviation > 0)
        scaling = np.stack([covariates[:, -1].mean(axis=0), inverse])
    else:
        scaling = np.zeros((2, 0))
    rows = features(windows, covariates, centre, scale, lags, scaling)
    scaled = np.clip((truths - centre) / scale, -MOST_SCALED, MOST_SCALED)
    known = np.moveaxis(scaled, 1, 2).reshape(-1)
    rows = rows.reshape(-1, rows.shape[-1])
    chosen = np.flatnonzero(np.isfinite(known))
    if len(chosen) > MAX_ROWS:
        chosen = np.random.default_rng(seed).choice(chosen, MAX_ROWS, replace=False)
    parameters = {
        "objective": "regression",
        "learning_rate": 0.05,
        "num_leaves": 15,
        "min_data_in_leaf": 40,
        "feature_fraction": 0.7,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "lambda_l2": 5.0,
        "seed": seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": num_threads,
        "verbosity": -1,
    }
    booster = lightgbm.train(
        parameters,
        lightgbm.Dataset(rows[chosen], known[chosen]),
        rounds,
        callbacks=[lambda _: on_round()],
    )
    return TreeForecast(booster, lags, scaling, smallest)
