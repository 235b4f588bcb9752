"""What is wrong with the data of a run, found before time is spent on training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator

from engine.catalog import TaskCard
from engine.data.samples import SampleSet
from engine.specs.data import SampleRecord
from engine.validation.checks import Census, Finding, about_samples, blocking_first, check_census
from engine.validation.usable import labels_learnt, telling_segments


def check_samples(samples: SampleSet, card: TaskCard) -> tuple[Finding, ...]:
    """Return all findings, those that stop the run first."""
    return blocking_first([*check_census(take_census(samples, card), card), *_files(samples)])


def take_census(samples: SampleSet, card: TaskCard) -> Census:
    """Count the samples of a run."""
    census = Census(samples.labels, samples.multi_label, unlabelled=list(samples.unlabelled))
    for record in samples.records:
        census.add(
            id=record.id,
            split=record.split,
            labels=labels_learnt(record, card),
            width=record.width,
            height=record.height,
            is_usable=True,
            num_segments=len(telling_segments(record, card)),
        )
    return census


def _files(samples: SampleSet) -> Iterator[Finding]:
    if samples.unreadable:
        example = next(iter(samples.unreadable.values()))
        yield about_samples(
            "unreadable_files",
            samples.unreadable,
            f"{len(samples.unreadable)} file(s) cannot be read and are left out, for example: "
            f"{example}",
            example=example,
        )
    if samples.problems:
        first = samples.problems[0]
        yield about_samples(
            "format_problems",
            [problem.place for problem in samples.problems],
            f"{len(samples.problems)} part(s) of the data were left out or changed, for example "
            f"'{first.place}': {first.message}",
            example=f"{first.place}: {first.message}",
        )
    if leaking := _differing_copies(samples, lambda record: record.split):
        yield about_samples(
            "duplicate_across_splits",
            leaking,
            f"{len(leaking)} samples have the same content as one in another split, so the report "
            "is too kind. Remove the copies.",
        )
    if at_odds := _differing_copies(samples, _annotation_of):
        yield about_samples(
            "conflicting_labels",
            at_odds,
            f"{len(at_odds)} samples have the same content as another one and other labels. "
            "Decide which are right.",
        )


def _annotation_of(record: SampleRecord) -> Hashable:
    return record.model_dump_json(
        include={"labels", "regions", "relations", "texts", "value"},
        # Ids are given anew wherever a region is annotated, and say nothing.
        exclude={"regions": {"__all__": {"id"}}},
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
