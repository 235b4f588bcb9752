"""Keep steps under a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from backend.accounts.contracts import Caller
from backend.api.errors import Conflict
from backend.audit import services as audit
from backend.cleaning.models import CleaningRecipe
from backend.cleaning.steps import checked
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import organisation_of


@transaction.atomic
def save_recipe(
    *,
    project: ProjectRef,
    media: str,
    name: str,
    steps: Sequence[Mapping[str, Any]],
    saved_by: Caller,
) -> CleaningRecipe:
    """Keep a recipe for all datasets of a project.

    Raises:
        Conflict: ``cleaning_recipe_exists`` when the name is taken.
        ValidationError: naming each wrong step.
    """
    try:
        with transaction.atomic():
            recipe = CleaningRecipe.objects.create(
                project_id=project.id,
                media=media,
                name=name,
                steps=checked(media, steps),
                created_by_id=saved_by.user_id,
            )
    except IntegrityError as error:
        raise Conflict(
            f"There is a recipe '{name}' already. Choose another name, or delete that one.",
            code="cleaning_recipe_exists",
            name=name,
        ) from error
    _record(recipe, saved_by, "cleaning_recipe.saved")
    return recipe


@transaction.atomic
def delete_recipe(*, recipe: CleaningRecipe, deleted_by: Caller) -> None:
    """Delete a recipe; runs keep their steps."""
    _record(recipe, deleted_by, "cleaning_recipe.deleted")
    recipe.delete()


def _record(recipe: CleaningRecipe, actor: Caller, action: str) -> None:
    project_id: UUID = recipe.project_id
    audit.record(
        organisation_id=organisation_of(project_id=project_id),
        actor_id=actor.user_id,
        action=action,
        target_kind="cleaning_recipe",
        target_id=recipe.id,
        project_id=project_id,
        details={"name": recipe.name},
    )
