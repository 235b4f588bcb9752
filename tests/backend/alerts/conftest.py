"""An endpoint that is watched, a channel, and minutes that pass."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from backend.alerts.models import Alert, Evaluation
from backend.alerts.services.evaluation import evaluate
from backend.deployments.models import CallStatistic, Deployment
from backend.deployments.services.counting import Span, begin_of, bucket_of
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from backend.webhooks.models import Channel, Delivery
from backend.webhooks.services.sealing import sealed
from tests.backend.conftest import World


def make_endpoint(world: World, suffix: str) -> Deployment:
    """Make an endpoint that runs and answers."""
    model, _ = Model.objects.get_or_create(project_id=world.project.id, name="Cells")
    version = ModelVersion.objects.create(
        model=model, number=model.versions.count() + 1, manifest={}, report={}, metric=1.0,
        primary_metric="accuracy",
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    made = Deployment.objects.create(
        project_id=world.project.id, name="Cells live", suffix=suffix, model_version=version,
        state="running",
    )  # fmt: skip
    made.revisions.create(
        number=1, model_version=version, replicas=1, weight=100, routed_weight=100,
        state="running", num_ready=1,
    )  # fmt: skip
    return made


@pytest.fixture
def endpoint(world: World) -> Deployment:
    """An endpoint that runs."""
    return make_endpoint(world, "cells")


@pytest.fixture
def channel(world: World) -> Channel:
    """A channel of the organisation."""
    return Channel.objects.create(
        organisation=world.organisation, kind="slack", name="c", shown_address="x",
        address=sealed("http://127.0.0.1:9/"),
    )  # fmt: skip


def pass_minutes(num: int = 1) -> None:
    """Evaluate so often, each time as if a minute had passed since the last."""
    for _ in range(num):
        Evaluation.objects.update(at=timezone.now() - timedelta(seconds=60))
        assert evaluate()


def states(condition: str) -> list[str]:
    """Return the states of all alerts of a condition, the oldest first."""
    rows = Alert.objects.filter(condition=condition).order_by("fired_at")
    return list(rows.values_list("state", flat=True))


def sent() -> list[str]:
    """Return the events that channels were sent, in their order."""
    rows = Delivery.objects.order_by("created_at", "id")
    return [row.notice["event"] for row in rows]


def calls(
    endpoint: Deployment,
    num: int,
    *,
    latency_ms: float = 5.0,
    span: str = Span.MINUTE,
    callers: dict[str, int] | None = None,
    **codes: int,
) -> None:
    """Count calls of this minute, or of today."""
    CallStatistic.objects.update_or_create(
        deployment=endpoint, version="1", revision=1, span=span,
        begin=begin_of(Span(span), timezone.now()),
        defaults={
            "num_calls": num, "num_errors": sum(codes.values()), "error_codes": codes,
            "latency_buckets": {bucket_of(latency_ms): num}, "callers": callers or {},
        },
    )  # fmt: skip


def forget_calls() -> None:
    """Let the minutes that are looked at be without calls."""
    CallStatistic.objects.all().delete()
