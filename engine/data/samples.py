"""The samples of a run before they are opened: records, labels and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.catalog import TaskCard
from engine.data.files import FolderFiles, SampleFiles
from engine.data.folders import read_files
from engine.data.manifest import read_manifest
from engine.errors import DataError
from engine.formats.layout import Problem
from engine.formats.splitting.splits import Candidate, fill_empty_splits, split_samples
from engine.specs.data import DataSpec, FilesDataSpec, ManifestDataSpec, SampleRecord, Split
from engine.validation.usable import is_usable, labels_of


@dataclass(frozen=True)
class SampleSet:
    """All samples that a data spec names.

    ``unreadable`` maps the names of files that do not hold what the task takes to the reason;
    ``unlabelled`` are the ids of samples that cannot be learnt from. Neither is among ``records``.
    ``problems`` are what a format left out or changed.
    """

    records: tuple[SampleRecord, ...]
    files: SampleFiles
    labels: tuple[str, ...]
    multi_label: bool
    unreadable: dict[str, str] = field(default_factory=dict)
    unlabelled: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def of(self, split: Split) -> tuple[SampleRecord, ...]:
        """Return the records of a split, in the order of the index."""
        return tuple(record for record in self.records if record.split is split)

    def counts(self) -> Counter[str]:
        """Return the number of samples per label, zero included."""
        counts = Counter(dict.fromkeys(self.labels, 0))
        counts.update(label for record in self.records for label in labels_of(record))
        return counts

    def require_training(self) -> None:
        """Refuse to train on nothing.

        Raises:
            DataError: ``empty_split`` when the train split has no sample.
        """
        if not self.of(Split.TRAIN):
            raise DataError(
                "The train split has no labelled sample. Label samples, or give the split a share.",
                code="empty_split",
                split=Split.TRAIN.value,
            )


def read_samples(
    data: DataSpec, card: TaskCard, validation_share: float = 0.1, seed: int = 0
) -> SampleSet:
    """Read the index of a data spec; no sample is decoded.

    Args:
        data: where the samples are.
        card: of the task, which says what a sample holds and what must be said of it.
        validation_share: part of the training samples that becomes the validation split of a
            manifest that has none.
        seed: of that choice.

    Raises:
        DataError: when the index or the folder is missing or malformed.
    """
    if isinstance(data, ManifestDataSpec):
        everything = read_manifest(data)
        usable = [record for record in everything if is_usable(record, card, data.multi_label)]
        kept = {record.id for record in usable}
        return SampleSet(
            records=_with_validation(usable, validation_share, seed),
            files=FolderFiles(Path(data.files_root)),
            labels=data.labels,
            multi_label=data.multi_label,
            unlabelled=tuple(record.id for record in everything if record.id not in kept),
        )
    found = read_files(data, card.media)
    usable = [record for record in found.records if is_usable(record, card, data.multi_label)]
    kept = {record.id for record in usable}
    return SampleSet(
        records=_divided(usable, data, found.splits),
        files=found.files,
        labels=tuple(sorted({label for record in found.records for label in labels_of(record)})),
        multi_label=data.multi_label,
        unreadable=found.unreadable,
        unlabelled=tuple(record.id for record in found.records if record.id not in kept),
        problems=found.problems,
    )


def _divided(
    records: Sequence[SampleRecord], spec: FilesDataSpec, given: Mapping[str, Split]
) -> tuple[SampleRecord, ...]:
    """Give each record the split that its format names, and take what is missing from ``train``.

    The same content under two names always lands in one split, so that no held-out sample was
    trained on.
    """
    named = {given[record.id] for record in records if record.id in given}
    wanted = {Split.VALIDATION: spec.validation_share, Split.TEST: spec.test_share}
    shares = {split: share for split, share in wanted.items() if split not in named}
    undecided = [record for record in records if given.get(record.id, Split.TRAIN) is Split.TRAIN]
    return _with_splits(records, {**given, **_chosen(undecided, shares, spec.seed)})


def _with_validation(
    records: Sequence[SampleRecord], share: float, seed: int
) -> tuple[SampleRecord, ...]:
    """Move a share of the training samples to validation when a version has no such split."""
    if any(record.split is Split.VALIDATION for record in records):
        return tuple(records)
    train = [record for record in records if record.split is Split.TRAIN]
    return _with_splits(records, _chosen(train, {Split.VALIDATION: share}, seed))


def _chosen(
    records: Sequence[SampleRecord], shares: Mapping[Split, float], seed: int
) -> dict[str, Split]:
    candidates = [Candidate(record.sha256, labels_of(record)) for record in records]
    chosen = split_samples(candidates, shares, seed=seed)
    chosen = fill_empty_splits(candidates, chosen, shares)
    return dict(zip((record.id for record in records), chosen, strict=True))


def _with_splits(
    records: Sequence[SampleRecord], splits: Mapping[str, Split]
) -> tuple[SampleRecord, ...]:
    return tuple(
        record.model_copy(update={"split": splits.get(record.id, record.split)})
        for record in records
    )
