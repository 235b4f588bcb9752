"""The sample index that a run reads: the versions' indexes one after the other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.datasets.contracts import VersionRef
from backend.files.local import bring_sample_here, local_root
from backend.files.rounds import damaged_files
from backend.files.store import key_of, naming_full_disk, store
from backend.training.services.data import label_union
from engine.specs.data import ManifestDataSpec

# Of each label; two is what a split needs at least.
_MIN_KEPT = 2


def records(versions: Sequence[VersionRef]) -> Iterator[dict[str, Any]]:
    """Yield the sample records of all versions; content that two of them share appears once.

    The first version that holds it decides its labels and its split, so that no sample is both
    trained on and tested with.
    """
    seen: set[str] = set()
    for version in versions:
        assert version.index_sha256 is not None
        with store().open(key_of(version.index_sha256)) as file:
            for line in file:
                record: dict[str, Any] = json.loads(line)
                if record["sha256"] not in seen:
                    seen.add(record["sha256"])
                    yield record


def partial(found: Iterable[dict[str, Any]], fraction: float) -> Iterator[dict[str, Any]]:
    """Leave out all but a part of the training samples; what judges a model stays whole.

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
    )


def write_records(found: Iterable[Mapping[str, Any]], path: Path) -> Path:
    """Write an index of any samples and return the folder its files are relative to.

    Files of a store that is not on this machine are fetched into the cache first.

    Raises:
        NotFound: ``sample_file_damaged``, naming the sample.
        Unavailable: ``disk_full``.
    """
    damaged = damaged_files()
    with naming_full_disk(), path.open("w") as index:
        for record in found:
            key = bring_sample_here(
                sha256=record["sha256"],
                name=record["name"],
                sample_id=record["id"],
                damaged=damaged,
            )
            index.write(json.dumps({**record, "file": key}, ensure_ascii=False) + "\n")
    return local_root()
