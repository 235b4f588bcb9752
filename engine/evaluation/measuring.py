"""Measure a package on data of its kind that says what is true."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import easel.runtime
from easel.errors import EaselError

from engine.errors import DataError
from engine.interfaces.evaluation import EvaluationRequest
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
    manifest = Manifest.model_validate(model.manifest.document)
    evaluated = task.open_evaluation_data(
        EvaluationRequest(data, split, manifest, basis_of(model, manifest))
    )
    records: list[SampleRecord] = []
    outcomes: list[Any] = []
    left_out = dict(evaluated.left_out)
    for index, record in enumerate(evaluated.records):
        try:
            example = model.prepare(evaluated.source(index))
        except EaselError as error:
            left_out[record.id] = error.message
            continue
        outcomes.append(task.evaluator.outcome(model, example, model.run([example])[0]))
        records.append(record)
        progress(index + 1, len(evaluated.records))
    if not records:
        raise DataError("No sample of the data can be used. Check the files.", code="no_samples")
    scores = Scores(split or Split.TEST, records, outcomes)
    numbers = task.evaluator.decided(scores, manifest.labels, evaluated.splits)
    return Measured(numbers, len(records), left_out)


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
