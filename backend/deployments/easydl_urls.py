"""Routes outside ``/api/v1`` that applications written for EasyDL call."""

from __future__ import annotations

from django.urls import path

from backend.deployments import easydl

urlpatterns = [
    path("oauth/2.0/token", easydl.token, name="easydl-token"),
    path("rpc/2.0/ai_custom/v1/<str:segment>/<str:suffix>", easydl.predict, name="easydl-predict"),
]
