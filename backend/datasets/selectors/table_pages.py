"""Rows of a table from any place on, and statistics of its columns, once it was read."""

from __future__ import annotations

import json
from typing import Any

from backend.api.errors import NotFound
from backend.datasets.media.table import Row
from backend.datasets.models import Sample
from backend.datasets.selectors.tables import unreadable
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.services.store import store
from backend.files.services.table_files import pages_key, statistics_key

# What takes no longer to read than an answer may: larger tables are read by a worker.
MAX_BYTES_AT_ONCE = 4 << 20


def is_small(sample: Sample) -> bool:
    """Tell whether a table can be read while somebody waits."""
    return sample.bytes <= MAX_BYTES_AT_ONCE


def rows_of(sample: Sample, *, offset: int, limit: int) -> list[Row]:
    """Return rows from a place on; memory does not grow with the table.

    Raises:
        NotFound: ``table_not_read`` when a worker has to read it first.
        Invalid: when these rows are too large to be shown.
    """
    try:
        with store().open(pages_key(sample.blob_id)) as file:
            rows: list[Row] = decode("page_rows", file, offset=offset, limit=limit).found
    except NotFound as error:
        raise _not_read() from error
    except Refused as error:
        raise unreadable(error) from error
    return rows


def statistics_of(sample: Sample) -> dict[str, Any]:
    """Return the statistics of all columns.

    Raises:
        NotFound: ``table_not_read`` when a worker has to read it first.
    """
    try:
        with store().open(statistics_key(sample.blob_id)) as file:
            found: dict[str, Any] = json.load(file)
    except NotFound as error:
        raise _not_read() from error
    for column in found["columns"]:
        column["top"] = [{"value": value, "num": num} for value, num in column["top"]]
    return found


def _not_read() -> NotFound:
    return NotFound(
        "This table has not been read yet. Ask for it with POST.", code="table_not_read"
    )
