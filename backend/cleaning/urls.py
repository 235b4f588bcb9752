"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.cleaning import views

urlpatterns = [
    path("cleaning-steps", views.CleaningStepsView.as_view()),
    path("projects/<uuid:project_id>/cleaning-recipes", views.CleaningRecipesView.as_view()),
    path("cleaning-recipes/<uuid:recipe_id>", views.CleaningRecipeView.as_view()),
    path("datasets/<uuid:dataset_id>/cleaning-previews", views.CleaningPreviewsView.as_view()),
    path("cleaning-previews/<uuid:job_id>", views.CleaningPreviewView.as_view()),
    path(
        "cleaning-previews/<uuid:job_id>/files/<uuid:sample_id>",
        views.CleaningPreviewFileView.as_view(),
    ),
    path("datasets/<uuid:dataset_id>/cleaning-runs", views.CleaningRunsView.as_view()),
    path("cleaning-runs/<uuid:cleaning_run_id>", views.CleaningRunView.as_view()),
    path("cleaning-runs/<uuid:cleaning_run_id>/undo", views.CleaningUndoView.as_view()),
]
