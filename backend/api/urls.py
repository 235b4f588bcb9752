"""Routes that belong to no app."""

from __future__ import annotations

from django.urls import path

from backend.api.catalog import CatalogView
from backend.api.health import HealthView

urlpatterns = [
    path("catalog", CatalogView.as_view()),
    path("health", HealthView.as_view()),
]
