"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.audit.views import AuditView

urlpatterns = [path("organisations/<uuid:organisation_id>/audit", AuditView.as_view())]
