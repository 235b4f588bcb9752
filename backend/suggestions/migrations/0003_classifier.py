"""What was asked of the most similar samples is asked of a classifier of them now."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models


def _renamed(old: str, new: str) -> Any:
    def rename(apps: Any, schema_editor: Any) -> None:
        apps.get_model("suggestions", "SuggestionRun").objects.filter(method=old).update(method=new)

    return rename


class Migration(migrations.Migration):
    dependencies = [("suggestions", "0002_disagreements")]

    operations = [
        migrations.AlterField(
            model_name="suggestionrun",
            name="method",
            field=models.CharField(
                choices=[("model", "Model"), ("classifier", "Classifier")], max_length=10
            ),
        ),
        migrations.RunPython(
            _renamed("neighbours", "classifier"), _renamed("classifier", "neighbours")
        ),
    ]
