"""``python -m engine predict-batch``: predict many files, and write what comes of each."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import easel.runtime

from engine.catalog import TASKS
from engine.commands.process import run_work
from engine.commands.refusals import unknown_task
from engine.commands.specs import read_as
from engine.errors import DataError
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.predictions.contents import FolderContents, StoredContents
from engine.predictions.inputs import InputReader, folder_inputs, write_inputs
from engine.predictions.predictor import Predictor, in_order, load_package
from engine.predictions.tables import write_predictions
from engine.specs.predictions import (
    ANSWERS_FILE,
    INPUTS_FILE,
    BatchPredictionSpec,
    FolderFiles,
    PredictionInput,
)
from engine.suggestions.lines import LineWriter, in_batches, read_lines
from engine.suggestions.package import Annotating
from engine.threads import available_threads


def run(options: Namespace) -> int:
    """Write ``answers.jsonl`` and its tables; a process that was stopped goes on where it was."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _read_spec(options.spec)
        emit.phase("prepare")
        model, num_threads = load_package(Path(spec.package), available_threads())
        annotating = Annotating(model, spec.suggests_for) if spec.suggests_for else None
        reader = _reader(spec, model)
        total, inputs = _inputs(spec, reader, options.work)
        emit.phase("predict")
        writer = LineWriter(options.work / ANSWERS_FILE)
        try:
            predictor = Predictor(model, reader, annotating)
            _predict(predictor, inputs, total, writer, emit, interrupt, num_threads)
        finally:
            writer.close()
        emit.phase("write")
        report = seldom(lambda done, total: emit.progress("write", done, total))
        write_predictions(
            options.work / ANSWERS_FILE, options.work, lambda done: report(done, total)
        )

    return run_work(options.work, command)


def _predict(
    predictor: Predictor,
    inputs: Iterable[PredictionInput],
    total: int,
    writer: LineWriter,
    emit: EventSink,
    interrupt: Interrupt,
    num_threads: int,
) -> None:
    """Answer the inputs that have no line yet."""
    begun, before = time.monotonic(), writer.num_lines
    emit.progress("predict", before, total)
    report = seldom(
        lambda done, _: emit.progress(
            "predict", done, total, time_left(begun, done - before, total - before)
        )
    )
    # Lines stand in the order of the inputs, so their number tells where to go on.
    batches = in_batches(islice(iter(inputs), before, None), predictor.batch_size)
    for answers in in_order(predictor, batches, num_threads):
        with interrupt.deferred():
            writer.write(answers)
            report(writer.num_lines, total)


def _reader(spec: BatchPredictionSpec, model: easel.runtime.Model) -> InputReader:
    if isinstance(spec.source, FolderFiles):
        return InputReader(model, FolderContents(Path(spec.source.folder)), splits_texts=True)
    contents = StoredContents(Path(spec.source.files_root))
    return InputReader(model, contents, splits_texts=spec.source.splits_texts)


def _inputs(
    spec: BatchPredictionSpec, reader: InputReader, work: Path
) -> tuple[int, Iterator[PredictionInput]]:
    """Return how many inputs there are, and the inputs.

    A folder, and files with many inputs each, are read once, so that a process that goes on counts
    the same ones.

    Raises:
        DataError: ``no_samples``.
    """
    source = spec.source
    path = work / INPUTS_FILE
    if isinstance(source, FolderFiles):
        if not path.is_file():
            write_inputs(path, folder_inputs(Path(source.folder), reader))
        return _num_lines(path), read_lines(path, PredictionInput)
    files = read_lines(Path(source.index), PredictionInput)
    each = (one for file in files for one in reader.inputs_of(file))
    if reader.is_by_file:
        return _num_lines(Path(source.index)), each
    if not path.is_file():
        write_inputs(path, each)
    return _num_lines(path), read_lines(path, PredictionInput)


def _num_lines(path: Path) -> int:
    with path.open("rb") as file:
        num = sum(1 for _ in file)
    if not num:
        raise DataError(
            "There is nothing to predict. Choose files or samples, or loosen the filter.",
            code="no_samples",
        )
    return num


def _read_spec(path: Path) -> BatchPredictionSpec:
    """Read the spec.

    Raises:
        SpecError: when it is absent or wrong.
    """
    spec = read_as(path, BatchPredictionSpec)
    if spec.suggests_for is not None and spec.suggests_for not in TASKS:
        raise unknown_task(spec.suggests_for)
    return spec
