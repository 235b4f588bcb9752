"""Reports that were made before say of their cases ``picture`` and ``answer``."""

from __future__ import annotations

from typing import Any

from django.db import migrations

WORDS = {"picture": "image", "sample_picture": "sample_image"}


def _today(section: dict[str, Any]) -> dict[str, Any]:
    """Return a section of a report by today's words."""
    if section.get("kind") != "cases":
        return section
    cases = [
        {WORDS.get(key, key): value for key, value in case.items()} for case in section["cases"]
    ]
    kind = {"prediction": section["answer"]} if "answer" in section else {}
    return {key: value for key, value in section.items() if key != "answer"} | kind | {
        "cases": cases
    }


def rename_words(apps: Any, schema_editor: Any) -> None:
    """Call images and predictions by their names in the sections of every stored report."""
    del schema_editor
    versions = apps.get_model("model_registry", "ModelVersion").objects
    for row in versions.only("id", "report").iterator(chunk_size=50):
        sections = row.report.get("sections")
        if not sections:
            continue
        today = [_today(section) for section in sections]
        if today != sections:
            row.report = {**row.report, "sections": today}
            row.save(update_fields=["report"])


class Migration(migrations.Migration):
    dependencies = [("model_registry", "0002_initial")]

    operations = [migrations.RunPython(rename_words, migrations.RunPython.noop)]
