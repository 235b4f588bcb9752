from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def name_versions(apps: Any, schema_editor: Any) -> None:
    """Write with each merge what its version is called."""
    merges = apps.get_model("datasets", "VersionMerge").objects.using(schema_editor.connection.alias)
    versions = apps.get_model("datasets", "DatasetVersion").objects.filter(pk=OuterRef("version_id"))
    merges.update(
        version_number=Subquery(versions.values("number")[:1]),
        version_dataset_name=Subquery(versions.values("dataset__name")[:1]),
    )


class Migration(migrations.Migration):

    dependencies = [
        ('datasets', '0014_column_mapping'),
    ]

    operations = [
        migrations.AddField(
            model_name='versionmerge',
            name='version_number',
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='versionmerge',
            name='version_dataset_name',
            field=models.CharField(default='', max_length=120),
            preserve_default=False,
        ),
        migrations.RunPython(name_versions, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='versionmerge',
            name='version',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='merges', to='datasets.datasetversion'),
        ),
    ]
