"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.batch_predictions import views

BATCH = "batch-predictions/<uuid:batch_id>"

urlpatterns = [
    path("batch-predictions", views.BatchPredictionsView.as_view()),
    path(BATCH, views.BatchPredictionView.as_view()),
    path(f"{BATCH}/files", views.BatchPredictionFilesView.as_view()),
    path(f"{BATCH}/start", views.BatchPredictionStartView.as_view()),
    path(f"{BATCH}/predictions", views.PredictionsView.as_view()),
]
