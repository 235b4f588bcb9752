"""Versions of tables count their rows, those that were frozen before too."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def _count(apps: Apps, schema: BaseDatabaseSchemaEditor) -> None:
    """Count the rows of frozen tables; what was purged since has none."""
    versions = apps.get_model("datasets", "DatasetVersion").objects
    samples = apps.get_model("datasets", "Sample").objects
    frozen = apps.get_model("datasets", "VersionSample").objects
    found = versions.filter(dataset__task__startswith="tabular.", state="ready")
    for version in found.only("id", "counts"):
        splits = dict(frozen.filter(version=version).values_list("sample_id", "split"))
        tables = samples.filter(id__in=splits).values_list("id", "num_rows")
        rows: Counter[str] = Counter()
        for sample_id, num_rows in tables:
            rows[splits[sample_id]] += num_rows or 0
        counts: dict[str, Any] = {
            split: {**part, "num_rows": rows[split]} for split, part in version.counts.items()
        }
        versions.filter(id=version.id).update(counts=counts)


class Migration(migrations.Migration):
    """Adds a number to a JSON field."""

    dependencies = (("datasets", "0016_datumaro_exports"),)

    operations = (migrations.RunPython(_count, migrations.RunPython.noop, elidable=True),)
