"""Give the process that makes a segmenter's package what it needs, and keep what it made."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.config.messages import enqueue_on_commit
from backend.jobs.contracts import names
from backend.segmenting.models import Segmenter
from backend.segmenting.services.serving import package_folder, segmenter_folder
from engine.specs.segmenter import SegmenterSpec


def prepare_package(*, segmenter_id: UUID) -> SegmenterSpec:
    """Return which weights are to become a package."""
    row = Segmenter.objects.get(id=segmenter_id)
    return SegmenterSpec(weights=row.weights, name=row.name)


def complete_package(
    *, segmenter_id: UUID, package: Path, finish: Callable[[Mapping[str, Any]], None]
) -> None:
    """Put the package where the server finds it, and have the server started.

    What was made of other weights before goes, unless its server still runs.
    """
    target = package_folder(segmenter_id)
    target.parent.mkdir(parents=True, exist_ok=True)
    if package.is_dir():
        if target.is_dir():
            shutil.rmtree(target)
        shutil.move(package, target)
    with transaction.atomic():
        Segmenter.objects.filter(id=segmenter_id).update(
            is_built=True, state="starting", last_used_at=timezone.now()
        )
        enqueue_on_commit(names.SYNC_DEPLOYMENT, deployment_id=segmenter_id)
        finish({})
    _forget_others(segmenter_id)


def _forget_others(segmenter_id: UUID) -> None:
    others = Segmenter.objects.exclude(id=segmenter_id).filter(handle=None, is_built=True)
    for row in others:
        folder = segmenter_folder(row.id)
        if folder.is_dir():
            shutil.rmtree(folder)
        row.delete()
