"""Reads about saved views."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.datasets.contracts.filters import asked
from backend.datasets.models import SavedView
from backend.datasets.selectors.datasets import require_dataset


@dataclass(frozen=True)
class ViewOfSamples:
    """A filter and an order under a name; ``query`` holds what it asks for."""

    id: UUID
    dataset_id: UUID
    name: str
    query: Mapping[str, Any]
    ordering: str
    created_by: Person | None
    created_at: datetime


def views_of(*, dataset_id: UUID) -> list[ViewOfSamples]:
    """Return all saved views of a dataset by name."""
    rows = SavedView.objects.filter(dataset_id=dataset_id).select_related("created_by")
    return [_shown(row) for row in rows.order_by("name")]


def describe(view_id: UUID) -> ViewOfSamples:
    """Return a saved view that the caller may see."""
    return _shown(SavedView.objects.select_related("created_by").get(id=view_id))


def require_view(*, caller: Caller, view_id: UUID, minimum: Role = Role.VIEWER) -> SavedView:
    """Return a saved view of a dataset in whose project the caller has at least a role.

    Raises:
        NotFound: when there is no such view, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    view = view_row(view_id)
    try:
        require_dataset(caller=caller, dataset_id=view.dataset_id, minimum=minimum)
    except NotFound:
        raise _missing() from None
    return view


def view_row(view_id: UUID) -> SavedView:
    """Return a saved view with its dataset, whoever may see it.

    Raises:
        NotFound: when there is no such view.
    """
    view = SavedView.objects.select_related("dataset").filter(id=view_id).first()
    if view is None:
        raise _missing()
    return view


def _missing() -> NotFound:
    return NotFound("There is no such view.", code="view_not_found")


def _shown(row: SavedView) -> ViewOfSamples:
    author = row.created_by
    return ViewOfSamples(
        id=row.id,
        dataset_id=row.dataset_id,
        name=row.name,
        query=asked(row.query),
        ordering=row.ordering,
        created_by=Person(author.id, author.name) if author else None,
        created_at=row.created_at,
    )
