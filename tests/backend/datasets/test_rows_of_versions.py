"""Versions of tables that were frozen before rows were counted count theirs too."""

from __future__ import annotations

import pytest
from django.utils import timezone

from backend.datasets.models import DatasetVersion, Sample, VersionSample
from backend.datasets.selectors.versions import describe
from backend.files.services.blobs import put_bytes
from engine.catalog import TASKS
from tests.backend.cards import world_of
from tests.backend.old_database import migrated_back_to

BEFORE = {split: {"total": 0, "labels": {}} for split in ("train", "validation", "test")}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("task", "rows"), [("tabular.prediction", 149), ("text.sentiment", None)])
def test_an_old_version_counts_the_rows_of_its_tables(task: str, rows: int | None) -> None:
    world = world_of(TASKS[task])
    blob = put_bytes(content=b"a\n1\n", media_type="text/csv")
    sample = Sample.objects.create(
        dataset=world.dataset, blob_id=blob, name="a.csv", bytes=4, num_rows=rows,
        created_at=timezone.now(),
    )  # fmt: skip
    version = DatasetVersion.objects.create(
        dataset=world.dataset, number=1, state="ready", multi_label=False, split_recipe={},
        labels=[], counts={}, num_samples=1,
    )  # fmt: skip
    VersionSample.objects.create(
        version=version, sample_id=sample.id, blob_id=blob, split="train", position=0
    )
    with migrated_back_to(("datasets", "0016_datumaro_exports")) as old:
        versions = old.get_model("datasets", "DatasetVersion").objects
        versions.filter(id=version.id).update(counts=BEFORE)
    shown = describe(version.id)
    assert shown.num_rows == rows
    assert shown.counts["train"]["num_rows"] == rows
