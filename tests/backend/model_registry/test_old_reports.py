"""Reports of models that were trained before are read by today's words."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from backend.files.services.blobs import put_bytes
from backend.model_registry.models import Model, ModelVersion
from engine.specs.package.sections import CasesSection
from tests.backend.conftest import World
from tests.backend.old_database import migrated_back_to
from tests.reports import sectioned

CASE = {"sample_id": "a", "name": "a.png", "error": None, "truth": [], "predicted": []}
OLD = {**CASE, "picture": "heat/a.png", "sample_picture": "made/a.png"}
NEW = {**CASE, "image": "heat/a.png", "sample_image": "made/a.png"}


@pytest.mark.django_db(transaction=True)
def test_cases_of_an_old_report_keep_their_images_and_their_kind(world: World) -> None:
    note = {"kind": "note", "key": "answer", "params": {}}
    section = {"kind": "cases", "key": "cases", "num_cases": 1}
    version = ModelVersion.objects.create(
        model=Model.objects.create(project_id=world.project.id, name="m"),
        number=1,
        package_blob_id=put_bytes(content=b"a package", media_type="application/zip"),
        manifest={},
        report={},
        primary_metric="map_50",
        metric=0.9,
    )
    with migrated_back_to(("model_registry", "0002_initial")) as old:
        versions = old.get_model("model_registry", "ModelVersion").objects
        before = {"sections": [note, {**section, "answer": "boxes", "cases": [OLD]}]}
        versions.filter(id=version.id).update(report=before)
    version.refresh_from_db()
    cases = {**section, "prediction": "boxes", "cases": [NEW]}
    assert version.report == {"sections": [note, cases]}
    assert CasesSection.model_validate(cases).cases[0].sample_image == "made/a.png"


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
