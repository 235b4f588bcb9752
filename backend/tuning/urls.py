"""Routes of the app."""

from __future__ import annotations

from django.urls import path

from backend.tuning import views

STUDY = "studies/<uuid:study_id>"
TRIAL = f"{STUDY}/trials/<int:number>"

urlpatterns = [
    path("studies", views.StudyList.as_view(), name="studies"),
    path("studies/searchable", views.Searchable.as_view(), name="searchable-space"),
    path("studies/scripted", views.ScriptedStudyList.as_view(), name="scripted-studies"),
    path(STUDY, views.StudyDetail.as_view(), name="study"),
    path(f"{STUDY}/stream", views.StudyStream.as_view(), name="study-stream"),
    path(f"{STUDY}/stop", views.StudyStop.as_view(), name="study-stop"),
    path(f"{STUDY}/extend", views.StudyExtend.as_view(), name="study-extend"),
    path(f"{STUDY}/fork", views.StudyFork.as_view(), name="study-fork"),
    path(f"{STUDY}/ask", views.TrialAsk.as_view(), name="trial-ask"),
    path(f"{STUDY}/trials", views.TrialList.as_view(), name="trials"),
    path(TRIAL, views.TrialDetail.as_view(), name="trial"),
    path(f"{TRIAL}/model-version", views.TrialModelVersion.as_view(), name="trial-model-version"),
    path(f"{TRIAL}/report", views.TrialReport.as_view(), name="trial-report"),
    path(f"{TRIAL}/finish", views.TrialFinish.as_view(), name="trial-finish"),
    path(f"{TRIAL}/train", views.TrialTrain.as_view(), name="trial-train"),
]
