"""Inspect a dataset: look at each file once, then compare all of them together."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from pydantic import ValidationError

from engine.disk import write_atomically, writing_to
from engine.errors import DataError
from engine.events import EventSink, seldom, time_left
from engine.interrupt import Interrupt
from engine.quality.annotations.issues import AnnotationIssues
from engine.quality.annotations.label_errors import Tick
from engine.quality.annotations.labels import label_chart, rare_labels
from engine.quality.annotations.regions import RegionCensus
from engine.quality.column_store import ColumnStore, Finding, Measurements, Modality, Unreadable
from engine.quality.duplicates.duplicates import found_groups, group, leaks
from engine.quality.samples.image_outliers import find_image_outliers
from engine.quality.samples.images import Images
from engine.quality.samples.recordings import Recordings
from engine.quality.samples.texts import Texts
from engine.quality.samples.videos import Videos
from engine.quality.tables import Tables
from engine.specs.data import SampleRecord
from engine.specs.events import Phase
from engine.specs.inspection import (
    Chart,
    FoundSample,
    InspectionSpec,
    InspectionSummary,
    InspectionThresholds,
    SkippedCheck,
)

SUMMARY, FOUND = "inspection.json", "found.jsonl"

Report = Callable[[int, int], None]


def inspect(
    spec: InspectionSpec, work: Path, emit: EventSink, interrupt: Interrupt, *, threads: int = 2
) -> InspectionSummary:
    """Inspect the samples of an index and write ``found.jsonl`` and ``inspection.json``.

    Raises:
        DataError: ``index_unreadable`` when the index is none.
        ResourceError: ``disk_full``.
    """
    inspector = _Inspector(spec, emit, interrupt, threads)
    findings = inspector.findings()
    summary = InspectionSummary(
        num_samples=inspector.num_samples,
        num_found=len({one.sample_id for found in findings for one in found.samples}),
        findings=tuple(found.summary() for found in findings if found.samples),
        skipped=tuple(inspector.skipped),
        charts=tuple(inspector.charts),
        thresholds=spec.thresholds,
    )
    path = work / FOUND
    with writing_to(path), path.open("w", encoding="utf-8") as file:
        for found in findings:
            for one in found.samples:
                file.write(one.model_dump_json() + "\n")
    write_atomically(work / SUMMARY, summary.model_dump_json().encode())
    return summary


class _Inspector:
    """The steps of one inspection, and what they have learnt so far."""

    def __init__(
        self, spec: InspectionSpec, emit: EventSink, interrupt: Interrupt, threads: int
    ) -> None:
        self.charts: list[Chart] = []
        self.skipped: list[SkippedCheck] = []
        self.num_samples = 0
        self._spec = spec
        self._limits = spec.thresholds
        self._emit = emit
        self._interrupt = interrupt
        self._threads = threads
        self._root = Path(spec.files_root)
        self._broken = Finding("broken_file")
        self._issues = AnnotationIssues(spec)

    def findings(self) -> list[Finding]:
        """Return everything that was found."""
        found = self._of_tables() if self._spec.media == "table" else self._of_samples()
        return [self._broken, *found]

    def _of_tables(self) -> list[Finding]:
        tables = Tables(self._limits, self._spec.target, self._spec.seed)
        records = list(self._records())
        report = self._reporter()
        for number, record in enumerate(records):

            def tick(done: int, total: int, before: int = number) -> None:
                self._interrupt.check()
                report(before * total + done, len(records) * total)

            try:
                tables.measure(record, self._root / record.file, tick)
            except Unreadable as error:
                self._note_broken(record, error)
            except OSError as error:
                self._note_broken(record, _unopened(error))
        self.num_samples = len(records)
        self.charts += tables.charts
        self.skipped += tables.skipped
        return list(tables.findings())

    def _of_samples(self) -> list[Finding]:
        modality = _modality(self._spec.media, self._limits)
        regions = RegionCensus(self._limits)
        store = self._open_store(modality, regions)
        self._interrupt.check()
        groups = group(store, modality, self._root)
        found = [*found_groups(store, groups)]
        if self._spec.has_splits:
            found.append(leaks(store, groups))
        found += [*modality.findings(store, self._limits), *regions.findings()]
        found.append(rare_labels(store, self._limits))
        self.charts += [*label_chart(store), *modality.charts(store), *regions.charts()]
        self._interrupt.check()
        # Of images alone: no outliers of texts and recordings are found well enough.
        outliers = find_image_outliers(store, self._limits, self._spec.seed)
        for one in (outliers, *self._issues.found(store, self._evaluation_progress)):
            if isinstance(one, Finding):
                found.append(one)
            elif one is not None:
                self.skipped.append(one)
        return found

    def _open_store(self, modality: Modality, regions: RegionCensus) -> ColumnStore:
        """Measure all files, some at a time; keep what they showed in the order of the index."""
        self._emit.phase("check")
        evaluated = self._issues.evaluated(self._counted())
        store = ColumnStore(self._spec.labels)
        report = self._reporter()

        def measure(number: int, record: SampleRecord) -> Measurements:
            return modality.measure(self._root / record.file, with_features=number in evaluated)

        numbered = enumerate(self._records())
        done = 0
        with ThreadPoolExecutor(self._threads) as pool:
            # A few at a time: not all records and thumbnails of a million files wait in memory.
            while batch := list(islice(numbered, 16 * self._threads)):
                futures: list[tuple[SampleRecord, Future[Measurements]]] = [
                    (record, pool.submit(measure, number, record)) for number, record in batch
                ]
                for record, future in futures:
                    regions.add(record)
                    self._issues.offer(record)
                    try:
                        store.add(record, future.result())
                    except Unreadable as error:
                        self._note_broken(record, error)
                    except OSError as error:
                        self._note_broken(record, _unopened(error))
                done += len(batch)
                report(done, self.num_samples)
                self._interrupt.check()
        return store

    def _counted(self) -> Iterator[SampleRecord]:
        """Yield the samples, before any file is opened, and count them."""
        self.num_samples = 0
        for record in self._records():
            self.num_samples += 1
            yield record

    def _evaluation_progress(self) -> Tick:
        """Return what is told how far the check is; it stops when the process is to end."""
        self._emit.phase("judge")
        report = self._reporter("judge")

        def tick(done: int, total: int) -> None:
            self._interrupt.check()
            report(done, total)

        return tick

    def _note_broken(self, record: SampleRecord, error: Unreadable) -> None:
        if isinstance(error.__cause__, FileNotFoundError):
            error = _unopened(error.__cause__)
        self._broken.samples.append(
            FoundSample(
                finding=self._broken.kind,
                sample_id=record.id,
                params={"code": error.code, "reason": str(error)[:300]},
            )
        )

    def _records(self) -> Iterator[SampleRecord]:
        try:
            with Path(self._spec.index).open(encoding="utf-8") as lines:
                for line in lines:
                    yield SampleRecord.model_validate_json(line)
        except (OSError, ValidationError) as error:
            raise DataError(
                f"The index of the samples cannot be read: {error}. Start the inspection again.",
                code="index_unreadable",
            ) from error

    def _reporter(self, phase: Phase = "check") -> Report:
        began = time.monotonic()

        def report(done: int, total: int) -> None:
            self._emit.progress(phase, done, total, time_left(began, done, total))

        return seldom(report)


def _unopened(error: OSError) -> Unreadable:
    """Return why a file cannot be opened, without the path of this machine."""
    reason = error.strerror or type(error).__name__
    if isinstance(error, FileNotFoundError):
        reason = "The file is missing or damaged. Import the good file again: it takes its place."
    return Unreadable("file_missing", reason)


def _modality(media: str, limits: InspectionThresholds) -> Modality:
    """Return how samples of a medium are looked at."""
    match media:
        case "image":
            return Images(limits)
        case "audio":
            return Recordings(limits)
        case "video":
            return Videos(limits)
        case _:
            return Texts(limits, is_pair=media == "text_pair")
