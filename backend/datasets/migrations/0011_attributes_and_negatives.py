from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef

from engine.catalog import TASKS, AnnotationKind


def name_negatives(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Samples that were annotated as showing nothing stay so, and say it from now on."""
    sample = apps.get_model("datasets", "Sample")
    annotations = apps.get_model("annotation", "Annotation").objects
    relations = apps.get_model("annotation", "Relation").objects
    # Data that says everything itself counts as labelled and has no annotations.
    bare = [key for key, card in TASKS.items() if card.annotation is AnnotationKind.NONE]
    for dataset in apps.get_model("datasets", "Dataset").objects.exclude(task__in=bare):
        rows = sample.objects.filter(
            ~Exists(annotations.filter(sample=OuterRef("pk"))),
            ~Exists(relations.filter(sample=OuterRef("pk"))),
            dataset=dataset,
            labelled_at__isnull=False,
        )
        rows.update(is_negative=True)
        dataset.num_negative = sample.objects.filter(
            dataset=dataset, is_negative=True, trashed_at=None
        ).count()
        dataset.save(update_fields=["num_negative"])


class Migration(migrations.Migration):
    # PostgreSQL makes no index on rows that the same transaction changed.
    atomic = False

    dependencies = [
        ("datasets", "0010_searched_texts"),
        ("annotation", "0005_attributes"),
    ]

    operations = [
        migrations.AddField(
            model_name="dataset",
            name="attributes",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="dataset",
            name="num_negative",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="datasetversion",
            name="attributes",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="import",
            name="counts",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="import",
            name="existing",
            field=models.CharField(
                choices=[("keep", "Keep"), ("merge", "Merge"), ("replace", "Replace")],
                default="keep",
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="label",
            name="attributes",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="sample",
            name="import_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddField(
            model_name="sample",
            name="is_negative",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(name_negatives, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="sample",
            index=models.Index(
                condition=models.Q(("is_negative", True), ("trashed_at", None)),
                fields=["dataset", "created_at", "id", "trashed_at", "is_negative"],
                name="samples_negative",
            ),
        ),
    ]
