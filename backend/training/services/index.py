"""The sample index that a run reads: the versions' indexes one after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from backend.datasets.contracts import VersionRef
from backend.datasets.selectors.tables import date_order_of
from backend.datasets.services.sample_index import records, write_records
from backend.training.services.data import label_union
from engine.specs.data import ManifestDataSpec

# Of each label; two is what a split needs at least.
_MIN_KEPT = 2


def partial(found: Iterable[dict[str, Any]], fraction: float) -> Iterator[dict[str, Any]]:
    """Leave out all but a part of the training samples; what evaluates a model stays whole.

    Which samples stay follows from their contents alone, so that all trials of a search learn from
    the same ones; the first few of each label stay in any case.
    """
    kept: Counter[str] = Counter()
    for record in found:
        labels = record.get("labels") or [""]
        is_scarce = any(kept[label] < _MIN_KEPT for label in labels)
        share = int(record["sha256"][:8], 16) / 2**32
        if record["split"] != "train" or fraction >= 1 or is_scarce or share < fraction:
            kept.update(labels if record["split"] == "train" else ())
            yield record


def write_data(
    versions: Sequence[VersionRef], folder: Path, found: Iterable[dict[str, Any]] | None = None
) -> ManifestDataSpec:
    """Write one index for all versions into ``folder`` and return how the engine finds them.

    Args:
        versions: whose labels there are; the data is named after the first.
        folder: of the job.
        found: the records that take part; all of the versions by default.

    Raises:
        Unavailable: ``disk_full``.
    """
    index = folder / "samples.jsonl"
    files_root = write_records(records(versions) if found is None else found, index)
    return ManifestDataSpec(
        index=str(index),
        files_root=str(files_root),
        labels=label_union(versions),
        multi_label=versions[0].multi_label,
        dataset_version_id=str(versions[0].id),
        date_order=date_order_of([version.id for version in versions]),
    )
