"""Suggestions over HTTP."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from backend.accounts.contracts import Role
from backend.api.schema import operation
from backend.api.views import View
from backend.datasets.contracts import DatasetRef, SampleFilter
from backend.datasets.selectors.datasets import require_dataset
from backend.datasets.selectors.samples import require_sample
from backend.suggestions import serializers as shapes
from backend.suggestions.models import Acceptance
from backend.suggestions.selectors import views as selectors
from backend.suggestions.selectors.open import named_suggestions
from backend.suggestions.services import accepting, runs

RUN_FIELDS = ("method", "model_version_id", "makes_labels")


class SuggestionsView(View):
    """``/datasets/{id}/suggestions``."""

    @operation(
        "get_suggestions",
        query=shapes.ThresholdQuerySerializer,
        response=shapes.SuggestionOverviewSerializer,
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: DatasetRef) -> object:
        """Get the latest suggestion run and its number of open suggestions."""
        threshold = self.query(shapes.ThresholdQuerySerializer).get("threshold", 0.0)
        return selectors.overview(dataset_id=dataset.id, threshold=threshold)

    @operation(
        "create_suggestions",
        body=shapes.NewSuggestionRunSerializer,
        response=shapes.SuggestionRunSerializer,
        status=202,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: DatasetRef) -> object:
        """Create suggestions with a model, by default for the unlabelled samples."""
        fields = self.body(shapes.NewSuggestionRunSerializer)
        asked = {name: fields.pop(name) for name in RUN_FIELDS if name in fields}
        wanted = SampleFilter(**fields) if fields else runs.UNLABELLED
        run = runs.start_suggesting(
            caller=self.caller, dataset_id=dataset.id, wanted=wanted, **asked
        )
        return selectors.run_view(run.id)


class SuggestedSamplesView(View):
    """``/datasets/{id}/suggested-samples``."""

    @operation(
        "list_suggested_samples",
        query=shapes.SuggestedSampleQuerySerializer,
        response=shapes.SuggestedSampleSerializer(many=True),
        least=Role.VIEWER,
        about=require_dataset,
    )
    def get(self, request: Request, dataset: DatasetRef) -> Response:
        """List the samples with a suggested label, the most confident first."""
        query = self.query(shapes.SuggestedSampleQuerySerializer)
        rows = named_suggestions(label_id=query["label"], threshold=query.get("threshold", 0.0))
        return self.page(
            rows.filter(suggestion__dataset_id=dataset.id),
            shapes.SuggestedSampleSerializer,
            ordering=("-score", "id"),
            complete=selectors.suggested_samples,
        )


class AcceptancesView(View):
    """``/datasets/{id}/suggestions/accept``."""

    @operation(
        "accept_suggestions",
        body=shapes.NewAcceptanceSerializer,
        response=shapes.AcceptanceSerializer,
        status=202,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: DatasetRef) -> object:
        """Accept all suggestions above a confidence; many are left to a job."""
        fields = self.body(shapes.NewAcceptanceSerializer)
        row = accepting.accept(
            dataset_id=dataset.id, project_id=dataset.project_id, caller=self.caller, **fields
        )
        return selectors.acceptance_view(row)


class UndoAcceptanceView(View):
    """``/acceptances/{id}/undo``."""

    @operation(
        "undo_acceptance",
        response=shapes.NumUndoneSerializer,
        least=Role.ANNOTATOR,
        about=selectors.require_acceptance,
    )
    def post(self, request: Request, row: Acceptance) -> object:
        """Undo an acceptance, for samples that nobody has changed since."""
        num = accepting.undo(acceptance_id=row.id, caller=self.caller)
        return {"num_undone": num}


class RejectionsView(View):
    """``/datasets/{id}/suggestions/reject``."""

    @operation(
        "reject_suggestions",
        body=shapes.RejectionSerializer,
        response=shapes.NumRejectedSerializer,
        least=Role.ANNOTATOR,
        about=require_dataset,
    )
    def post(self, request: Request, dataset: DatasetRef) -> object:
        """Reject suggestions, or restore them."""
        fields = self.body(shapes.RejectionSerializer)
        return {"num": accepting.reject(dataset_id=dataset.id, **fields)}


class SampleSuggestionView(View):
    """``/samples/{id}/suggestion``."""

    @operation(
        "get_sample_suggestion",
        response=shapes.SampleSuggestionSerializer,
        least=Role.VIEWER,
    )
    def get(self, request: Request, sample_id: UUID) -> object:
        """Get the latest suggestion for a sample."""
        sample = require_sample(caller=self.caller, sample_id=sample_id)
        return {"suggestion": selectors.suggestion_view(sample.id)}
