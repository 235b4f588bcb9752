"""What apps bring for another app: each name once, and never silently absent."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.core.exceptions import ImproperlyConfigured

from backend.accounts.contracts import DEPARTURES, FIGURES
from backend.annotation.contracts.watchers import WATCHERS
from backend.config.registry import Registry
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.conditions import CONDITIONS, CONTENT_READERS, ELSEWHERE
from backend.datasets.contracts.uses import HISTORIES, USES
from backend.deployments.contracts.servers import MODEL_SERVERS
from backend.model_registry.contracts.serving import SERVING
from backend.projects.contracts import ACTIVITIES, FOLDERS, STOPS


def test_a_name_is_registered_once() -> None:
    parts: Registry[int] = Registry("number")
    parts.add("one", 1)
    with pytest.raises(ImproperlyConfigured, match="two parts for the number 'one'"):
        parts.add("one", 2)
    assert list(parts) == [1]


def test_what_no_app_brought_is_refused_by_name() -> None:
    parts: Registry[int] = Registry("number")
    with pytest.raises(ImproperlyConfigured, match="No app brought the number 'two'"):
        parts["two"]


def test_every_field_of_the_filter_that_others_answer_has_its_condition() -> None:
    assert set(ELSEWHERE) < {field.name for field in fields(SampleFilter)}
    assert [name for name in ELSEWHERE if name not in CONDITIONS] == []
    assert CONDITIONS["disagreement"].strength is not None


def test_apps_bring_the_figures_of_an_organisation_and_settle_who_leaves_it() -> None:
    assert "num_projects" in FIGURES
    assert "storage_bytes" in FIGURES
    assert "assignments" in DEPARTURES


def test_a_project_in_the_trash_ends_searches_before_the_jobs_they_make() -> None:
    assert [name for name, _ in reversed(list(STOPS.items()))] == ["studies", "endpoints", "jobs"]


def test_apps_bring_what_goes_on_and_what_lies_about_for_a_project() -> None:
    assert {"A job", "A model server", "A merging job"} <= {n for n, _ in ACTIVITIES.items()}
    assert {"jobs", "uploads and exports", "model servers"} <= {n for n, _ in FOLDERS.items()}


def test_apps_bring_who_serves_models_and_what_else_the_workers_keep_running() -> None:
    assert "deployments" in SERVING
    assert "segmenter" in MODEL_SERVERS


def test_apps_bring_who_reads_who_uses_and_who_watches() -> None:
    assert "assignments" in CONTENT_READERS
    assert "training runs" in USES
    assert "cleaning" in HISTORIES
    assert "disagreements" in WATCHERS
