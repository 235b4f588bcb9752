"""The blend of forecasters, with the intervals that its past errors give."""

# R windows, L points looked back, H steps ahead, T targets, C columns

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from easel.runtime import Tensors
from easel.runtime.series import HISTORY
from numpy.typing import NDArray

from engine.models.series.linear_map import LinearMap
from engine.models.series.patches import PatchForecast
from engine.models.series.tree_forecast import TreeForecast
from engine.onnx_graphs.graph import GraphBuilder
from engine.specs.package.manifest import TensorSpec

Floats = NDArray[np.float64]
OUTPUTS = ("forecast", "low", "high")
SMALLEST_SPREAD = 1e-9
LEAST_SHARE = 1e-2
"""Of a value, that differences are measured in at least: the limit is then 1e-5 of the value."""


class Forecaster(Protocol):
    """A fitted forecaster."""

    def add_to(self, graph: GraphBuilder, windows: str, covariates: str) -> str:
        """Add it to an ONNX graph; return the name of the forecasts (R, H, T)."""
        ...

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return everything that is needed to have it again."""
        ...


@dataclass(frozen=True)
class Blend:
    """Weighted mean of forecasts, taken of logarithms where the series is multiplicative.

    Attributes:
        names: of the members, with ``weights`` that add up to one.
        members: the forecasters.
        shift: added before the logarithm; ``None`` for none.
        widths: (H, T) spreads that intervals reach to either side of the forecast.
        num_targets: T; further columns are covariates.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    members: tuple[Forecaster, ...]
    shift: float | None
    widths: Floats
    num_targets: int

    def forecast(self, windows: Floats) -> Floats:
        """Return forecasts (R, H, T) of windows (R, L, C)."""
        targets, covariates = split_columns(windows, self.num_targets)
        total: Floats = np.zeros(1)
        for weight, member in zip(self.weights, self.members, strict=True):
            total = total + weight * run(member, logged(targets, self.shift), covariates)
        return unlogged(total, self.shift)

    def spread(self, windows: Floats) -> Floats:
        """Return the mean absolute difference of neighbours (R, 1, T): it grows with a series."""
        targets = windows[:, :, : self.num_targets]
        apart: Floats = np.abs(np.diff(targets, axis=1)).mean(axis=1, keepdims=True)
        return apart + SMALLEST_SPREAD

    def add_to(self, graph: GraphBuilder, history: str) -> dict[str, str]:
        """Add everything to an ONNX graph; return the names of the outputs."""
        axis = graph.constant(np.array([2], np.int64))
        ends = [0, self.num_targets, np.iinfo(np.int64).max]
        at = [graph.constant(np.array([end], np.int64)) for end in ends]
        targets = graph.node("Slice", history, at[0], at[1], axis)
        covariates = graph.node("Slice", history, at[1], at[2], axis)
        seen = targets
        if self.shift is not None:
            shift = graph.constant(np.array(self.shift, np.float32))
            least = graph.constant(np.array(_LEAST, np.float32))
            seen = graph.node("Log", graph.node("Max", graph.node("Add", targets, shift), least))
        total = ""
        for weight, member in zip(self.weights, self.members, strict=True):
            ahead = member.add_to(graph, seen, covariates)
            part = graph.node("Mul", ahead, graph.constant(np.array(weight, np.float32)))
            total = graph.node("Add", total, part) if total else part
        if self.shift is not None:
            total = graph.node("Sub", graph.node("Exp", total), shift)
        spread = _add_spread(graph, targets)
        reach = graph.node("Mul", spread, graph.constant(self.widths.astype(np.float32)))
        return {
            "forecast": total,
            "low": graph.node("Sub", total, reach),
            "high": graph.node("Add", total, reach),
        }


_LEAST = 1e-6


def split_columns(windows: Floats, num_targets: int) -> tuple[Floats, Floats]:
    """Return targets (R, L, T) and covariates (R, L, C - T)."""
    return windows[:, :, :num_targets], windows[:, :, num_targets:]


def logged(values: Floats, shift: float | None) -> Floats:
    """Return logarithms, or the values themselves."""
    return values if shift is None else np.log(np.maximum(values + shift, _LEAST))


def unlogged(values: Floats, shift: float | None) -> Floats:
    """Return what ``logged`` was given."""
    return values if shift is None else np.exp(values) - shift


def run(member: Forecaster, targets: Floats, covariates: Floats) -> Floats:
    """Return the forecasts (R, H, T) of one member."""
    if isinstance(member, LinearMap | PatchForecast):
        return member.forecast(targets)
    assert isinstance(member, TreeForecast)
    return member.forecast(targets, covariates)


def load(arrays: Mapping[str, NDArray[np.generic]]) -> Forecaster:
    """Return the forecaster of its arrays."""
    if "booster" in arrays:
        return TreeForecast.from_arrays(arrays)
    if "patch_sizes" in arrays:
        return PatchForecast.from_arrays(arrays)
    return LinearMap.from_arrays(arrays)


def conformal_spreads(forecasts: Floats, truths: Floats, spreads: Floats, level: float) -> Floats:
    """Return how many spreads from the forecast the interval reaches to either side (H, T).

    Split conformal prediction on scaled absolute errors: few windows say little of which side a
    forecast errs on. Steps lend each other their errors where windows are few, and reach no less
    far than earlier steps.

    Args:
        forecasts: (R, H, T) of windows that were not learnt from.
        truths: (R, H, T), NaN where nothing is known.
        spreads: (R, 1, T).
        level: share of true values that intervals are meant to hold.

    Source: Lei et al., Distribution-free predictive inference for regression, JASA 113 (2018),
    algorithm 2.
    """
    errors = np.abs(truths - forecasts) / spreads
    num_windows, horizon, num_targets = errors.shape
    # With fewer windows than this the outermost error would be taken for the quantile.
    reach = 0 if num_windows >= 40 else min(horizon - 1, max(1, 40 // max(1, num_windows)))
    # Windows one step apart share most of their points: only those a horizon apart count.
    independent = num_windows / horizon + 1
    widths = np.zeros((horizon, num_targets))
    for target in range(num_targets):
        for step in range(horizon):
            near = errors[:, max(0, step - reach) : step + reach + 1, target].ravel()
            near = near[np.isfinite(near)]
            if len(near) == 0:
                continue
            # Algorithm 2: the quantile of a finite sample lies a little farther out.
            rank = min(1.0, level * (1 + 1 / independent))
            widths[step, target] = float(np.quantile(near, rank))
    longest: Floats = np.maximum.accumulate(widths, axis=0)
    return longest


def _add_spread(graph: GraphBuilder, targets: str) -> str:
    axis = graph.constant(np.array([1], np.int64))
    ends = [0, 1, -1, np.iinfo(np.int64).max]
    start, after, before, end = (graph.constant(np.array([e], np.int64)) for e in ends)
    late = graph.node("Slice", targets, after, end, axis)
    early = graph.node("Slice", targets, start, before, axis)
    mean = graph.node(
        "ReduceMean", graph.node("Abs", graph.node("Sub", late, early)), axis, keepdims=1
    )
    return graph.node("Add", mean, graph.constant(np.array(SMALLEST_SPREAD, np.float32)))


@dataclass
class SeriesSession:
    """Runs a blend as ``easel.runtime`` runs an exported one."""

    blend: Blend
    output_names: Sequence[str] = OUTPUTS

    def run(self, inputs: Mapping[str, NDArray[np.generic]]) -> list[NDArray[np.generic]]:
        """Return forecast, low and high (R, H, T)."""
        windows = inputs[HISTORY].astype(np.float64)
        ahead = self.blend.forecast(windows)
        reach = self.blend.spread(windows) * self.blend.widths
        both = (ahead, ahead - reach, ahead + reach)
        return [array.astype(np.float32) for array in both]


@dataclass(frozen=True)
class SeriesNetwork:
    """A ``Network``: ``history`` (R, L, C) → ``forecast``, ``low``, ``high``.

    Attributes:
        blend: what was learnt.
        lookback: L.
        num_columns: C.
        deviations: (T,) of the targets on the training points, which differences are measured in.
    """

    blend: Blend
    lookback: int
    num_columns: int
    deviations: Floats
    name: str = "model"

    def session(self) -> SeriesSession:
        """Return the blend itself, to be run like an exported one."""
        return SeriesSession(self.blend)

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the blend as one ONNX file; return its inputs and outputs.

        Raises:
            ExportError: when ONNX cannot express it.
            ResourceError: when the disk is full.
        """
        graph = GraphBuilder()
        made = self.blend.add_to(graph, HISTORY)
        shape = (None, *self.blend.widths.shape)
        history = TensorSpec(
            name=HISTORY, datatype="FP32", shape=(None, self.lookback, self.num_columns)
        )
        outputs = {
            value: TensorSpec(name=name, datatype="FP32", shape=shape)
            for name, value in made.items()
        }
        graph.save(path, (history,), outputs)
        return (history,), tuple(outputs.values())

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far two sets of outputs (R, H, T) are apart, in deviations of the targets.

        Where a target hardly moves beside its level, a share of the level takes the place of the
        deviation: float32 tells such values no better apart.
        """
        expected = {name: values.astype(np.float64) for name, values in trained.items()}
        levels = np.max([np.abs(one).max(axis=(0, 1)) for one in expected.values()], axis=0)
        sizes = np.maximum(self.deviations, LEAST_SHARE * levels)
        largest = 0.0
        for name, values in expected.items():
            apart = float(
                (np.abs(exported[name].astype(np.float64) - values) / sizes).max(initial=0.0)
            )
            largest = max(largest, apart if np.isfinite(apart) else float("inf"))
        return largest
