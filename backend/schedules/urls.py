"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.schedules import views

urlpatterns = [
    path("schedules", views.SchedulesView.as_view()),
    path("schedules/<uuid:schedule_id>", views.ScheduleView.as_view()),
    path("schedule-times", views.ScheduleTimesView.as_view()),
]
