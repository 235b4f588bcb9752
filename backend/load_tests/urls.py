"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.load_tests import views

OF_ENDPOINT = "deployments/<uuid:deployment_id>/load-tests"

urlpatterns = [
    path(OF_ENDPOINT, views.LoadTestList.as_view()),
    path(f"{OF_ENDPOINT}/<uuid:load_test_id>", views.LoadTestDetail.as_view()),
    path(f"{OF_ENDPOINT}/<uuid:load_test_id>/cancel", views.LoadTestCancel.as_view()),
]
