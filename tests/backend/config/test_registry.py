"""What apps bring for another app: each name once, and never silently absent."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.core.exceptions import ImproperlyConfigured

from backend.annotation.contracts.watchers import WATCHERS
from backend.config.registry import Registry
from backend.datasets.contracts import SampleFilter
from backend.datasets.contracts.conditions import CONDITIONS, CONTENT_READERS, ELSEWHERE
from backend.datasets.contracts.uses import HISTORIES, USES


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


def test_apps_bring_who_reads_who_uses_and_who_watches() -> None:
    assert "assignments" in CONTENT_READERS
    assert "training runs" in USES
    assert "cleaning" in HISTORIES
    assert "disagreements" in WATCHERS
