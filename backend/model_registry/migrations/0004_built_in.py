"""Versions of models that come with Easel."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("model_registry", "0003_report_words")]

    operations = [
        migrations.AddField("modelversion", "is_built_in", models.BooleanField(default=False)),
    ]
