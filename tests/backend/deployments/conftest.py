"""An endpoint for tests of endpoints."""

from __future__ import annotations

import uuid

import pytest

from backend.deployments.models import Deployment
from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from tests.backend.conftest import World


@pytest.fixture
def deployment(world: World) -> Deployment:
    """An endpoint."""
    model = Model.objects.create(project_id=world.project.id, name="Cells")
    version = ModelVersion.objects.create(
        model=model, number=1, manifest={}, report={}, primary_metric="accuracy", metric=1.0,
        package_blob_id=put_bytes(content=b"zip", media_type="application/zip"),
    )  # fmt: skip
    made = Deployment.objects.create(
        project_id=world.project.id, name="Cells", suffix=f"c-{uuid.uuid4().hex[:8]}",
        model_version=version,
    )  # fmt: skip
    made.revisions.create(number=1, model_version=version, replicas=1, weight=100)
    return made
