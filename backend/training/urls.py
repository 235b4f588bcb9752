"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.training import history_views, views

RUN = "training-runs/<uuid:run_id>"

urlpatterns = [
    path("training-runs", views.TrainingRunList.as_view(), name="training-runs"),
    path("training-runs/check", views.TrainingCheck.as_view(), name="training-check"),
    path("training-runs/estimate", views.TrainingEstimate.as_view(), name="training-estimate"),
    path(RUN, views.TrainingRunDetail.as_view(), name="training-run"),
    path(f"{RUN}/metrics", history_views.TrainingRunMetrics.as_view(), name="training-run-metrics"),
    path(
        f"{RUN}/resources",
        history_views.TrainingRunResources.as_view(),
        name="training-run-resources",
    ),
    path(f"{RUN}/log", history_views.TrainingRunLog.as_view(), name="training-run-log"),
    path(
        f"{RUN}/log/file", history_views.TrainingRunOutput.as_view(), name="training-run-log-file"
    ),
    path(f"{RUN}/stop", views.TrainingRunStop.as_view(), name="training-run-stop"),
    path(f"{RUN}/resume", views.TrainingRunResume.as_view(), name="training-run-resume"),
    path(f"{RUN}/rerun", views.TrainingRunRerun.as_view(), name="training-run-rerun"),
    path("augmentation-previews", views.PreviewList.as_view(), name="augmentation-previews"),
    path(
        "augmentation-previews/<uuid:job_id>",
        views.PreviewDetail.as_view(),
        name="augmentation-preview",
    ),
    path(
        "augmentation-previews/<uuid:job_id>/images/<str:name>",
        views.PreviewImage.as_view(),
        name="augmentation-preview-image",
    ),
]
