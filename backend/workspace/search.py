"""Finding things of an organisation by a part of their names, asked of the apps that have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from backend.datasets.selectors import named as datasets
from backend.deployments import selectors as deployments
from backend.model_registry import selectors as model_registry
from backend.projects.contracts import Named
from backend.projects.selectors import projects_of

MAX_FOUND = 6
# A single letter is in nearly every name.
MIN_CHARACTERS = 2

Kind = Literal["project", "dataset", "model_version", "deployment", "sample"]


@dataclass(frozen=True)
class FoundView:
    """Something that a search found, and the project it is in.

    A ``sample`` has its dataset; of a model the latest version is given.
    """

    kind: Kind
    id: UUID
    name: str
    project_id: UUID
    project_name: str
    dataset_id: UUID | None


_Search = Callable[[UUID, str, int], Sequence[Named]]


def _projects(organisation_id: UUID, text: str, most: int) -> list[Named]:
    rows = projects_of(organisation_id=organisation_id, search=text).order_by("-updated_at")
    return [Named(row.id, row.name, row.id, row.name) for row in rows[:most]]


_SEARCHES: Mapping[Kind, _Search] = {
    "project": _projects,
    "dataset": datasets.datasets_named,
    "model_version": model_registry.models_named,
    "deployment": deployments.deployments_named,
    "sample": datasets.samples_named,
}


def find(*, organisation_id: UUID, text: str) -> list[FoundView]:
    """Return what is called so, at most ``MAX_FOUND`` of each kind and nothing in the trash.

    That the caller may see all of the organisation's projects has been checked.
    """
    text = text.strip()
    if len(text) < MIN_CHARACTERS:
        return []
    return [
        FoundView(
            kind, one.id, one.name, one.project_id, one.project_name, dataset_id=one.dataset_id
        )
        for kind, search in _SEARCHES.items()
        for one in search(organisation_id, text, MAX_FOUND)
    ]
