"""Evaluates forecasts of series."""

# H steps ahead, T targets

from __future__ import annotations

from dataclasses import replace

import easel.runtime
import numpy as np
from easel.runtime import Example, Tensors
from numpy.typing import NDArray

from engine.data.tabular.series_dataset import SeriesDataset
from engine.evaluation.sectioned import sectioned_report
from engine.evaluation.tabular import forecast
from engine.evaluation.tabular.forecast_report import forecast_metric, forecast_sections
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluator import Evaluator
from engine.interfaces.run import HeldOut, Scores
from engine.models.series.linear_map import seasonal_naive
from engine.specs.package.report import Report
from engine.training.series.blend import OUTPUTS
from engine.training.series.learning import LearntSeries

Outputs = NDArray[np.float64]
"""Forecast, low and high of one window (3, H, T)."""


class ForecastEvaluator(Evaluator[Outputs]):
    """Evaluates forecasts by their scaled error; a forecast decides nothing."""

    def outcome(self, model: easel.runtime.Model, example: Example, outputs: Tensors) -> Outputs:
        """Return forecast, low and high (3, H, T)."""
        return np.stack([np.asarray(outputs[name][0], np.float64) for name in OUTPUTS])

    def metrics(self, scores: Scores[Outputs], splits: Splits[SeriesDataset]) -> dict[str, float]:
        """Return the numbers of one dataset; ``mase`` is the primary one."""
        return forecast.numbers(_evaluated(scores, splits.of(scores.split)))

    def report(self, held_out: HeldOut[Outputs, SeriesDataset, LearntSeries]) -> Report:
        """Build the evaluation report; its baseline repeats the last season."""
        dataset = held_out.trained.splits.of(held_out.split)
        evaluated, meaning = _evaluated(held_out, dataset), dataset.meaning
        naive = seasonal_naive(min(meaning.season, meaning.lookback), meaning.horizon)
        ahead = naive.forecast(dataset.windows()[:, :, : meaning.num_targets])
        baseline = replace(evaluated, forecasts=ahead, low=ahead, high=ahead)
        found, repeated = forecast.numbers(evaluated), forecast.numbers(baseline)
        return sectioned_report(
            held_out,
            metrics=(
                forecast_metric(name, value, evaluated.num_apart) for name, value in found.items()
            ),
            baseline=forecast_metric("mase", repeated["mase"], evaluated.num_apart),
            sections=forecast_sections(held_out.trained.module, evaluated, baseline, dataset),
        )


def _evaluated(scores: Scores[Outputs], dataset: SeriesDataset) -> forecast.EvaluatedForecasts:
    places = [dataset.places[record.id] for record in scores.records]
    which = dataset.origins[places, 0]
    outputs = np.array(scores.outcomes)
    return forecast.EvaluatedForecasts(
        forecasts=outputs[:, 0],
        low=outputs[:, 1],
        high=outputs[:, 2],
        truths=dataset.truths(places),
        scales=dataset.meaning.scales[which][:, np.newaxis],
        deviations=dataset.meaning.deviations[which][:, np.newaxis],
        num_apart=dataset.num_apart(places),
    )
