from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("datasets", "0005_sample_priority")]

    operations = [
        migrations.AddField(
            model_name="dataset", name="columns", field=models.JSONField(default=dict)
        )
    ]
