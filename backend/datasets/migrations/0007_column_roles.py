from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0006_archive_source")]

    operations = [
        migrations.AddField(
            model_name="dataset", name="columns", field=models.JSONField(default=dict)
        )
    ]
