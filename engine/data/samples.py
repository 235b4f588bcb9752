"""The samples of a run before they are opened: records, labels and what was left out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from engine.data.formats.image_folder import read_image_folder
from engine.data.formats.manifest import read_manifest
from engine.data.splits import stratified_split
from engine.specs.data import DataSpec, ManifestDataSpec, SampleRecord, Split


@dataclass(frozen=True)
class SampleSet:
    """All samples that a data spec names.

    ``unreadable`` maps the names of files that are no images to the reason; ``unlabelled`` are
    the ids of samples that cannot be learnt from. Neither is among ``records``.
    """

    records: tuple[SampleRecord, ...]
    files_root: Path
    labels: tuple[str, ...]
    multi_label: bool
    unreadable: dict[str, str] = field(default_factory=dict)
    unlabelled: tuple[str, ...] = ()

    def of(self, split: Split) -> tuple[SampleRecord, ...]:
        """Return the records of a split, in the order of the index."""
        return tuple(record for record in self.records if record.split is split)

    def counts(self) -> Counter[str]:
        """Return the number of samples per label, zero included."""
        counts = Counter(dict.fromkeys(self.labels, 0))
        counts.update(label for record in self.records for label in record.labels)
        return counts


def read_samples(data: DataSpec, validation_share: float = 0.1, seed: int = 0) -> SampleSet:
    """Read the index of a data spec; no image is decoded.

    Args:
        data: where the samples are.
        validation_share: part of the training samples that becomes the validation split of a
            manifest that has none.
        seed: of that choice.

    Raises:
        DataError: when the index or the folder is missing or malformed.
    """
    if isinstance(data, ManifestDataSpec):
        records, unlabelled = read_manifest(data)
        records = _with_validation(records, validation_share, seed)
        return SampleSet(
            records=records,
            files_root=Path(data.files_root),
            labels=data.labels,
            multi_label=data.multi_label,
            unlabelled=unlabelled,
        )
    folder = read_image_folder(data)
    return SampleSet(
        records=folder.records,
        files_root=Path(data.root),
        labels=folder.labels,
        multi_label=False,
        unreadable=folder.unreadable,
        unlabelled=folder.unlabelled,
    )


def _with_validation(
    records: tuple[SampleRecord, ...], share: float, seed: int
) -> tuple[SampleRecord, ...]:
    """Move a share of the training samples to validation when a version has no such split."""
    if any(record.split is Split.VALIDATION for record in records):
        return records
    train = [record for record in records if record.split is Split.TRAIN]
    chosen = stratified_split(
        [record.labels for record in train],
        [record.sha256 for record in train],
        {Split.VALIDATION: share},
        seed,
    )
    moved = dict(zip((record.id for record in train), chosen, strict=True))
    return tuple(
        record.model_copy(update={"split": moved.get(record.id, record.split)})
        for record in records
    )
