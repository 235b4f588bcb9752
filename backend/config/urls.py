"""All addresses. Each app declares its own routes; anything else is the browser application."""

from __future__ import annotations

from django.conf import settings
from django.urls import include, path, re_path

from backend.api.document import DocumentView
from backend.api.pages import page

API = [
    path("", include("backend.accounts.urls")),
    path("", include("backend.audit.urls")),
    path("", include("backend.projects.urls")),
    path("", include("backend.datasets.urls")),
    path("", include("backend.annotation.urls")),
    path("", include("backend.quality.urls")),
    path("", include("backend.cleaning.urls")),
    path("", include("backend.maps.urls")),
    path("", include("backend.assignments.urls")),
    path("", include("backend.jobs.urls")),
    path("", include("backend.training.urls")),
    path("", include("backend.model_registry.urls")),
    path("", include("backend.deployments.urls")),
    path("", include("backend.suggestions.urls")),
    path("", include("backend.segmenting.urls")),
    path("", include("backend.tuning.urls")),
    path("", include("backend.api.urls")),
]

# The committed document is that of any installation; the served one says where this one answers.
DOCUMENT = {"SERVERS": [{"url": settings.ENVIRONMENT.public_url}]}

urlpatterns = [
    path("api/v1/", include(API)),
    path("api/openapi.json", DocumentView.as_view(custom_settings=DOCUMENT), name="openapi"),
    path("", include("backend.deployments.easydl_urls")),
    re_path(r"^(?!api/|rpc/|oauth/|assets/).*$", page),
]

handler400 = "backend.api.errors.malformed"
handler403 = "backend.api.errors.refused"
handler404 = "backend.api.errors.not_found"
handler500 = "backend.api.errors.server_error"
