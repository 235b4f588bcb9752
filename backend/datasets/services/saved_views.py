"""Keep filters under names."""

from __future__ import annotations

from django.db import transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.filters import document
from backend.datasets.models import Dataset, SavedView
from backend.datasets.selectors.samples import samples_of
from backend.datasets.selectors.saved_views import view_row
from backend.datasets.services.counters import lock_dataset
from backend.datasets.services.datasets import record

MAX_VIEWS = 500


@transaction.atomic
def save_view(
    *, dataset: Dataset, name: str, query: SampleFilter, ordering: str, saved_by: Caller
) -> SavedView:
    """Save a filter under a new name.

    Raises:
        Conflict: when the name is taken, or there are as many views as there may be.
        Invalid: when the filter asks for a version of another dataset.
    """
    lock_dataset(dataset.id)
    _require_free(dataset, name)
    samples_of(dataset, query)
    if SavedView.objects.filter(dataset=dataset).count() >= MAX_VIEWS:
        raise Conflict(
            f"A dataset has at most {MAX_VIEWS} views. Remove one that is no longer used.",
            code="too_many_views",
            maximum=MAX_VIEWS,
        )
    record(dataset, saved_by, "view.saved", view=name)
    return SavedView.objects.create(
        dataset=dataset,
        name=name,
        query=document(query),
        ordering=ordering,
        created_by_id=saved_by.user_id,
    )


@transaction.atomic
def change_view(
    *,
    view: SavedView,
    changed_by: Caller,
    name: str | None = None,
    query: SampleFilter | None = None,
    ordering: str | None = None,
) -> None:
    """Update the name or filter of a saved view.

    Raises:
        Conflict: when the name is taken.
        Invalid: when the filter asks for a version of another dataset.
        NotFound: when somebody removed it meanwhile.
    """
    view = _locked(view)
    if name is not None and name != view.name:
        _require_free(view.dataset, name)
        view.name = name
    if query is not None:
        samples_of(view.dataset, query)
        view.query = document(query)
    view.ordering = ordering or view.ordering
    view.save(update_fields=["name", "query", "ordering"])
    record(view.dataset, changed_by, "view.changed", view=view.name)


@transaction.atomic
def remove_view(*, view: SavedView, removed_by: Caller) -> None:
    """Delete a saved view; its samples stay.

    Raises:
        NotFound: when somebody removed it meanwhile.
    """
    view = _locked(view)
    record(view.dataset, removed_by, "view.removed", view=view.name)
    view.delete()


def _locked(view: SavedView) -> SavedView:
    """Lock the dataset of a view and return the view as it is now.

    Raises:
        NotFound: ``view_not_found`` when somebody removed it before the lock was ours.
    """
    lock_dataset(view.dataset_id)
    return view_row(view.id)


def _require_free(dataset: Dataset, name: str) -> None:
    if SavedView.objects.filter(dataset=dataset, name=name).exists():
        raise Conflict(
            f"The dataset has a view '{name}' already. Choose another name.",
            code="view_exists",
            name=name,
        )
