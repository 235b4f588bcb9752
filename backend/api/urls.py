"""Routes that belong to no app."""

from __future__ import annotations

from django.urls import path

from backend.api.catalog import CatalogView
from backend.api.wheels import WheelsView

urlpatterns = [
    path("catalog", CatalogView.as_view()),
    path("wheels", WheelsView.as_view()),
]
