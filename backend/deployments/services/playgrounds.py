"""Ask for a model server to try a version with, and wait until it answers."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID, uuid4

from django.utils import timezone

from backend.api.errors import Unavailable
from backend.config.messages import enqueue_on_commit
from backend.deployments.models import Deployment, Playground
from backend.deployments.services.tokens import audience_of, sign_token
from backend.jobs.contracts import names
from backend.jobs.selectors import has_live_worker

_POLL_SECONDS = 0.1
# Enough for one call; no row is kept of the token, so nobody could revoke it.
_TOKEN_LIFE = timedelta(minutes=2)


@dataclass(frozen=True)
class PlaygroundAddress:
    """Where a playground answers, and the token it takes."""

    url: str
    token: str


def use(*, version_id: UUID, timeout_seconds: float) -> PlaygroundAddress:
    """Return a running playground for a model version, starting it when there is none.

    Raises:
        Unavailable: ``no_worker``, ``playground_slow``, or why the model server did not start.
    """
    now = timezone.now()
    row, _ = Playground.objects.select_related("model_version__model__project").update_or_create(
        model_version_id=version_id, defaults={"last_used_at": now}
    )
    if row.state != Deployment.State.RUNNING:
        _start(row)
        row = _wait(version_id, timeout_seconds)
    project = row.model_version.model.project
    token = sign_token(
        token_id=uuid4(),
        subject="playground",
        audience=audience_of(project.organisation_id),
        deployments=[str(version_id)],
        expires_at=now + _TOKEN_LIFE,
    )
    return PlaygroundAddress(url=row.address, token=token)


def _start(row: Playground) -> None:
    if not has_live_worker():
        raise Unavailable(
            "No worker runs that could start the model. Start one, then try again.",
            code="no_worker",
        )
    Playground.objects.filter(model_version_id=row.model_version_id).update(
        error_code="", error_message=""
    )
    enqueue_on_commit(names.SYNC_DEPLOYMENT, deployment_id=row.model_version_id)


def _wait(version_id: UUID, timeout_seconds: float) -> Playground:
    deadline = time.monotonic() + timeout_seconds
    rows = Playground.objects.select_related("model_version__model__project")
    while time.monotonic() < deadline:
        row = rows.get(model_version_id=version_id)
        if row.state == Deployment.State.RUNNING:
            return row
        if row.error_code:
            raise Unavailable(row.error_message, code=row.error_code)
        time.sleep(_POLL_SECONDS)
    raise Unavailable(
        f"The model did not start within {timeout_seconds:.0f} seconds. Try again in a moment.",
        code="playground_slow",
    )
