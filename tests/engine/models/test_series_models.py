"""Forecasters know their own rules, and answer alike once exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

from engine.errors import ExportError
from engine.export.verify import compare_outputs
from engine.models.series.linear_map import Center, LinearMap, moments, seasonal_naive
from engine.models.series.patches import PatchForecast
from engine.models.series.smoothing import Smoothing, fit_smoothing
from engine.models.series.tree_forecast import Lags, fit_tree_forecast
from engine.onnx_graphs.torch_export import MAX_DIFFERENCE
from engine.training.series.blend import (
    OUTPUTS,
    Blend,
    Forecaster,
    SeriesNetwork,
    conformal_spreads,
)
from engine.training.series.patch_training import Windows, fit_patches

SEASON, LOOKBACK, HORIZON = 6, 24, 8
DEVIATIONS = np.array([4e4, 4.0])


def waves(num_points: int, seed: int = 0) -> np.ndarray:
    """Return two series with a season and a trend, and a covariate."""
    random = np.random.default_rng(seed)
    steps = np.arange(num_points)
    one = 100 + 0.2 * steps + 10 * np.sin(2 * np.pi * steps / SEASON)
    noise = random.normal(0, 0.5, (num_points, 2))
    return np.column_stack([one + noise[:, 0], 3 * one + noise[:, 1], random.random(num_points)])


def windows_of(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    view = np.lib.stride_tricks.sliding_window_view(values, LOOKBACK + HORIZON, axis=0)
    every = np.moveaxis(view, 2, 1)
    return every[:, :LOOKBACK].copy(), every[:, LOOKBACK:, :2].copy()


def fitted(values: np.ndarray, center: Center) -> LinearMap:
    columns = list(values.T)
    scales = [float(column.std()) for column in columns]
    return LinearMap(moments(columns, LOOKBACK, HORIZON, center, scales).solve(0.1), center)


def blend_of(*taken: Forecaster) -> Blend:
    return Blend(
        names=tuple(str(place) for place in range(len(taken))),
        weights=tuple(1 / len(taken) for _ in taken),
        members=taken,
        shift=None,
        widths=np.ones((HORIZON, 2)),
        num_targets=2,
    )


def test_the_seasonal_naive_forecast_repeats_the_last_season() -> None:
    window = np.arange(12.0).reshape(1, 12, 1)

    ahead = seasonal_naive(4, 6).forecast(window)

    assert ahead[0, :, 0].tolist() == [8, 9, 10, 11, 8, 9]


def test_smoothing_is_the_recursion_it_comes_from() -> None:
    smoothing = Smoothing(level=0.4, trend=0.1, season=0.3, damping=0.9)
    points = waves(LOOKBACK)[:, 0]

    level = points[:SEASON].mean()
    slope = (points[SEASON : 2 * SEASON].mean() - level) / SEASON
    seasonal = list(points[:SEASON] - level)
    for step in range(SEASON, LOOKBACK):
        error = points[step] - (level + 0.9 * slope + seasonal[step % SEASON])
        level, slope = level + 0.9 * slope + 0.4 * error, 0.9 * slope + 0.1 * error
        seasonal[step % SEASON] += 0.3 * error
    expected = [
        level
        + sum(0.9**k for k in range(1, step + 2)) * slope
        + seasonal[(LOOKBACK + step) % SEASON]
        for step in range(HORIZON)
    ]

    found = smoothing.linear_map(LOOKBACK, HORIZON, SEASON).forecast(points.reshape(1, -1, 1))

    np.testing.assert_allclose(found[0, :, 0], expected, rtol=1e-10)


@pytest.mark.parametrize("center", ["last", "mean"])
def test_least_squares_finds_a_linear_rule_and_shifts_with_the_series(center: str) -> None:
    steps = np.arange(300.0)
    column = np.sin(steps / 3) + 0.5 * np.cos(steps / 7)
    sums = moments([column], LOOKBACK, HORIZON, center, [1.0])  # type: ignore[arg-type]
    found = LinearMap(sums.solve(1e-9), center)  # type: ignore[arg-type]
    later = np.sin(np.arange(300.0, 332) / 3) + 0.5 * np.cos(np.arange(300.0, 332) / 7)
    window, truth = later[:LOOKBACK].reshape(1, -1, 1), later[LOOKBACK:]

    np.testing.assert_allclose(found.forecast(window)[0, :, 0], truth, atol=1e-2)
    np.testing.assert_allclose(found.forecast(window + 50), found.forecast(window) + 50)


def patches(values: np.ndarray, max_epochs: int = 2) -> PatchForecast:
    windows, truths = windows_of(values)
    train = Windows.of(windows[:, :, :2], truths, np.ones((len(windows), 2)))
    return fit_patches(
        train,
        train,
        max_epochs=max_epochs,
        seed=0,
        num_threads=1,
        on_step=lambda: None,
        is_over=lambda: False,
    )


def test_a_transformer_over_patches_learns_a_season_and_moves_with_its_series() -> None:
    learnt = patches(waves(300), max_epochs=20)
    windows, truths = windows_of(waves(120, seed=5))
    targets = windows[:, :, :2]
    naive = seasonal_naive(SEASON, HORIZON).forecast(targets)

    ahead = learnt.forecast(targets)

    assert np.abs(ahead - truths).mean() < np.abs(naive - truths).mean()
    np.testing.assert_allclose(learnt.forecast(targets * 3 + 50), ahead * 3 + 50, rtol=1e-3)


def test_each_target_is_forecast_from_itself_alone() -> None:
    learnt = patches(waves(120))
    windows = windows_of(waves(60))[0][:, :, :2]
    other = windows.copy()
    other[:, :, 1] = 7.0

    np.testing.assert_array_equal(
        learnt.forecast(windows)[:, :, 0], learnt.forecast(other)[:, :, 0]
    )


def members() -> dict[str, Forecaster]:
    windows, truths = windows_of(waves(200))
    targets, covariates = windows[:, :, :2], windows[:, :, 2:]
    sums = moments([waves(200)[:, 0]], LOOKBACK, HORIZON, "last", [1.0])
    own = np.stack([sums.solve(0.01), sums.solve(0.1)])
    return {
        "naive": seasonal_naive(SEASON, HORIZON),
        "ets": fit_smoothing(targets, truths, np.ones((len(targets), 2)), SEASON, max_trials=20),
        "own": LinearMap(own, "mean"),
        "patches": PatchForecast.from_arrays(patches(waves(120)).arrays()),
        "trees": fit_tree_forecast(
            targets,
            covariates,
            truths,
            Lags.of(LOOKBACK, HORIZON, SEASON),
            rounds=30,
            seed=0,
            num_threads=1,
            on_round=lambda: None,
        ),
    }


@pytest.mark.parametrize("shift", [None, 0.0])
def test_a_blend_answers_alike_once_exported(shift: float | None, tmp_path: Path) -> None:
    taken = members()
    if shift is not None:
        del taken["trees"]
    blend = Blend(
        names=tuple(taken),
        weights=tuple(1 / len(taken) for _ in taken),
        members=tuple(taken.values()),
        shift=shift,
        widths=np.linspace(1, 2, HORIZON * 2).reshape(HORIZON, 2),
        num_targets=2,
    )
    network = SeriesNetwork(blend, LOOKBACK, 3, np.array([8.0, 20.0]))
    network.export(tmp_path / "model.onnx")
    history = windows_of(waves(150, seed=3))[0].astype(np.float32)

    trained = dict(zip(OUTPUTS, network.session().run({"history": history}), strict=True))
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"))
    exported = dict(zip(OUTPUTS, session.run(list(OUTPUTS), {"history": history}), strict=True))

    assert network.difference(trained, exported) < 1e-4
    assert (exported["low"] < exported["forecast"]).all()


@pytest.mark.parametrize("level", [0.0, 1e5])
def test_differences_are_measured_in_deviations_of_the_target(level: float) -> None:
    network = SeriesNetwork(blend_of(seasonal_naive(SEASON, HORIZON)), LOOKBACK, 2, DEVIATIONS)
    forecast = np.full((1, HORIZON, 2), level, np.float32)
    trained = dict.fromkeys(OUTPUTS, forecast)

    def moved(target: int, by: float) -> dict[str, np.ndarray]:
        other = forecast.astype(np.float64)
        other[0, -1, target] += by
        return trained | {"high": other}

    assert network.difference(trained, moved(0, 20)) == pytest.approx(20 / 4e4)
    assert network.difference(trained, moved(1, 0.5)) == pytest.approx(0.5 / max(4, level / 100))
    assert network.difference(trained, moved(0, np.nan)) == np.inf


def test_a_large_target_is_accepted_for_rounding_and_refused_for_another_answer(
    tmp_path: Path,
) -> None:
    values = 1e5 + 100 * waves(150)[:, :2]
    deviations = values.std(axis=0)
    blend = blend_of(seasonal_naive(SEASON, HORIZON), fitted(values, "mean"))
    network = SeriesNetwork(blend, LOOKBACK, 2, deviations)
    network.export(tmp_path / "model.onnx")
    view = np.lib.stride_tricks.sliding_window_view(values, LOOKBACK, axis=0)
    history = np.moveaxis(view, 2, 1).astype(np.float32)

    trained = dict(zip(OUTPUTS, network.session().run({"history": history}), strict=True))
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"))
    exported = dict(zip(OUTPUTS, session.run(list(OUTPUTS), {"history": history}), strict=True))
    other = exported | {"forecast": exported["forecast"] + np.float32(0.01) * deviations}

    assert max(np.abs(exported[name] - trained[name]).max() for name in OUTPUTS) > MAX_DIFFERENCE
    assert compare_outputs(network, trained, exported, "one") < 1e-4
    with pytest.raises(ExportError, match="answers differently"):
        compare_outputs(network, trained, other, "one")


def test_intervals_hold_the_share_of_values_they_are_meant_to() -> None:
    random = np.random.default_rng(0)
    known, later = random.normal(size=(2, 1500, 4, 1))
    spreads = np.ones((1500, 1, 1))

    widths = conformal_spreads(np.zeros_like(known), known, spreads, 0.9)

    assert (np.abs(later) <= widths).mean() == pytest.approx(0.9, abs=0.03)
    assert (np.diff(widths, axis=0) >= 0).all()


def test_trees_do_not_diverge_where_the_latest_points_are_all_alike() -> None:
    """Scaled by a millionth, the next step of a series that stands still was a million high."""
    random = np.random.default_rng(2)
    # Stock that stays as it is for weeks, then jumps.
    levels = np.repeat(random.integers(0, 50, size=30), 40).astype(np.float64)
    windows, truths = windows_of(np.column_stack([levels, 1000 * levels]))
    trees = fit_tree_forecast(
        windows,
        np.zeros((len(windows), LOOKBACK, 0)),
        truths,
        Lags.of(LOOKBACK, HORIZON, 1),
        rounds=60,
        seed=0,
        num_threads=1,
        on_round=lambda: None,
    )
    ahead = trees.forecast(windows, np.zeros((len(windows), LOOKBACK, 0)))
    stays = np.repeat(windows[:, -1:], HORIZON, axis=1)
    errors = np.abs(ahead - truths).mean(axis=(0, 1))
    assert (errors < 1.5 * np.abs(stays - truths).mean(axis=(0, 1))).all()
    assert np.abs(ahead[:, :, 0]).max() < 200
