from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0003_annotations_by_author"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="points",
            field=models.JSONField(default=list),
        ),
    ]
