"""``python -m engine suggest``: say what a model would annotate."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path

from engine.catalog import TASKS
from engine.commands.predict import read_source
from engine.commands.process import run_work
from engine.commands.refusals import unknown_task
from engine.commands.specs import read_as
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.specs.suggestions import (
    PRIORITIES_FILE,
    SUGGESTIONS_FILE,
    PackageSource,
    SampleFile,
    Suggestion,
    SuggestionSpec,
)
from engine.suggestions.lines import LineWriter, in_batches, read_lines

BATCH = 16

Suggester = Callable[[Sequence[SampleFile]], Iterable[Suggestion]]


def run(options: Namespace) -> int:
    """Write ``suggestions.jsonl``; a process that was stopped goes on where it was."""

    def command(emit: EventSink, interrupt: Interrupt) -> None:
        spec = _read_spec(options.spec)
        emit.phase("prepare")
        index = Path(spec.index)
        with index.open("rb") as file:
            total = sum(1 for _ in file)
        suggester = _open(spec)
        emit.phase("predict")
        writer = LineWriter(options.work / SUGGESTIONS_FILE)
        try:
            _suggest(suggester, index, total, writer, emit, interrupt)
        finally:
            writer.close()
        _select(spec, options.work, emit)

    return run_work(options.work, command)


def _suggest(
    suggester: Suggester,
    index: Path,
    total: int,
    writer: LineWriter,
    emit: EventSink,
    interrupt: Interrupt,
) -> None:
    """Answer for the samples that have no line yet, a batch at a time."""
    begun, before = time.monotonic(), writer.num_lines
    emit.progress("predict", before, total)
    # Lines stand in the order of the index, so their number tells where to go on.
    samples = islice(read_lines(index, SampleFile), before, None)
    for batch in in_batches(samples, BATCH):
        suggestions = list(suggester(batch))
        with interrupt.deferred():
            writer.write(suggestions)
            done = writer.num_lines
            left = time_left(begun, done - before, total - before)
            emit.progress("predict", done, total, left)


def _select(spec: SuggestionSpec, work: Path, emit: EventSink) -> None:
    """Rank the samples by how useful an answer of a person would be."""
    from engine.suggestions.priorities import write_priorities

    emit.phase("select")
    write_priorities(
        work / SUGGESTIONS_FILE,
        Path(spec.index),
        Path(spec.files_root),
        TASKS[spec.task].media,
        work / PRIORITIES_FILE,
        seldom(lambda done, total: emit.progress("select", done, total)),
    )


def _open(spec: SuggestionSpec) -> Suggester:
    """Load who answers; each way brings its own libraries."""
    files_root = Path(spec.files_root)
    if isinstance(spec.source, PackageSource):
        from engine.suggestions.package import PackageSuggester

        return PackageSuggester(Path(spec.source.package), spec.task, files_root, read_source)
    from engine.suggestions.classifier import ClassifierSuggester

    return ClassifierSuggester(
        spec.source, spec.task, files_root, Path(spec.index), multi_label=spec.multi_label
    )


def _read_spec(path: Path) -> SuggestionSpec:
    """Read the spec.

    Raises:
        SpecError: when it is absent or wrong.
    """
    spec = read_as(path, SuggestionSpec)
    if spec.task not in TASKS:
        raise unknown_task(spec.task)
    return spec
