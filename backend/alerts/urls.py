"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.alerts import views

ENDPOINT = "deployments/<uuid:deployment_id>"

urlpatterns = [
    path("alerts", views.AlertList.as_view()),
    path("alerts/count", views.AlertCountView.as_view()),
    path("alerts/<uuid:alert_id>/acknowledge", views.AlertAcknowledgement.as_view()),
    path(f"{ENDPOINT}/alert-rules", views.AlertRuleList.as_view()),
    path(f"{ENDPOINT}/alert-rules/<str:condition>", views.AlertRuleDetail.as_view()),
    path(f"{ENDPOINT}/alert-silence", views.AlertSilence.as_view()),
]
