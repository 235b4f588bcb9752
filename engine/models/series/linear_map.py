"""Forecasts that are linear in the latest points: seasonal naive, exponential smoothing, DLinear.

A centre is taken from the window first and added again, so that a shifted series has a shifted
forecast (reversible normalisation: Kim et al., RevIN, ICLR 2022, without the scale, which a linear
map keeps by itself).
"""

# R windows, L points looked back, H steps ahead, T targets

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from engine.onnx_graphs.graph import GraphBuilder

Floats = NDArray[np.float64]
Center = Literal["none", "last", "mean"]
CENTERS: tuple[Center, ...] = ("none", "last", "mean")


@dataclass(frozen=True)
class LinearMap:
    """``(window - centre) @ weights + centre`` for each target.

    Attributes:
        weights: (L, H) for all targets, or (T, L, H); L is what it looks back on, at most the
            window.
        center: what is taken from the window.
    """

    weights: Floats
    center: Center

    def forecast(self, windows: Floats) -> Floats:
        """Return forecasts (R, H, T) of windows of targets (R, L', T), L' ≥ L."""
        lookback = self.weights.shape[-2]
        seen = np.moveaxis(windows[:, -lookback:], 1, 2)
        centre = self._centre(seen)
        centred = seen - centre
        if self.weights.ndim == 2:
            ahead: Floats = centred @ self.weights
        else:
            ahead = np.einsum("rtl,tlh->rth", centred, self.weights)
        forecast: Floats = np.moveaxis(ahead + centre, 1, 2)
        return forecast

    def add_to(self, graph: GraphBuilder, windows: str, covariates: str) -> str:
        """Add the map to an ONNX graph; return the name of the forecasts (R, H, T)."""
        lookback = self.weights.shape[-2]
        ends = (np.array([-lookback]), np.array([np.iinfo(np.int64).max]), np.array([1]))
        places = [graph.constant(place.astype(np.int64)) for place in ends]
        seen = graph.node("Transpose", graph.node("Slice", windows, *places), perm=[0, 2, 1])
        centre = ""
        last_axis = graph.constant(np.array([2], np.int64))
        if self.center == "last":
            index = graph.constant(np.array([-1], np.int64))
            centre = graph.node("Gather", seen, index, axis=2)
        elif self.center == "mean":
            centre = graph.node("ReduceMean", seen, last_axis, keepdims=1)
        if centre:
            seen = graph.node("Sub", seen, centre)
        weights = graph.constant(self.weights.astype(np.float32))
        if self.weights.ndim == 2:
            ahead = graph.node("MatMul", seen, weights)
        else:
            wide = graph.node("MatMul", graph.node("Unsqueeze", seen, last_axis), weights)
            ahead = graph.node("Squeeze", wide, last_axis)
        if centre:
            ahead = graph.node("Add", ahead, centre)
        return graph.node("Transpose", ahead, perm=[0, 2, 1])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that ``from_arrays`` needs."""
        return {"weights": self.weights, "center": np.array(CENTERS.index(self.center))}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[np.generic]]) -> LinearMap:
        """Return the map of ``arrays``."""
        return cls(arrays["weights"].astype(np.float64), CENTERS[int(arrays["center"])])

    def _centre(self, seen: Floats) -> Floats:
        if self.center == "last":
            last: Floats = seen[:, :, -1:]
            return last
        if self.center == "mean":
            mean: Floats = seen.mean(axis=2, keepdims=True)
            return mean
        return np.zeros((1, 1, 1))


def seasonal_naive(season: int, horizon: int) -> LinearMap:
    """Return the forecast that repeats the last season."""
    weights = np.zeros((season, horizon))
    weights[np.arange(horizon) % season, np.arange(horizon)] = 1.0
    return LinearMap(weights, "none")


@dataclass(frozen=True)
class Moments:
    """Sums over training windows, from which a map is solved for any strength of the penalty."""

    gram: Floats
    cross: Floats
    count: int

    def solve(self, penalty: float) -> Floats:
        """Return the weights (L, H) of least squares with a ridge penalty."""
        size = len(self.gram)
        # Relative to the mean diagonal, so that a strength means the same for any series.
        strength = penalty * float(np.trace(self.gram)) / size
        solved = np.linalg.solve(self.gram + strength * np.eye(size), self.cross)
        weights: Floats = solved.astype(np.float64)
        return weights


def moments(
    columns: list[Floats], lookback: int, horizon: int, center: Center, scales: list[float]
) -> Moments:
    """Return the sums over all windows of some columns.

    Least squares on centred windows is what DLinear and NLinear converge to (Toner and Darlow, An
    Analysis of Linear Time Series Forecasting Models, ICML 2024, section 4).

    Args:
        columns: values (P,) of training points.
        lookback: L.
        horizon: H.
        center: what is taken from each window.
        scales: by which each column is divided, so that none outweighs the others.
    """
    gram, cross = np.zeros((lookback, lookback)), np.zeros((lookback, horizon))
    count = 0
    for column, scale in zip(columns, scales, strict=True):
        if len(column) < lookback + horizon:
            continue
        view = np.lib.stride_tricks.sliding_window_view(column / scale, lookback + horizon)
        # Windows overlap in memory until they are centred: all at once would be L times the data.
        for start in range(0, len(view), 4096):
            part = view[start : start + 4096]
            seen, ahead = part[:, :lookback], part[:, lookback:]
            middle: Floats
            if center == "last":
                middle = seen[:, -1:]
            elif center == "mean":
                middle = seen.mean(axis=1, keepdims=True)
            else:
                middle = np.zeros((1, 1))
            gram += (seen - middle).T @ (seen - middle)
            cross += (seen - middle).T @ (ahead - middle)
            count += len(part)
    return Moments(gram, cross, count)
