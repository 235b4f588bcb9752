"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.quality import views

urlpatterns = [
    path("datasets/<uuid:dataset_id>/inspections", views.DatasetInspectionsView.as_view()),
    path("inspections/<uuid:inspection_id>", views.InspectionView.as_view()),
    path("findings/<uuid:finding_id>/samples", views.FoundSamplesView.as_view()),
    path("findings/<uuid:finding_id>/fixes", views.FindingFixesView.as_view()),
    path("fixes/<uuid:fix_id>/undo", views.FixUndoView.as_view()),
]
