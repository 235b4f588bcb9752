"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.evaluations import views

urlpatterns = [
    path("evaluations", views.EvaluationsView.as_view()),
    path("evaluations/<uuid:evaluation_id>", views.EvaluationDetail.as_view()),
]
