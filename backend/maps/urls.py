"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.maps import views

urlpatterns = [
    path("datasets/<uuid:dataset_id>/maps", views.DatasetMapsView.as_view()),
    path("maps/<uuid:map_id>/points", views.MapPointsView.as_view()),
    path("maps/<uuid:map_id>/areas", views.MapAreasView.as_view()),
]
