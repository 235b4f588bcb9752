"""Versions that were written in formats of datumaro's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.datasets.models import DatumaroExport
from backend.datasets.services.versioning.datumaro import ZIP, export_folder
from backend.jobs.contracts import JobView
from backend.jobs.selectors import get_view
from backend.projects.selectors import require_row


@dataclass(frozen=True)
class DatumaroExportView:
    """A version written in a format of datumaro's; ``url`` is its zip once the job is done."""

    id: UUID
    format: str
    num_samples: int | None
    num_annotations: int | None
    losses: list[dict[str, Any]]
    job: JobView | None
    url: str | None


def require_export(*, caller: Caller, export_id: UUID) -> DatumaroExport:
    """Return an export of a version that the caller may take out.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        DatumaroExport.objects.select_related("version__dataset").filter(id=export_id),
        caller=caller,
        minimum=Role.DEVELOPER,
        missing=NotFound("There is no such export. Make it again.", code="export_not_found"),
        project="version__dataset__project__",
    )


def describe_export(export: DatumaroExport) -> DatumaroExportView:
    """Return an export with its job, and where its zip is once it is made."""
    is_made = (export_folder(export) / ZIP).is_file() and export.num_samples is not None
    job = get_view(job_id=export.job_id) if export.job_id is not None else None
    return DatumaroExportView(
        id=export.id,
        format=export.format,
        num_samples=export.num_samples,
        num_annotations=export.num_annotations,
        losses=export.losses,
        job=job,
        url=f"/api/v1/datumaro-exports/{export.id}/file" if is_made else None,
    )
