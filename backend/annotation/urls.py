"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.annotation import views

urlpatterns = [
    path("samples/<uuid:sample_id>/annotations", views.SampleAnnotationsView.as_view()),
    path("samples/<uuid:sample_id>/labels", views.SampleLabelsView.as_view()),
    path("samples/<uuid:sample_id>/undo", views.UndoView.as_view()),
    path("datasets/<uuid:dataset_id>/label-batch", views.LabelBatchView.as_view()),
    path("datasets/<uuid:dataset_id>/label-selection", views.LabelSelectionView.as_view()),
    path("datasets/<uuid:dataset_id>/annotation-history", views.AnnotationHistoryView.as_view()),
]
