"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.workspace import views

urlpatterns = [
    path("home", views.HomeView.as_view()),
    path("search", views.SearchView.as_view()),
    path("projects", views.ProjectsView.as_view()),
    path("projects/sample", views.SampleProjectView.as_view()),
    path("projects/<uuid:project_id>", views.ProjectView.as_view()),
    path("projects/<uuid:project_id>/restore", views.ProjectRestoreView.as_view()),
    path("projects/<uuid:project_id>/purge", views.ProjectPurgeView.as_view()),
    path(
        "organisations/<uuid:organisation_id>/trashed-projects",
        views.TrashedProjectsView.as_view(),
    ),
    path("projects/<uuid:project_id>/overview", views.OverviewView.as_view()),
]
