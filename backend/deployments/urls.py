"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.deployments import caller_views, playground_views, views

ENDPOINT = "deployments/<uuid:deployment_id>"

urlpatterns = [
    path("deployments", views.DeploymentList.as_view(), name="deployments"),
    path(ENDPOINT, views.DeploymentDetail.as_view(), name="deployment"),
    path(f"{ENDPOINT}/stop", views.DeploymentStop.as_view(), name="deployment-stop"),
    path(f"{ENDPOINT}/start", views.DeploymentStart.as_view(), name="deployment-start"),
    path(f"{ENDPOINT}/roll-back", views.DeploymentRollBack.as_view(), name="deployment-roll-back"),
    path(f"{ENDPOINT}/revisions", views.RevisionList.as_view(), name="deployment-revisions"),
    path(f"{ENDPOINT}/traffic", views.DeploymentTraffic.as_view(), name="deployment-traffic"),
    path(
        f"{ENDPOINT}/statistics",
        views.DeploymentStatistics.as_view(),
        name="deployment-statistics",
    ),
    path(f"{ENDPOINT}/load", views.DeploymentLoadView.as_view(), name="deployment-load"),
    path(
        f"{ENDPOINT}/comparison",
        views.DeploymentComparison.as_view(),
        name="deployment-comparison",
    ),
    path(f"{ENDPOINT}/keys", caller_views.KeyList.as_view(), name="deployment-keys"),
    path(f"{ENDPOINT}/keys/<uuid:key_id>", caller_views.KeyDetail.as_view(), name="deployment-key"),
    path(f"{ENDPOINT}/access", caller_views.AccessList.as_view(), name="deployment-access"),
    path(f"{ENDPOINT}/tokens", caller_views.TokenList.as_view(), name="deployment-tokens"),
    path(
        f"{ENDPOINT}/tokens/<uuid:token_id>",
        caller_views.TokenDetail.as_view(),
        name="deployment-token",
    ),
    path(
        "model-versions/<uuid:version_id>/predict",
        playground_views.ModelVersionPredict.as_view(),
        name="model-version-predict",
    ),
    path("applications", caller_views.ApplicationList.as_view(), name="applications"),
    path(
        "applications/<uuid:application_id>",
        caller_views.ApplicationDetail.as_view(),
        name="application",
    ),
]
