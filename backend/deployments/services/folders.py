"""Folders of model servers and endpoints that are gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

from django.conf import settings
from django.db.models import Model

from backend.deployments.models import Deployment, DeploymentRevision, Playground
from backend.deployments.services.gateways import gateway_folder

GRACE = timedelta(days=1)
"""What is younger may belong to a row that is being written, or a process that is ending."""


def forgotten_folders(*, grace: timedelta = GRACE) -> Iterator[Path]:
    """Yield the folders of revisions, endpoints and playgrounds that have no row any more."""
    data: Path = settings.ENVIRONMENT.data
    for root, model in (
        (data / "revisions", DeploymentRevision),
        (data / "playgrounds", Playground),
        (data / "deployments", Deployment),
        (gateway_folder() / "deployments", Deployment),
    ):
        yield from _without_row(root, model, time.time() - grace.total_seconds())


def _without_row(root: Path, model: type[Model], young: float) -> Iterator[Path]:
    # Listed before the rows are: what is made meanwhile is not among these.
    folders = sorted(root.iterdir()) if root.is_dir() else ()
    known = {str(one) for one in model._default_manager.values_list("pk", flat=True)}
    for folder in folders:
        if _is_id(folder.name) and folder.name not in known and folder.stat().st_mtime < young:
            yield folder


def _is_id(name: str) -> bool:
    try:
        return str(UUID(name)) == name
    except ValueError:
        return False
