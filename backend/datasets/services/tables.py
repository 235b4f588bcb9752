"""Write down what columns mean, and make tables ready for looking at."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Invalid, NotFound
from backend.datasets.models import Dataset, Sample
from backend.datasets.selectors.tables import MISSING, table_of, unreadable
from backend.datasets.services.datasets import record
from backend.decoding.decode import decode_alone
from backend.decoding.errors import Refused
from backend.files.contracts.keys import key_of
from backend.files.services.store import store
from backend.files.services.table_files import pages_key, statistics_key

Report = Callable[[int, int], None]


@transaction.atomic
def describe_columns(
    *, dataset: Dataset, columns: Sequence[Mapping[str, Any]], described_by: Caller
) -> None:
    """Say what columns hold and what part they have in training; what is not named stays.

    Raises:
        Invalid: ``column_not_there`` when the latest table has no such column; ``not_tabular``.
        NotFound: when there is no table yet.
    """
    known = {column.name for column in table_of(dataset=dataset).columns}
    unknown = [one["name"] for one in columns if one["name"] not in known]
    if unknown:
        raise Invalid(
            f"The table has no column '{unknown[0]}'. Load the page again.",
            code="column_not_there",
            column=unknown[0],
        )
    # The columns are one document that is written whole: two changes at once would lose one.
    locked = Dataset.objects.select_for_update().get(id=dataset.id)
    described: dict[str, dict[str, str]] = dict(locked.columns)
    for one in columns:
        parts = {part: one[part] for part in ("kind", "role") if part in one}
        merged = {**described.get(one["name"], {}), **parts}
        described[one["name"]] = {
            part: value for part, value in merged.items() if value is not None
        }
    described = {name: parts for name, parts in described.items() if parts}
    if described == locked.columns:
        return
    Dataset.objects.filter(id=dataset.id).update(columns=described, updated_at=timezone.now())
    changed = ", ".join(one["name"] for one in columns[:10])
    record(dataset, described_by, "dataset.columns_described", columns=changed)


def read_table(sample_id: UUID, report: Report) -> None:
    """Make the table of a sample ready for looking at; what is there is not made again.

    Raises:
        NotFound: when the sample was deleted meanwhile.
        Invalid: when the table turns out to be damaged.
    """
    sample = Sample.objects.select_related("blob").filter(id=sample_id).first()
    if sample is None:
        raise NotFound("The table was deleted.", code="sample_not_found")
    make_pages(sample, report)


def make_pages(sample: Sample, report: Report = lambda done, total: None) -> None:
    """Write the pages and statistics of a table unless they are there.

    Raises:
        Invalid: when the table turns out to be damaged.
    """
    files, sha256 = store(), sample.blob_id
    # The statistics come last: where they are, the pages are.
    if files.exists(statistics_key(sha256)):
        return
    with tempfile.TemporaryDirectory(prefix="easel-") as folder:
        pages = Path(folder) / "pages.parquet"
        try:
            with files.open(key_of(sha256)) as file:
                found = decode_alone(
                    "table_pages",
                    file,
                    report_progress=report,
                    media_type=sample.blob.media_type,
                    target=str(pages),
                    missing=sorted(MISSING),
                    total=sample.num_rows or 0,
                ).found
        except Refused as error:
            raise unreadable(error) from error
        files.put_file(pages_key(sha256), pages)
    files.put(statistics_key(sha256), json.dumps(found).encode(), lasting=False)
