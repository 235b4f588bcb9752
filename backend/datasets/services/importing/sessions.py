"""Upload sessions: open until they are closed."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict, Invalid
from backend.datasets.models import Dataset, Import
from backend.datasets.services.datasets import record
from backend.datasets.services.importing.column_previews import require_roles
from backend.datasets.services.importing.readings import say_kinds
from backend.datasets.services.statements import Tally
from backend.datasets.services.versioning.datumaro import require_known
from backend.projects.services.projects import touch_project
from engine.catalog import TASKS, DatasetFormat
from engine.specs.samples.column_mapping import ColumnMapping
from engine.specs.samples.table_reading import TableReading


def open_import(
    *,
    dataset: Dataset,
    format: str,
    created_by: Caller,
    datumaro_format: str = "",
    existing: str = Import.Existing.KEEP,
    reading: TableReading | None = None,
    mapping: ColumnMapping | None = None,
) -> Import:
    """Begin an upload of files in one of the formats of the task's card, or of datumaro's.

    Raises:
        Invalid: ``format_unsupported``, naming those that data of this task can come in;
            ``column_roles_unknown`` when the format has no such columns;
            ``foreign_format_unknown`` when datumaro does not read it.
    """
    if datumaro_format:
        require_known(dataset=dataset, name=datumaro_format, direction="import")
        return Import.objects.create(
            dataset=dataset,
            format=DatasetFormat.JSON_LINES,
            datumaro_format=datumaro_format,
            existing=existing,
            created_by_id=created_by.user_id,
        )
    formats = TASKS[dataset.task].import_formats
    if format not in formats:
        known = ", ".join(formats)
        raise Invalid(
            f"Data of this task cannot be brought in as '{format}'. Choose one of: {known}.",
            code="format_unsupported",
            format=format,
            known=known,
        )
    mapping = mapping or ColumnMapping()
    require_roles(DatasetFormat(format), mapping)
    reading = reading or TableReading()
    say_kinds(dataset, reading)
    return Import.objects.create(
        dataset=dataset,
        format=format,
        existing=existing,
        created_by_id=created_by.user_id,
        reading=reading.model_dump(mode="json"),
        mapping=mapping.model_dump(mode="json"),
    )


@transaction.atomic
def close_import(*, session: Import, closed_by: Caller) -> Import:
    """End an upload; closing again changes nothing."""
    closed = Import.objects.filter(id=session.id, state=Import.State.OPEN).update(
        state=Import.State.CLOSED, closed_at=timezone.now()
    )
    session.refresh_from_db()
    if closed:
        touch_project(session.dataset.project_id)
        record(
            session.dataset,
            closed_by,
            "samples.imported",
            num_added=session.num_added,
            num_rejected=session.num_rejected,
            num_annotations=Tally.from_json(session.counts).taken,
        )
    return session


def require_open(session: Import) -> None:
    """Refuse to add to a closed upload.

    Raises:
        Conflict: when it is closed.
    """
    if session.state != Import.State.OPEN:
        raise Conflict("This upload has been closed. Begin another one.", code="import_closed")
