"""Folders of what is gone are deleted, and no others."""

from __future__ import annotations

import os
import time
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from backend.deployments.models import Deployment
from backend.deployments.services.folders import GRACE, forgotten_folders
from backend.deployments.services.gateways import gateway_folder


def made(folder: Path, *, is_old: bool = True) -> Path:
    """Make a folder with something in it."""
    (folder / "metrics").mkdir(parents=True)
    if is_old:
        then = time.time() - GRACE.total_seconds() - 60
        os.utime(folder, (then, then))
    return folder


def test_only_old_folders_without_a_row_are_forgotten(deployment: Deployment) -> None:
    data: Path = settings.ENVIRONMENT.data
    [revision] = deployment.revisions.all()
    kept = (
        made(data / "revisions" / str(revision.id)),
        made(gateway_folder() / "deployments" / str(deployment.id)),
        made(data / "revisions" / str(uuid4()), is_old=False),
        made(data / "revisions" / "notes"),
    )
    gone = {
        made(root / str(uuid4()))
        for root in (
            data / "revisions",
            data / "playgrounds",
            data / "deployments",
            gateway_folder() / "deployments",
        )
    }
    assert set(forgotten_folders()) == gone
    deployment.delete()
    assert set(forgotten_folders()) == {*gone, *kept[:2]}
