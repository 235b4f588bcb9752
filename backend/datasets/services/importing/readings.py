"""How the files of tables are read: looked at before, and changed after they came in."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.datasets.media.inspection import examine
from backend.datasets.media.properties import MediaProperties, Problem
from backend.datasets.models import Dataset, Sample
from backend.datasets.services import counters
from backend.datasets.services.datasets import record
from backend.datasets.services.importing.ingestion import MAX_NAME, name_of
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.services.blobs import delete_unused, record_blobs
from backend.files.services.store import store
from engine.catalog import Media
from engine.specs.samples.table_reading import TableReading


def preview_table(
    *, content: bytes, reading: TableReading, is_whole: bool = True
) -> dict[str, Any]:
    """Say how a table would be read, and show its first rows.

    Raises:
        Invalid: when it cannot be read so.
    """
    wanted = reading.model_dump(mode="json")
    try:
        found = decode("preview_table", content, reading=wanted, is_whole=is_whole).found
    except Refused as error:
        raise Invalid(error.message, code=error.code, **error.params) from error
    looked: dict[str, Any] = found
    return looked


def preview_sample(*, sample: Sample, reading: TableReading) -> dict[str, Any]:
    """Say how the file that a table was made of would be read.

    Raises:
        Invalid: when it cannot be read so.
    """
    return preview_table(content=_original(sample), reading=reading)


@transaction.atomic
def read_again(*, sample: Sample, reading: TableReading, read_by: Caller) -> Sample:
    """Make a table anew of the file that it came as; frozen versions keep what they have.

    Raises:
        Conflict: ``table_is_there`` when another table of the dataset is the same then.
        Invalid: when the file cannot be read so, or no row is left.
    """
    dataset = counters.lock_dataset(sample.dataset_id)
    found = examine(Media.TABLE, _original(sample), max_pixels=1, reading=reading)
    if isinstance(found, Problem):
        raise Invalid(found.message, code=found.code, **found.params)
    same = Sample.objects.filter(dataset=dataset, blob_id=found.sha256).exclude(id=sample.id)
    if same.exists():
        raise Conflict(
            "Another table of this dataset, or of its trash, has these rows. Delete it first.",
            code="table_is_there",
        )
    before = [key for key in (sample.blob_id, sample.original_id) if key is not None]
    counters.adjust(dataset.id, num_bytes=found.num_bytes - sample.bytes)
    _store(sample, found)
    say_kinds(dataset, reading)
    record(dataset, read_by, "dataset.table_read_again", name=sample.name)
    # After the commit: a rollback brings the rows back, but no file.
    transaction.on_commit(partial(delete_unused, before))
    return sample


def say_kinds(dataset: Dataset, reading: TableReading) -> None:
    """Take columns for categories that the reading of a table says are such."""
    columns: dict[str, Any] = dict(dataset.columns)
    for one in reading.kinds:
        parts = {name: value for name, value in columns.get(one.name, {}).items() if name != "kind"}
        columns[one.name] = {**parts, "kind": "category"} if one.kind == "category" else parts
    columns = {name: parts for name, parts in columns.items() if parts}
    if columns != dataset.columns:
        Dataset.objects.filter(id=dataset.id).update(columns=columns)


def _original(sample: Sample) -> bytes:
    with store().open(key_of(sample.original_id or sample.blob_id)) as file:
        return file.read()


def _store(sample: Sample, found: MediaProperties) -> None:
    assert isinstance(found.content, bytes)
    contents = {found.sha256: (found.content, found.media_type)}
    if isinstance(found.original, bytes):
        contents[found.original_sha256] = (found.original, found.original_type)
    record_blobs({sha256: (len(content), media) for sha256, (content, media) in contents.items()})
    store().put_many({key_of(sha256): content for sha256, (content, _) in contents.items()})
    sample.blob_id = found.sha256
    sample.original_id = found.original_sha256 if found.original is not None else None
    sample.reading = dict(found.reading)
    sample.uneven = {**sample.uneven, **found.uneven_by_content}
    sample.name = name_of(sample.name, found)[-MAX_NAME:]
    sample.num_rows, sample.excerpt, sample.bytes = found.num_rows, found.excerpt, found.num_bytes
    sample.save(
        update_fields=(
            "blob",
            "original",
            "reading",
            "uneven",
            "name",
            "num_rows",
            "excerpt",
            "bytes",
        )
    )
