"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.drift import views

DRIFT = "deployments/<uuid:deployment_id>/drift"

urlpatterns = [
    path(DRIFT, views.DeploymentDriftView.as_view()),
    path(f"{DRIFT}/settings", views.DriftSettingsDetail.as_view()),
    path(f"{DRIFT}/windows", views.DriftWindowList.as_view()),
    path("drift-windows/<uuid:window_id>", views.DriftWindowDetail.as_view()),
]
