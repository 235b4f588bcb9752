"""Reads about load tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from backend.api.errors import NotFound
from backend.api.people import Person
from backend.jobs.selectors import jobs_of
from backend.load_tests.contracts import LoadStageView, LoadTestView
from backend.load_tests.models import LoadTest
from engine.specs.load_test import StageResult

MAX_FAILED_SHARE = 0.01
"""A stage holds its target although so many of its calls fail, and no more."""


def list_tests(*, deployment_id: UUID) -> QuerySet[LoadTest]:
    """Return the tests of an endpoint that are kept."""
    return _rows().filter(deployment_id=deployment_id)


def require_test(*, deployment_id: UUID, load_test_id: UUID) -> LoadTest:
    """Return a test of an endpoint that the caller may see.

    Raises:
        NotFound: ``load_test_not_found``.
    """
    row = list_tests(deployment_id=deployment_id).filter(id=load_test_id).first()
    if row is None:
        raise NotFound("There is no such load test.", code="load_test_not_found")
    return row


def describe(load_test_id: UUID) -> LoadTestView:
    """Describe a test that the caller may see."""
    return views_of([_rows().get(id=load_test_id)])[0]


def views_of(rows: Sequence[LoadTest]) -> list[LoadTestView]:
    """Describe tests, with their jobs."""
    jobs = jobs_of(rows)
    return [
        LoadTestView(
            id=row.id,
            deployment_id=row.deployment_id,
            revision=row.revision,
            model_version_number=row.model_version.number,
            callers=tuple(row.callers),
            seconds_per_stage=row.seconds_per_stage,
            target_p99_ms=row.target_p99_ms,
            stages=stages,
            best=_best(stages),
            is_failing=any(2 * one.num_failed > one.num_calls for one in stages),
            request_source=row.request_source,
            request_name=row.request_name,
            machine=row.machine,
            num_cores=row.num_cores,
            job=jobs.get(row.job_id) if row.job_id else None,
            created_by=Person(row.created_by.id, row.created_by.name) if row.created_by else None,
            created_at=row.created_at,
        )
        for row in rows
        for stages in (_stages(row),)
    ]


def _rows() -> QuerySet[LoadTest]:
    return LoadTest.objects.select_related("model_version", "created_by")


def _stages(row: LoadTest) -> tuple[LoadStageView, ...]:
    found = [StageResult.model_validate(one) for one in row.stages]
    return tuple(
        LoadStageView(
            **dict(one),
            server_cpu_ms=_server_cpu_ms(row.cpu_marks, place, one.num_calls),
            is_within_target=_is_within(one, row.target_p99_ms),
        )
        for place, one in enumerate(found)
    )


def _server_cpu_ms(marks: Mapping[str, Any], place: int, num_calls: int) -> float | None:
    """Return what a call took of the model server, where one and the same was seen around it."""
    before, after = marks.get(str(place)), marks.get(str(place + 1))
    if before is None or after is None or before[0] != after[0] or not num_calls:
        return None
    seconds: float = max(0.0, after[1] - before[1])
    return round(seconds * 1000 / num_calls, 3)


def _is_within(stage: StageResult, target_p99_ms: float | None) -> bool:
    if stage.p99_ms is None or stage.num_failed > MAX_FAILED_SHARE * stage.num_calls:
        return False
    return target_p99_ms is None or stage.p99_ms <= target_p99_ms


def _best(stages: Sequence[LoadStageView]) -> int | None:
    within = [place for place, one in enumerate(stages) if one.is_within_target]
    return max(within, key=lambda place: stages[place].calls_per_second, default=None)
