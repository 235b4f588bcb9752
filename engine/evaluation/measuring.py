"""Measure a package on data of its kind that says what is true."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import easel.runtime
from easel.errors import EaselError

from engine.catalog import Media
from engine.data.no_samples import NoSamples
from engine.data.samples import read_samples
from engine.data.sources import sample_source
from engine.data.tabular.known_table import open_known_table
from engine.errors import DataError, SpecError
from engine.interfaces.dataset import Splits
from engine.interfaces.run import Scores
from engine.interfaces.task import Task
from engine.specs.data import FilesDataSpec, SampleRecord, Split
from engine.specs.package.inputs import TableInput
from engine.specs.package.manifest import LabelSpec, Manifest
from engine.training.scoring import predict_each


@dataclass(frozen=True)
class Measured:
    """How good a package is.

    Attributes:
        metrics: numbers by name, at the thresholds of the package.
        num_samples: that were looked at.
        left_out: why a sample was not, by its name.
    """

    metrics: dict[str, float]
    num_samples: int
    left_out: dict[str, str]


def measure(
    task: Task[Any],
    model: easel.runtime.Model,
    data: FilesDataSpec,
    progress: Callable[[int, int], None],
) -> Measured:
    """Run a package on samples and compare what it says with what is true.

    Raises:
        DataError: when no sample can be used, or one has a label that the model does not know.
        SpecError: ``evaluation_unsupported`` for series, whose forecasts are judged on the data
            that a model was trained with.
    """
    if task.card.media is Media.TABLE:
        scores, splits, left_out = _rows(task, model, data)
    else:
        scores, splits, left_out = _samples(task, model, data, progress)
    labels = [
        LabelSpec(name=name, threshold=threshold)
        for name, threshold in zip(model.labels, model.pipeline.thresholds, strict=True)
    ]
    numbers = task.evaluator.decided(scores, labels, splits)
    return Measured(numbers, len(scores.records), left_out)


_Judged = tuple[Scores[Any], Splits[Any], dict[str, str]]


def _rows(task: Task[Any], model: easel.runtime.Model, data: FilesDataSpec) -> _Judged:
    manifest = Manifest.model_validate(model.manifest.document)
    if not isinstance(manifest.input, TableInput):
        raise SpecError(
            "Forecasts are measured on the end of the series that a model is trained with: see its "
            "report, or train again with the newer rows.",
            code="evaluation_unsupported",
            task=task.card.key,
        )
    rows, left_out = open_known_table(data, task.card, manifest)
    examples = [model.prepare(rows.source(index)) for index in range(len(rows))]
    outcomes = [
        task.evaluator.outcome(model, example, outputs)
        for example, outputs in predict_each(model, examples)
    ]
    # A constant guess is made from the very rows: the package does not keep those it learnt from.
    splits: Splits[Any] = Splits(rows, NoSamples(), rows, model.labels)
    return Scores(Split.TEST, rows.records, outcomes), splits, left_out


def _samples(
    task: Task[Any],
    model: easel.runtime.Model,
    data: FilesDataSpec,
    progress: Callable[[int, int], None],
) -> _Judged:
    samples = read_samples(data, task.card)
    _require_known(samples.labels, model.labels)
    records: list[SampleRecord] = []
    outcomes: list[Any] = []
    left_out = dict(samples.unreadable)
    for done, record in enumerate(samples.records, 1):
        try:
            example = model.prepare(sample_source(samples.files, record, task.card.media))
        except EaselError as error:
            left_out[record.id] = error.message
            continue
        outcomes.append(task.evaluator.outcome(model, example, model.run([example])[0]))
        records.append(record)
        progress(done, len(samples.records))
    if not records:
        raise DataError(
            f"No sample in '{data.root}' can be used. Check the files.", code="no_samples"
        )
    nothing = NoSamples()
    splits = Splits(nothing, nothing, nothing, model.labels, model.manifest.multi_label)
    return Scores(Split.TEST, records, outcomes), splits, left_out


def _require_known(labels: Sequence[str], known: Sequence[str]) -> None:
    unknown = sorted(set(labels) - set(known)) if known else []
    if unknown:
        raise DataError(
            f"The model has no label '{unknown[0]}'. It knows: {', '.join(known)}. "
            "Rename or remove the samples of that label.",
            code="label_unknown",
            label=unknown[0],
        )
