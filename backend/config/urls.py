"""All addresses. Each app declares its own routes; anything else is the browser application."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path, re_path

from backend.api.document import DocumentView
from backend.api.pages import guest_page, page
from backend.api.wheels import links
from backend.health import HealthView

API: list[URLPattern | URLResolver] = [
    path("", include("backend.accounts.urls")),
    path("", include("backend.workspace.urls")),
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
    path("", include("backend.batch_predictions.urls")),
    path("", include("backend.evaluations.urls")),
    path("", include("backend.schedules.urls")),
    path("", include("backend.stored_calls.urls")),
    path("", include("backend.drift.urls")),
    path("", include("backend.tuning.urls")),
    path("", include("backend.webhooks.urls")),
    path("", include("backend.alerts.urls")),
    path("", include("backend.share_links.urls")),
    path("", include("backend.load_tests.urls")),
    path("", include("backend.api.urls")),
    path("health", HealthView.as_view()),
]

# The committed document is that of any installation; the served one says where this one answers.
DOCUMENT = {"SERVERS": [{"url": settings.ENVIRONMENT.public_url}]}

urlpatterns = [
    path("api/v1/", include(API)),
    path("api/openapi.json", DocumentView.as_view(custom_settings=DOCUMENT), name="openapi"),
    path("", include("backend.deployments.easydl_urls")),
    path("wheels/", links),
    re_path(r"^share/[^/]+$", guest_page),
    re_path(r"^(?!api/|rpc/|oauth/|assets/).*$", page),
]

handler400 = "backend.api.problems.malformed"
handler403 = "backend.api.problems.refused"
handler404 = "backend.api.problems.not_found"
handler500 = "backend.api.problems.server_error"
