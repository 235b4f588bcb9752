"""What is wrong with the data of a run, found before time is spent on training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator

from engine.catalog import TaskCard
from engine.catalog.checks import Census, Finding, about_samples, blocking_first, check_census
from engine.data.samples import SampleSet
from engine.specs.data import SampleRecord


def check_samples(samples: SampleSet, card: TaskCard) -> tuple[Finding, ...]:
    """Return all findings, those that stop the run first."""
    return blocking_first([*check_census(take_census(samples), card), *_files(samples)])


def take_census(samples: SampleSet) -> Census:
    """Count the samples of a run."""
    census = Census(samples.labels, samples.multi_label, unlabelled=list(samples.unlabelled))
    for record in samples.records:
        census.add(
            id=record.id,
            split=record.split,
            labels=record.labels,
            width=record.width,
            height=record.height,
        )
    return census


def _files(samples: SampleSet) -> Iterator[Finding]:
    if samples.unreadable:
        example = next(iter(samples.unreadable.values()))
        yield about_samples(
            "unreadable_files",
            samples.unreadable,
            f"{len(samples.unreadable)} file(s) cannot be read as images and are left out, for "
            f"example: {example}",
            example=example,
        )
    if leaking := _differing_copies(samples, lambda record: record.split):
        yield about_samples(
            "duplicate_across_splits",
            leaking,
            f"{len(leaking)} samples hold a picture that is also in another split, so the report "
            "is too kind. Remove the copies.",
        )
    if at_odds := _differing_copies(samples, lambda record: record.labels):
        yield about_samples(
            "conflicting_labels",
            at_odds,
            f"{len(at_odds)} samples hold the same picture as another one under a different "
            "label. Decide which label is right.",
        )


def _differing_copies(samples: SampleSet, aspect: Callable[[SampleRecord], Hashable]) -> list[str]:
    """Return the ids of samples of equal content that differ in an aspect."""
    copies = defaultdict(list)
    for record in samples.records:
        copies[record.sha256].append(record)
    return [
        record.id
        for records in copies.values()
        if len({aspect(record) for record in records}) > 1
        for record in records
    ]
