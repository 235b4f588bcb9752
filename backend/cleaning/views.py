"""Recipes, previews and runs of cleaning."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.negotiation import OneForm
from backend.api.schema import operation
from backend.api.views import View
from backend.cleaning import serializers as shapes
from backend.cleaning.contracts import CleanedDataset
from backend.cleaning.models import CleaningRecipe
from backend.cleaning.selectors import previews, recipes, runs
from backend.cleaning.services import previews as preview_services
from backend.cleaning.services import recipes as recipe_services
from backend.cleaning.services import runs as run_services
from backend.cleaning.steps import offered
from backend.datasets.selectors.datasets import require_dataset
from backend.jobs.contracts.serializers import JobSerializer
from backend.projects.contracts import ProjectRef
from backend.projects.selectors import require_project


class CleaningStepsView(View):
    """``/cleaning-steps``."""

    @operation("get_cleaning_steps", response=shapes.CleaningStepsSerializer)
    def get(self, request: Request) -> object:
        """List the steps of all media with their options."""
        return {"steps": offered()}


class CleaningRecipesView(View):
    """``/projects/{id}/cleaning-recipes``."""

    @operation(
        "list_cleaning_recipes",
        response=shapes.CleaningRecipeSerializer(many=True),
        least=Role.VIEWER,
        about=require_project,
    )
    def get(self, request: Request, project: ProjectRef) -> Response:
        """List the cleaning recipes of a project, newest first."""
        return self.page(
            recipes.recipes_of(project_id=project.id),
            shapes.CleaningRecipeSerializer,
            complete=recipes.complete,
        )

    @operation(
        "create_cleaning_recipe",
        body=shapes.NewCleaningRecipeSerializer,
        response=shapes.CleaningRecipeSerializer,
        status=201,
        least=Role.DEVELOPER,
        about=require_project,
    )
    def post(self, request: Request, project: ProjectRef) -> object:
        """Create a cleaning recipe."""
        fields = self.body(shapes.NewCleaningRecipeSerializer)
        made = recipe_services.save_recipe(project=project, saved_by=self.caller, **fields)
        (response,) = recipes.complete([made])
        return response


class CleaningRecipeView(View):
    """``/cleaning-recipes/{id}``."""

    @operation(
        "delete_cleaning_recipe", status=204, least=Role.DEVELOPER, about=recipes.require_recipe
    )
    def delete(self, request: Request, recipe: CleaningRecipe) -> None:
        """Delete a recipe; runs keep their steps."""
        recipe_services.delete_recipe(recipe=recipe, deleted_by=self.caller)


class CleaningPreviewsView(View):
    """``/datasets/{id}/cleaning-previews``."""

    @operation(
        "create_cleaning_preview",
        body=shapes.NewCleaningPreviewSerializer,
        response=JobSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: CleanedDataset) -> object:
        """Create a cleaning preview of some samples; see ``cleaning-previews/{job id}``."""
        fields = self.body(shapes.NewCleaningPreviewSerializer)
        return preview_services.start_preview(dataset=dataset, requested_by=self.caller, **fields)


class CleaningPreviewView(View):
    """``/cleaning-previews/{job id}``."""

    @operation("get_cleaning_preview", response=shapes.CleaningPreviewSerializer, least=Role.VIEWER)
    def get(self, request: Request, job_id: UUID) -> object:
        """Get a preview of a cleaning recipe."""
        return previews.preview_of(caller=self.caller, job_id=job_id)


class CleaningPreviewFileView(View):
    """``/cleaning-previews/{job id}/files/{sample id}``."""

    content_negotiation_class = OneForm

    @operation(
        "get_cleaning_preview_file",
        response={"application/octet-stream": OpenApiTypes.BINARY},
        least=Role.VIEWER,
    )
    def get(self, request: Request, job_id: UUID, sample_id: UUID) -> HttpResponse:
        """Get the file that a recipe would make of a sample."""
        content, media_type = previews.preview_file(
            caller=self.caller, job_id=job_id, sample_id=sample_id
        )
        headers = {
            "Cache-Control": "private, max-age=86400",
            "Content-Security-Policy": "default-src 'none'; sandbox",
        }
        return HttpResponse(content, content_type=media_type, headers=headers)


class CleaningRunsView(View):
    """``/datasets/{id}/cleaning-runs``."""

    @operation(
        "list_cleaning_runs",
        response=shapes.CleaningRunSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: CleanedDataset) -> Response:
        """List the cleaning runs of a dataset, newest first."""
        return self.page(
            runs.runs_of(dataset_id=dataset.id),
            shapes.CleaningRunSerializer,
            complete=runs.complete,
        )

    @operation(
        "create_cleaning_run",
        body=shapes.NewCleaningRunSerializer,
        response=shapes.CleaningRunSerializer,
        status=202,
        least=Role.DEVELOPER,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: CleanedDataset) -> object:
        """Start a cleaning run; it can be undone."""
        fields = self.body(shapes.NewCleaningRunSerializer)
        made = run_services.start_cleaning(dataset=dataset, requested_by=self.caller, **fields)
        return runs.describe(made.id)


class CleaningRunView(View):
    """``/cleaning-runs/{id}``."""

    @operation("get_cleaning_run", response=shapes.CleaningRunSerializer, least=Role.VIEWER)
    def get(self, request: Request, cleaning_run_id: UUID) -> object:
        """Get a cleaning run and its results."""
        row = runs.require_run(caller=self.caller, run_id=cleaning_run_id)
        return runs.describe(row.id)


class CleaningUndoView(View):
    """``/cleaning-runs/{id}/undo``."""

    @operation(
        "undo_cleaning_run",
        response=shapes.CleaningRunSerializer,
        status=202,
        least=Role.DEVELOPER,
    )
    def post(self, request: Request, cleaning_run_id: UUID) -> object:
        """Undo a cleaning run: restore the samples it changed or left out."""
        row = runs.require_run(caller=self.caller, run_id=cleaning_run_id, minimum=Role.DEVELOPER)
        run_services.start_undo(run=row, requested_by=self.caller)
        return runs.describe(row.id)
