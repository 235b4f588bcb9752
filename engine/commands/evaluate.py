"""``python -m engine evaluate``: measure a package on data that says what is true."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

import easel.runtime
from easel.errors import EaselError
from rich.console import Console
from rich.progress import track
from rich.table import Table

from engine.catalog import TASKS
from engine.commands.reading import mapping_of, reading_of
from engine.commands.specs import data_of, unknown_task
from engine.errors import DataError
from engine.specs.data import SampleRecord, Split
from engine.specs.package.manifest import LabelSpec


def run(options: Namespace) -> int:
    """Print the numbers of the deployed runtime, at the thresholds of the package."""
    try:
        model = easel.runtime.load(options.package)
    except EaselError as error:
        raise DataError(error.message, code=error.code) from error
    key = model.manifest.task
    if key not in TASKS:
        raise unknown_task(key)
    # PyTorch comes with these, and takes seconds: what was refused above did not wait for it.
    from engine.data.no_samples import NoSamples
    from engine.data.samples import read_samples
    from engine.data.sources import sample_source
    from engine.interfaces.dataset import Splits
    from engine.interfaces.run import Scores
    from engine.tasks.loading import load_task

    task = load_task(key)
    multi_label = options.multi_label or model.manifest.multi_label
    samples = read_samples(
        data_of(
            options.data, key, options.format, multi_label, reading_of(options), mapping_of(options)
        ),
        task.card,
    )
    _require_known(samples.labels, model.labels)
    records: list[SampleRecord] = []
    outcomes: list[Any] = []
    damaged = dict(samples.unreadable)
    for record in track(samples.records, description="Evaluating", transient=True):
        try:
            example = model.prepare(sample_source(samples.files, record, task.card.media))
        except EaselError as error:
            damaged[record.id] = error.message
            continue
        outcomes.append(task.evaluator.outcome(model, example, model.run([example])[0]))
        records.append(record)
    if not records:
        raise DataError(
            f"No sample in '{options.data}' can be used. Check the files.", code="no_samples"
        )
    labels = [
        LabelSpec(name=name, threshold=threshold)
        for name, threshold in zip(model.labels, model.pipeline.thresholds, strict=True)
    ]
    nothing = NoSamples()
    splits = Splits(nothing, nothing, nothing, model.labels, model.manifest.multi_label)
    numbers = task.evaluator.decided(Scores(Split.TEST, records, outcomes), labels, splits)
    _print(numbers, len(records), damaged)
    return 0


def _require_known(labels: Sequence[str], known: Sequence[str]) -> None:
    unknown = sorted(set(labels) - set(known)) if known else []
    if unknown:
        raise DataError(
            f"The model has no label '{unknown[0]}'. It knows: {', '.join(known)}. "
            "Rename or remove the samples of that label.",
            code="label_unknown",
            label=unknown[0],
        )


def _print(numbers: dict[str, float], num_samples: int, damaged: dict[str, str]) -> None:
    console = Console()
    table = Table(title=f"{num_samples} samples", show_header=False)
    for name, value in numbers.items():
        table.add_row(name, f"{value:.4f}")
    console.print(table)
    for name, reason in damaged.items():
        console.print(f"Left out {name}: {reason}", style="yellow", markup=False)
