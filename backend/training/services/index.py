"""The sample index that a run reads: the versions' indexes one after the other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings

from backend.datasets.contracts import VersionRef
from backend.files.store import key_of, naming_full_disk, store


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


def write_index(versions: Sequence[VersionRef], path: Path) -> Path:
    """Write one index for all versions and return the folder its files are relative to.

    Files of a store that is not on this machine are fetched into the cache first.

    Raises:
        Unavailable: ``disk_full``.
    """
    return write_records(records(versions), path)


def write_records(found: Iterable[Mapping[str, Any]], path: Path) -> Path:
    """Write an index of any samples and return the folder its files are relative to.

    Raises:
        Unavailable: ``disk_full``.
    """
    files_root = _files_root()
    with naming_full_disk(), path.open("w") as index:
        for record in found:
            key = key_of(record["sha256"])
            if files_root is None:
                _fetch(key)
            index.write(json.dumps({**record, "file": key}, ensure_ascii=False) + "\n")
    return files_root or _cache()


def _files_root() -> Path | None:
    path = store().local_path("x")
    return None if path is None else path.parent


def _cache() -> Path:
    data: Path = settings.ENVIRONMENT.data
    return data / "cache" / "files"


def _fetch(key: str) -> None:
    path = _cache() / key
    if path.is_file():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(".part")
    with store().open(key) as source, temporary.open("wb") as target:
        while piece := source.read(1 << 20):
            target.write(piece)
    temporary.replace(path)
