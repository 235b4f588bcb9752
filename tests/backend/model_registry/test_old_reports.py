"""Reports of models that were trained before are read by today's words."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from tests.backend.conftest import World
from tests.reports import sectioned


@pytest.mark.django_db
def test_a_report_of_before_is_shown_with_all_that_has_come_since(
    world: World, api: APIClient
) -> None:
    before = sectioned("map_50", 0.9).model_dump(mode="json")
    del before["own_metrics"], before["metrics"][0]["low"]
    version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="m"),
        number=1,
        package_blob_id=put_bytes(content=b"a package", media_type="application/zip"),
        manifest={},
        report=before,
        primary_metric="map_50",
        metric=0.9,
    )
    shown = api.get(f"/api/v1/model-versions/{version.id}/report").json()
    assert shown == sectioned("map_50", 0.9).model_dump(mode="json")
