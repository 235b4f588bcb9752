"""Measure a package on data of its kind that says what is true."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import easel.runtime
from easel.errors import EaselError

from engine.errors import DataError
from engine.interfaces.dataset import Splits
from engine.interfaces.evaluation import EvaluationData, EvaluationRequest
from engine.interfaces.run import Scores
from engine.interfaces.task import Task
from engine.specs.data import DataSpec, SampleRecord, Split
from engine.specs.package.evaluation import EVALUATION_FILE, EvaluationBasis
from engine.specs.package.manifest import Manifest
from engine.specs.parse import parse_options


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


@dataclass(frozen=True)
class PackageScores:
    """What a package says of samples, beside what is true of them.

    Attributes:
        manifest: of the package.
        scores: outcomes by sample.
        splits: what the evaluator takes.
        left_out: why a sample was not looked at, by its id.
    """

    manifest: Manifest
    scores: Scores[Any]
    splits: Splits
    left_out: dict[str, str]

    def numbers(self, task: Task[Any], chosen: Sequence[int] | None = None) -> dict[str, float]:
        """Return the metrics at the package's thresholds.

        Args:
            task: of the package.
            chosen: the places of the samples that count, as often as they are named; all if left
                out.

        Raises:
            DataError: when there is no sample.
        """
        scores = self.scores
        if chosen is not None:
            records = [scores.records[place] for place in chosen]
            outcomes = [scores.outcomes[place] for place in chosen]
            scores = Scores(scores.split, records, outcomes)
        return task.evaluator.decided(scores, self.manifest.labels, self.splits)


def measure(
    task: Task[Any],
    model: easel.runtime.Model,
    data: DataSpec,
    progress: Callable[[int, int], None],
    split: Split | None = None,
) -> Measured:
    """Run a package on samples and compare what it says with what is true.

    Args:
        task: of the package.
        model: the package, loaded.
        data: where the samples are.
        progress: is told how many of how many samples are done.
        split: the only one whose samples count, divided as training divides them; ``None`` for
            all samples.

    Raises:
        DataError: when no sample can be used, or one has a label that the model does not know.
    """
    found = score(task, model, open_data(task, model, data, split), progress)
    return Measured(found.numbers(task), len(found.scores.records), found.left_out)


@dataclass(frozen=True)
class OpenedData:
    """Samples opened for a package: what a task makes of them, and of which split they are."""

    spec: DataSpec
    manifest: Manifest
    split: Split
    evaluated: EvaluationData


def open_data(
    task: Task[Any], model: easel.runtime.Model, data: DataSpec, split: Split | None = None
) -> OpenedData:
    """Open the samples that a package is evaluated by; arguments are those of ``measure``.

    Raises:
        DataError: when no sample can be used, or one has a label that the model does not know.
    """
    manifest = Manifest.model_validate(model.manifest.document)
    request = EvaluationRequest(data, split, manifest, basis_of(model, manifest))
    return OpenedData(data, manifest, split or Split.TEST, task.open_evaluation_data(request))


def score(
    task: Task[Any],
    model: easel.runtime.Model,
    data: OpenedData,
    progress: Callable[[int, int], None],
    seen: Collection[str] = frozenset(),
) -> PackageScores:
    """Run a package on samples.

    Args:
        task: of the package.
        model: the package, loaded.
        data: the samples, opened for it.
        progress: is told how many of how many samples are done.
        seen: ids of records that are passed over.

    Raises:
        DataError: ``no_samples`` when none can be used.
    """
    evaluated = data.evaluated
    records: list[SampleRecord] = []
    outcomes: list[Any] = []
    left_out = dict(evaluated.left_out)
    for index, record in enumerate(evaluated.records):
        progress(index + 1, len(evaluated.records))
        if record.id in seen:
            continue
        try:
            example = model.prepare(evaluated.source(index))
        except EaselError as error:
            left_out[record.id] = error.message
            continue
        outcomes.append(task.evaluator.outcome(model, example, model.run([example])[0]))
        records.append(record)
    if not records:
        raise DataError("No sample of the data can be used. Check the files.", code="no_samples")
    return PackageScores(
        data.manifest, Scores(data.split, records, outcomes), evaluated.splits, left_out
    )


def basis_of(model: easel.runtime.Model, manifest: Manifest) -> EvaluationBasis:
    """Return what a package is evaluated by; one of before this was kept, by defaults."""
    package = model.package
    if package is None or EVALUATION_FILE not in {file.path for file in manifest.files}:
        return EvaluationBasis(options=parse_options(manifest.task, {}), seed=0)
    try:
        document = json.loads(package.read(EVALUATION_FILE))
        options = parse_options(manifest.task, document.pop("options"))
        return EvaluationBasis.model_validate({**document, "options": options})
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        raise DataError(
            f"The file '{EVALUATION_FILE}' of the package is damaged ({error}). Export the model "
            "again.",
            code="package_invalid",
        ) from error
