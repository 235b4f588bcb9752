"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.assignments.views import assignments, items

ASSIGNMENT = "assignments/<uuid:assignment_id>"
ITEM = "work-items/<uuid:item_id>"

urlpatterns = [
    path("projects/<uuid:project_id>/assignments", assignments.ProjectAssignmentsView.as_view()),
    path("datasets/<uuid:dataset_id>/assignments", assignments.DatasetAssignmentsView.as_view()),
    path("own-work", assignments.OwnWorkView.as_view()),
    path(ASSIGNMENT, assignments.AssignmentView.as_view()),
    path(f"{ASSIGNMENT}/make", assignments.MakingView.as_view()),
    path(f"{ASSIGNMENT}/statistics", assignments.StatisticsView.as_view()),
    path(f"{ASSIGNMENT}/annotators.csv", assignments.AnnotatorsCsvView.as_view()),
    path(f"{ASSIGNMENT}/items", items.AssignmentItemsView.as_view()),
    path(f"{ASSIGNMENT}/own-items", items.OwnItemsView.as_view()),
    path(f"{ASSIGNMENT}/heartbeat", items.HeartbeatView.as_view()),
    path(ITEM, items.ItemView.as_view()),
    path(f"{ITEM}/answer", items.AnswerView.as_view()),
    path(f"{ITEM}/late-answer", items.LateAnswerView.as_view()),
    path(f"{ITEM}/claim", items.ClaimView.as_view()),
    path(f"{ITEM}/skip", items.SkipView.as_view()),
    path(f"{ITEM}/accept", items.AcceptView.as_view()),
    path(f"{ITEM}/return", items.ReturnView.as_view()),
    path(f"{ITEM}/put-back", items.PutBackView.as_view()),
    path("samples/<uuid:sample_id>/trail", items.TrailView.as_view()),
]
