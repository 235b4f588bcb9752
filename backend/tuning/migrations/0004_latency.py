from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tuning", "0003_populations")]

    operations = [
        migrations.AddField(
            model_name="study",
            name="latency_limit_ms",
            field=models.FloatField(null=True),
        ),
        migrations.AddField(
            model_name="trial",
            name="latency_ms",
            field=models.FloatField(null=True),
        ),
    ]
