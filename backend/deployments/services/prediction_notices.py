"""What callers of endpoints want to be told of predictions, taken to channels."""

from __future__ import annotations

import logging
import time
from pathlib import Path
from typing import Any
from uuid import UUID

import pydantic
from django.db import transaction

from backend.deployments.models import Deployment, Gateway
from backend.deployments.selectors import async_predictions_of
from backend.webhooks.contracts import Notice
from backend.webhooks.selectors import webhooks_for
from backend.webhooks.services.deliveries import queue
from engine.specs.asynchronous import PredictionNotice

logger = logging.getLogger(__name__)

SETTLED_SECONDS = 2.0
"""After so long nobody writes any more into a file that was renamed."""
_SUBJECTS = {
    "en": {
        "succeeded": "A prediction of {endpoint} is there",
        "failed": "A prediction of {endpoint} failed",
        "canceled": "A prediction of {endpoint} was canceled",
    },
    "zh-CN": {
        "succeeded": "{endpoint} 的一个预测已完成",
        "failed": "{endpoint} 的一个预测失败",
        "canceled": "{endpoint} 的一个预测已取消",
    },
}
_NAME = 80
"""So much of a name is in a subject, which is one line."""


def collect_notices(*, deployment_id: UUID, folder: Path) -> int:
    """Queue what callers of an endpoint want to be told of; return how many were new.

    Safe to repeat after a break at any step: what is told of a prediction is one delivery, and a
    file goes once all of its lines are queued. Whoever writes it opens it by its name each time,
    and may have done so just before it was renamed: it is read at a later look.

    Args:
        deployment_id: whose.
        folder: where the gateway writes about it.
    """
    num = 0
    for path in sorted(folder.glob("async-*.taken")):
        if time.time() - path.stat().st_ctime > SETTLED_SECONDS:
            num += _take(deployment_id, path)
            path.unlink()
    for path in folder.glob("async-*.jsonl"):
        path.rename(path.with_suffix(f".{time.time_ns()}.taken"))
    return num


def _take(deployment_id: UUID, path: Path) -> int:
    row = Deployment.objects.select_related("project").filter(id=deployment_id).first()
    view = None if row is None or row.is_deleted else async_predictions_of(row)
    if row is None or view is None:
        return 0
    channels = {
        one.id: one
        for one in webhooks_for(
            organisation_id=row.project.organisation_id, project_id=row.project_id
        )
        if one.id in view.channel_ids
    }
    address = Gateway.objects.values_list("public_address", flat=True).first() or ""
    num = 0
    for line in path.read_bytes().splitlines():
        try:
            finished = PredictionNotice.model_validate_json(_without_nul(line))
            channel = channels.get(UUID(finished.channel))
        except (pydantic.ValidationError, ValueError):
            logger.warning("notice of a prediction unreadable", extra={"file": path.name})
            continue
        if channel is None:
            logger.info("channel of a prediction gone", extra={"prediction": finished.id})
            continue
        notice = _notice(row, finished, address, channel.language)
        with transaction.atomic():
            num += queue(channel=channel, key=f"prediction/{finished.id}", notice=notice)
    return num


def _notice(row: Deployment, finished: PredictionNotice, address: str, language: str) -> Notice:
    """Return what a channel is sent of a prediction."""
    data: dict[str, Any] = {
        "id": finished.id,
        "status": finished.status,
        "deployment_id": str(row.id),
        "endpoint": row.suffix,
        "created_at": finished.created_at.isoformat(),
        "finished_at": finished.finished_at.isoformat(),
        "result": finished.result,
        "error": finished.error,
    }
    return Notice(
        event=f"prediction.{finished.status}",
        subject=_SUBJECTS[language][finished.status].format(endpoint=row.name[:_NAME]),
        text="",
        url=f"{address}{finished.path}",
        data=data,
    )


def _without_nul(document: bytes) -> bytes:
    """Return JSON with another character for NUL, which texts of PostgreSQL cannot hold."""
    return document.replace(rb"\u0000", rb"\ufffd")
