"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.segmenting import views

urlpatterns = [
    path("segmenter", views.SegmenterView.as_view()),
    path("samples/<uuid:sample_id>/segmenter", views.SampleSegmenterView.as_view()),
    path("samples/<uuid:sample_id>/segments", views.SampleSegmentsView.as_view()),
]
