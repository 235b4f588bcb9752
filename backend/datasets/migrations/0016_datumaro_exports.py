"""Name the exports of datumaro, and the digest of annotations, for what they are."""

from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):
    dependencies = [("datasets", "0015_kept_merges")]

    operations = [
        migrations.RenameModel("ForeignExport", "DatumaroExport"),
        migrations.AlterField(
            model_name="datumaroexport",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="datumaro_exports",
                to="datasets.datasetversion",
            ),
        ),
        migrations.RenameField("datumaroexport", "num_marks", "num_annotations"),
        migrations.RenameField("import", "foreign_format", "datumaro_format"),
        # The database renames the column in its index too: only Django's account of it changes.
        migrations.RenameField("versionsample", "said", "annotation_digest"),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveIndex("versionsample", "version_contents"),
                migrations.AddIndex(
                    "versionsample",
                    models.Index(
                        fields=["version", "blob", "annotation_digest", "split"],
                        name="version_contents",
                    ),
                ),
            ]
        ),
    ]
