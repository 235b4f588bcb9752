"""Which images are normal, and which split evaluates a model that learns from those alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.data.samples import SampleSet
from engine.errors import DataError
from engine.specs.data import SampleRecord, Split

NORMAL_NAMES = (
    "normal",
    "good",
    "ok",
    "okay",
    "nominal",
    "defect_free",
    "no_defect",
    "正常",
    "良品",
    "合格",
    "好",
    "无缺陷",
)
"""Names of normal images that are understood without being told."""

NORMAL, ANOMALOUS = 0.0, 1.0
"""``SampleRecord.value`` of the records that ``divide`` returns."""


def is_anomalous(record: SampleRecord) -> bool:
    """Return what ``divide`` found out about a record."""
    return record.value == ANOMALOUS


def divide(samples: SampleSet, normal_label: str) -> SampleSet:
    """Say of each image whether it is normal, and take the others out of training.

    An image with an annotated region is anomalous; one with labels is when none of them is that of
    normal images; one that was looked at and has neither is normal. Anomalous images of the
    train split go to validation and test by turns, or to validation where there is no test split.

    Args:
        samples: of all splits.
        normal_label: of normal images; ``auto`` looks for ``NORMAL_NAMES``.

    Raises:
        DataError: ``normal_label_unknown`` when no label is that of normal images;
            ``normal_missing`` when training or validation has no normal image;
            ``anomalies_missing`` when no image is anomalous.
    """
    labelled = with_normality(samples, normal_label)
    _require(labelled.records)
    return replace(labelled, records=tuple(_moved(labelled.records)))


def with_normality(samples: SampleSet, normal_label: str) -> SampleSet:
    """Say of each image whether it is normal; see ``divide``.

    Raises:
        DataError: ``normal_label_unknown``.
    """
    normal = _normal_labels(samples, normal_label)
    records = (_relabelled(record, normal) for record in samples.records)
    return replace(samples, records=tuple(records))


def _normal_labels(samples: SampleSet, wanted: str) -> frozenset[str]:
    given = sorted({label for record in samples.records for label in record.labels})
    if wanted == "auto":
        known = {_plain(name) for name in NORMAL_NAMES}
        normal = frozenset(label for label in given if _plain(label) in known)
    else:
        normal = frozenset({wanted}) & frozenset(given)
    if given and not normal:
        names = ", ".join(given[:10])
        sought = "good, normal, ok, 正常 or the like" if wanted == "auto" else f"'{wanted}'"
        raise DataError(
            f"No label or folder of the data is {sought}; there are: {names}. Name the one of "
            "normal images in the option 'normal_label'.",
            code="normal_label_unknown",
            labels=names,
            wanted=wanted,
        )
    return normal


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _relabelled(record: SampleRecord, normal: frozenset[str]) -> SampleRecord:
    is_odd = bool(record.regions) or bool(record.labels and not normal & set(record.labels))
    return record.model_copy(update={"value": ANOMALOUS if is_odd else NORMAL})


def _require(records: Sequence[SampleRecord]) -> None:
    for split in (Split.TRAIN, Split.VALIDATION):
        if not any(record.split is split and not is_anomalous(record) for record in records):
            raise DataError(
                f"The {split.value} split has no normal image. Normal images are what is "
                "learnt, and held-out ones tell how far normal reaches. Add some, or give the "
                "split a larger share.",
                code="normal_missing",
                split=split.value,
            )
    if not any(is_anomalous(record) for record in records):
        raise DataError(
            "No image is anomalous, so nobody could say how good the model is. Put a few into a "
            "folder of their own beside the normal ones; they are never learnt from.",
            code="anomalies_missing",
        )


def _moved(records: Sequence[SampleRecord]) -> list[SampleRecord]:
    """Give the anomalous images of training to the evaluation split that has fewer, one by one."""
    has_test = any(record.split is Split.TEST for record in records)
    evaluation_splits = (Split.TEST, Split.VALIDATION) if has_test else (Split.VALIDATION,)
    odd = [record for record in records if is_anomalous(record)]
    counts = {split: sum(record.split is split for record in odd) for split in evaluation_splits}
    places: dict[str, Split] = {}
    # By content, so that copies of an image stay together and names do not matter.
    for record in sorted(odd, key=lambda one: one.sha256):
        if record.split is Split.TRAIN:
            split = min(evaluation_splits, key=counts.__getitem__)
            split = places.setdefault(record.sha256, split)
            counts[split] += 1
    return [
        record.model_copy(update={"split": places.get(record.sha256, record.split)})
        if is_anomalous(record) and record.split is Split.TRAIN
        else record
        for record in records
    ]
