"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.suggestions import views

DATASET = "datasets/<uuid:dataset_id>"

urlpatterns = [
    path(f"{DATASET}/suggestions", views.SuggestionsView.as_view()),
    path(f"{DATASET}/suggestions/accept", views.AcceptancesView.as_view()),
    path(f"{DATASET}/suggestions/reject", views.RejectionsView.as_view()),
    path(f"{DATASET}/suggested-samples", views.SuggestedSamplesView.as_view()),
    path("acceptances/<uuid:acceptance_id>/undo", views.UndoAcceptanceView.as_view()),
    path("samples/<uuid:sample_id>/suggestion", views.SampleSuggestionView.as_view()),
]
