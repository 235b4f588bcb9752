"""Reads about uploads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from uuid import UUID

from django.db.models import Q, QuerySet

from backend.accounts.contracts import Caller, Role
from backend.annotation.contracts.imported import DETAILS
from backend.api.errors import NotFound
from backend.datasets.models import Archive, Import, ImportProblem, Sample
from backend.datasets.selectors.datasets import require_dataset_row
from backend.datasets.services.statements import Tally
from backend.files.services.damage import damage_of
from backend.jobs.contracts import JobView
from backend.jobs.selectors import get_views


def require_import(*, caller: Caller, import_id: UUID, minimum: Role = Role.VIEWER) -> Import:
    """Return an upload to a dataset in which the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such upload, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Import.objects.select_related("dataset").filter(id=import_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such upload.", code="import_not_found"),
    )


def require_archive(*, caller: Caller, archive_id: UUID) -> Archive:
    """Return an archive that the caller may send.

    Raises:
        NotFound: when there is no such archive, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_dataset_row(
        Archive.objects.select_related("import_session").filter(id=archive_id),
        caller=caller,
        minimum=Role.DEVELOPER,
        missing=NotFound("There is no such archive.", code="archive_not_found"),
        dataset="import_session__dataset__",
    )


def describe(session: Import) -> Import:
    """Add to an upload its archives and their jobs, and what became of the annotations."""
    rows = Archive.objects.filter(import_session_id=session.id).order_by("created_at", "id")
    archives = list(rows)
    jobs = get_views(job_ids=[archive.job_id for archive in archives if archive.job_id])
    session.described_archives = [_shown(archive, jobs) for archive in archives]  # type: ignore[attr-defined]
    session.described_annotations = _annotations(session)  # type: ignore[attr-defined]
    return session


def _annotations(session: Import) -> dict[str, object]:
    tally = Tally.from_json(session.counts)
    left_out = sorted(tally.left_out.items(), key=lambda pair: (-pair[1], pair[0]))
    return {
        "num_given": tally.annotations,
        "num_taken": tally.taken,
        "num_regions": tally.regions,
        "num_same": tally.same,
        "num_merged": tally.merged,
        "num_replaced": tally.replaced,
        "num_negative": tally.negative,
        "left_out": [
            {"code": code, "num": num, "is_detail": code in DETAILS} for code, num in left_out
        ],
    }


def describe_archive(archive: Archive) -> dict[str, object]:
    """Return an archive with its job."""
    return _shown(archive, get_views(job_ids=[archive.job_id] if archive.job_id else []))


def problems_of(*, import_id: UUID) -> QuerySet[ImportProblem]:
    """Return what was rejected or changed in an upload."""
    return ImportProblem.objects.filter(import_session_id=import_id)


def known(*, dataset_id: UUID, sha256s: Collection[str]) -> list[str]:
    """Return those contents that a dataset has outside its trash, whole as far as is known."""
    rows = Sample.objects.filter(dataset_id=dataset_id, blob_id__in=list(sha256s), trashed_at=None)
    rows = rows.exclude(~Q(blob__damage=""), blob__source="")
    found = rows.values_list("blob_id", "blob__bytes", "blob__source")
    return sorted(
        sha256
        for sha256, num_bytes, source in found
        if source or damage_of(sha256, num_bytes, is_read=False) is None
    )


def _shown(archive: Archive, jobs: Mapping[UUID, JobView]) -> dict[str, object]:
    return {
        "id": archive.id,
        "name": archive.name,
        "num_bytes": archive.num_bytes,
        "num_received": archive.num_received,
        "job": jobs.get(archive.job_id) if archive.job_id else None,
    }
