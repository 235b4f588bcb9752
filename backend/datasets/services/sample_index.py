"""The index of samples that a process reads: one record a line, and where each file is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from backend.datasets.contracts import VersionRef
from backend.files.contracts.keys import key_of
from backend.files.services.backends import naming_full_disk
from backend.files.services.local import bring_sample_here, local_root
from backend.files.services.readable import ReadableFiles, nowhere
from backend.files.services.rounds import damaged_files
from backend.files.services.store import store


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


def write_readable_records(
    found: Iterable[Mapping[str, Any]], path: Path, *, with_unreadable: bool
) -> Path:
    """Write an index for work that goes on without some files; return what these are relative to.

    Which could not be read is noted in the folder of the index (``readable.unreadable_of``).

    Args:
        found: the records.
        path: of the index.
        with_unreadable: whether samples without a file are in it, so that it is found that they
            have none; else they are left out.

    Raises:
        Unavailable: ``disk_full``.
    """
    files = ReadableFiles()
    with naming_full_disk():
        with path.open("w") as index:
            for record in found:
                key = files.key(sha256=record["sha256"], name=record["name"])
                if key is None and not with_unreadable:
                    continue
                line = {**record, "file": key or nowhere(record["sha256"])}
                index.write(json.dumps(line, ensure_ascii=False) + "\n")
        files.note(path.parent)
    return local_root()
