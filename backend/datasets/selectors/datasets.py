"""Reads about datasets; every owned row of the app is reached through ``require_dataset``."""

from __future__ import annotations

from uuid import UUID

from django.db.models import JSONField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import JSONObject

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.datasets.models import Dataset, DatasetVersion, Sample
from backend.datasets.selectors.table_rows import num_rows
from backend.projects.selectors import Row, require_row


def require_dataset(*, caller: Caller, dataset_id: UUID, minimum: Role = Role.VIEWER) -> Dataset:
    """Return a dataset in whose project the caller has at least the role ``minimum``.

    Raises:
        NotFound: when there is no such dataset, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        Dataset.objects.filter(id=dataset_id, trashed_at=None),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such dataset.", code="dataset_not_found"),
    )


def require_dataset_row(
    rows: QuerySet[Row],
    *,
    caller: Caller,
    minimum: Role,
    missing: NotFound,
    dataset: str = "dataset__",
) -> Row:
    """Return the row that is left of ``rows`` if the caller may know of its dataset; one query.

    What belongs to a dataset in the trash is not there. ``dataset`` is the way from a row to its
    dataset, as conditions spell it; all else is as for ``require_row``.
    """
    return require_row(
        rows.filter(**{f"{dataset}trashed_at": None}),
        caller=caller,
        minimum=minimum,
        missing=missing,
        project=f"{dataset}project__",
    )


def datasets_of(*, project_id: UUID) -> QuerySet[Dataset]:
    """Return the datasets of a project, each with its latest ready version and its rows."""
    latest = (
        DatasetVersion.objects.filter(dataset=OuterRef("id"), state=DatasetVersion.State.READY)
        .order_by("-number")
        .values(row=JSONObject(id="id", number="number"))[:1]
    )
    return Dataset.objects.filter(project_id=project_id, trashed_at=None).annotate(
        latest_version=Subquery(latest, output_field=JSONField()), num_rows=num_rows()
    )


def describe(dataset_id: UUID) -> Dataset:
    """Return a dataset with its latest ready version."""
    project_id = Dataset.objects.values_list("project_id", flat=True).get(id=dataset_id)
    return datasets_of(project_id=project_id).get(id=dataset_id)


def storage_bytes(*, organisation_id: UUID) -> int:
    """Return the bytes of all samples of an organisation, those in the trash too."""
    rows = Sample.objects.filter(dataset__project__organisation_id=organisation_id)
    return rows.aggregate(total=Sum("bytes"))["total"] or 0
