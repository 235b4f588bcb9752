"""Reads about saved recipes."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import QuerySet

from backend.accounts.contracts import Caller, Role
from backend.api.errors import NotFound
from backend.api.people import Person
from backend.cleaning.contracts import RecipeView
from backend.cleaning.models import CleaningRecipe
from backend.projects.selectors import require_row


def recipes_of(*, project_id: UUID) -> QuerySet[CleaningRecipe]:
    """Return the recipes of a project."""
    return CleaningRecipe.objects.filter(project_id=project_id).select_related("created_by")


def require_recipe(
    *, caller: Caller, recipe_id: UUID, minimum: Role = Role.VIEWER
) -> CleaningRecipe:
    """Return a recipe of a project in which the caller has at least a role.

    Raises:
        NotFound: when there is none, or the caller may not know of it.
        NotAllowed: when the role is not enough.
    """
    return require_row(
        CleaningRecipe.objects.select_related("created_by").filter(id=recipe_id),
        caller=caller,
        minimum=minimum,
        missing=NotFound("There is no such recipe.", code="cleaning_recipe_not_found"),
    )


def complete(rows: Sequence[CleaningRecipe]) -> list[RecipeView]:
    """Describe recipes."""
    return [
        RecipeView(
            id=row.id,
            project_id=row.project_id,
            media=row.media,
            name=row.name,
            steps=row.steps,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
    ]
