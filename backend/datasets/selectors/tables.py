"""What the tables of a dataset or of a frozen version hold, by their first rows."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from easel.dates import moment_of

from backend.api.errors import Invalid, NotFound
from backend.datasets.media.table import Row
from backend.datasets.models import Dataset, DatasetVersion, Sample, VersionSample
from backend.decoding.decode import decode
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from engine.catalog import TASKS, Media
from engine.formats.tables.cells import is_infinite
from engine.formats.tables.guesses.cell_units import are_codes
from engine.formats.tables.guesses.time_numbers import counted_time
from engine.formats.tables.uneven import UnevenRows
from engine.specs.package.ops.table import EncodeColumnsOp
from engine.specs.samples.table_reading import DateOrder, TableReading

# Rows that kinds and missing shares are counted by, and rows that are shown.
MAX_READ = 10_000
MAX_SHOWN = 50
MAX_EXAMPLES = 5
# A column of more different texts than this share of its rows holds free text, not categories.
_FREE_TEXT = 0.5
_FEW = 20
# As training reads them: texts that stand for a missing cell, and how many cells make a kind clear.
MISSING = frozenset(EncodeColumnsOp().missing)
_CLEAR_SHARE = 0.98


@dataclass(frozen=True)
class Column:
    """One column: what somebody said of it, and what its first rows tell.

    ``kind`` is what it is taken for, ``guessed_kind`` what it seems to be; ``role`` is the part
    that it has in training unless a run says otherwise. ``missing_share`` is the part of the rows
    that were read without a value, ``num_distinct`` how many different values they hold,
    ``examples`` the commonest of them. Of the cells with a value, ``num_numbers`` are finite
    numbers, ``num_infinite`` infinite ones, and ``num_words`` anything else.
    """

    name: str
    kind: str
    guessed_kind: str
    role: str | None
    missing_share: float
    num_distinct: int
    examples: tuple[str, ...]
    num_numbers: int
    num_infinite: int
    num_words: int
    num_distinct_numbers: int


@dataclass(frozen=True)
class TableView:
    """One table, its first rows, and its columns as described by ``num_rows_read`` of its rows.

    ``reading`` is how its file is read, null where nobody knows; ``is_changed`` tells one that was
    written anew to be read so.
    """

    sample_id: UUID
    name: str
    num_rows: int
    num_rows_read: int
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    reading: TableReading | None = None
    is_changed: bool = False


def table_of(*, dataset: Dataset, sample_id: UUID | None = None) -> TableView:
    """Return a table of a dataset, the latest unless another is named.

    Raises:
        Invalid: when the dataset holds no tables.
        NotFound: when there is no such sample, or no table yet.
    """
    sample = table_sample(dataset=dataset, sample_id=sample_id)
    return _view(sample, sample.blob.media_type, dataset.columns)


def table_sample(*, dataset: Dataset, sample_id: UUID | None = None) -> Sample:
    """Return the sample of a table of a dataset, the latest unless another is named.

    Raises:
        Invalid: when the dataset holds no tables.
        NotFound: when there is no such sample, or no table yet.
    """
    _require_tables(dataset)
    rows = Sample.objects.filter(dataset=dataset, trashed_at=None).select_related("blob")
    if sample_id is not None:
        rows = rows.filter(id=sample_id)
    sample = rows.order_by("-created_at", "-id").first()
    if sample is None:
        raise NotFound("There is no such table in this dataset.", code="table_not_found")
    return sample


def table_of_version(*, version: DatasetVersion) -> TableView:
    """Return the first table of a frozen version; all tables of one have the same columns.

    Raises:
        Invalid: when the dataset holds no tables.
        NotFound: when the version has no table, or its sample was purged since.
    """
    _require_tables(version.dataset)
    found = first_tables([version.id]).get(version.id)
    if found is None:
        raise NotFound("There is no such table in this version.", code="table_not_found")
    return found


def first_tables(version_ids: Iterable[UUID]) -> dict[UUID, TableView]:
    """Return the first table of each version that has one."""
    found = {}
    for version_id in version_ids:
        rows = VersionSample.objects.filter(version_id=version_id).select_related("blob")
        entry = rows.order_by("id").first()
        sample = entry and Sample.objects.filter(id=entry.sample_id).first()
        if entry and sample:
            chosen = Dataset.objects.values_list("columns", flat=True).get(id=sample.dataset_id)
            found[version_id] = _view(sample, entry.blob.media_type, chosen)
    return found


def date_order_of(version_ids: Sequence[UUID]) -> DateOrder:
    """Return how the short dates of versions' tables were written, ``ymd`` where there are none."""
    samples = VersionSample.objects.filter(version_id__in=version_ids).values("sample_id")
    ordered = Sample.objects.filter(id__in=samples, reading__date_order__in=("dmy", "mdy"))
    order: DateOrder | None = ordered.values_list("reading__date_order", flat=True).first()
    return order or "ymd"


@dataclass(frozen=True)
class UnevenTable:
    """A table of a version in which rows had another number of cells than columns."""

    name: str
    rows: UnevenRows


def uneven_tables(version_ids: Iterable[UUID]) -> list[UnevenTable]:
    """Return the tables of versions that had rows which did not fit, as they were frozen."""
    rows = VersionSample.objects.filter(version_id__in=list(version_ids))
    frozen = dict(rows.order_by("id").values_list("sample_id", "blob_id"))
    samples = Sample.objects.filter(id__in=frozen).exclude(uneven={})
    found = {row.id: (row.name, row.uneven.get(frozen[row.id])) for row in samples}
    return [
        UnevenTable(found[sample_id][0], UnevenRows(**found[sample_id][1]))
        for sample_id in frozen
        if sample_id in found and found[sample_id][1]
    ]


def _require_tables(dataset: Dataset) -> None:
    if TASKS[dataset.task].media is not Media.TABLE:
        raise Invalid(
            "This dataset does not hold tables. Only tables have columns.", code="not_tabular"
        )


def _view(sample: Sample, media_type: str, chosen: Mapping[str, Any]) -> TableView:
    columns, shown, num_read = _preview(sample.blob_id, media_type)
    columns = tuple(_as_chosen(column, chosen.get(column.name, {})) for column in columns)
    return TableView(
        sample_id=sample.id,
        name=sample.name,
        num_rows=sample.num_rows or 0,
        num_rows_read=num_read,
        columns=columns,
        rows=shown,
        reading=TableReading.model_validate_json(json.dumps(sample.reading))
        if sample.reading
        else None,
        is_changed=sample.original_id is not None,
    )


@lru_cache(maxsize=64)
def _preview(sha256: str, media_type: str) -> tuple[tuple[Column, ...], tuple[Row, ...], int]:
    """Read the first rows of a stored table; its content never changes."""
    try:
        with store().open(key_of(sha256)) as file:
            table = decode("first_rows", file, media_type=media_type, limit=MAX_READ).found
    except Refused as error:
        raise unreadable(error) from error
    rows: list[Row] = table["rows"]
    columns = tuple(
        _column(name, [row[position] for row in rows])
        for position, name in enumerate(table["names"])
    )
    return columns, tuple(rows[:MAX_SHOWN]), len(rows)


def unreadable(error: Refused) -> Invalid:
    """Return the refusal of a stored table that cannot be read."""
    return Invalid(error.message, code=error.code, **error.params)


def _as_chosen(column: Column, chosen: Mapping[str, str]) -> Column:
    return replace(column, kind=chosen.get("kind", column.kind), role=chosen.get("role"))


def _column(name: str, cells: Sequence[str | None]) -> Column:
    counted = Counter(cell for cell in cells if cell is not None and cell.strip() not in MISSING)
    num_present = counted.total()
    kind = _kind(name, counted)
    numbers = {cell: times for cell, times in counted.items() if _is_number(cell)}
    num_infinite = sum(times for cell, times in counted.items() if is_infinite(cell))
    return Column(
        name=name,
        kind=kind,
        guessed_kind=kind,
        role=None,
        missing_share=round(1 - num_present / len(cells), 6) if cells else 0.0,
        num_distinct=len(counted),
        examples=tuple(cell[:200] for cell, _ in counted.most_common(MAX_EXAMPLES)),
        num_numbers=sum(numbers.values()),
        num_infinite=num_infinite,
        num_words=num_present - sum(numbers.values()) - num_infinite,
        num_distinct_numbers=len(numbers),
    )


def _kind(name: str, counted: Counter[str]) -> str:
    """Return what nearly all values of a column can be read as, the narrowest first."""
    if not counted:
        return "empty"
    clear = _CLEAR_SHARE * counted.total()
    readers = (("number", _is_number), ("time", _is_time))
    infinite = _CLEAR_SHARE * sum(num for cell, num in counted.items() if is_infinite(cell))
    for kind, reads in readers[1:] if are_codes(counted) else readers:
        least = clear - infinite if kind == "number" else clear
        if 0 < least <= sum(times for cell, times in counted.items() if reads(cell)):
            numbers = [float(cell) for cell in counted if kind == "number" and _is_number(cell)]
            return "time" if counted_time(name, numbers) else kind
    is_free = len(counted) > _FEW and len(counted) > _FREE_TEXT * counted.total()
    return "text" if is_free else "category"


def _is_number(cell: str) -> bool:
    try:
        return math.isfinite(float(cell))
    except ValueError:
        return False


def _is_time(cell: str) -> bool:
    return moment_of(cell.strip(), None) is not None
