"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.model_registry import views

VERSION = "model-versions/<uuid:version_id>"

urlpatterns = [
    path(
        "projects/<uuid:project_id>/built-in-model",
        views.BuiltInModel.as_view(),
        name="built-in-model",
    ),
    path("model-versions", views.ModelVersionList.as_view(), name="model-versions"),
    path(VERSION, views.ModelVersionDetail.as_view(), name="model-version"),
    path(f"{VERSION}/report", views.ModelVersionReport.as_view(), name="model-version-report"),
    path(
        f"{VERSION}/heatmaps/<str:name>",
        views.ModelVersionHeatmap.as_view(),
        name="model-version-heatmap",
    ),
    path(f"{VERSION}/package", views.ModelVersionPackage.as_view(), name="model-version-package"),
    path(f"{VERSION}/sdk", views.ModelVersionSdk.as_view(), name="model-version-sdk"),
]
