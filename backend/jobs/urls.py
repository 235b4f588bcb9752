"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.jobs import views

urlpatterns = [
    path("jobs", views.JobList.as_view(), name="jobs"),
    path("jobs/<uuid:job_id>", views.JobDetail.as_view(), name="job"),
    path("jobs/<uuid:job_id>/events", views.JobEvents.as_view(), name="job-events"),
    path("jobs/<uuid:job_id>/log", views.JobLogDetail.as_view(), name="job-log"),
    path("jobs/<uuid:job_id>/stream", views.JobStream.as_view(), name="job-stream"),
    path("jobs/<uuid:job_id>/cancel", views.JobCancel.as_view(), name="job-cancel"),
]
