"""Routes that belong to no app."""

from __future__ import annotations

from django.urls import path

from backend.api.catalog import CatalogView

urlpatterns = [
    path("catalog", CatalogView.as_view()),
]
