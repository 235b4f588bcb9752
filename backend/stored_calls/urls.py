"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.stored_calls import views

CALLS = "deployments/<uuid:deployment_id>/stored-calls"

urlpatterns = [
    path(CALLS, views.StoredCallList.as_view()),
    path(f"{CALLS}/summary", views.StoredCallsSummaryView.as_view()),
    path(f"{CALLS}/add", views.StoredCallsAdding.as_view()),
    path("stored-calls/<uuid:call_id>/file", views.StoredCallFile.as_view()),
]
