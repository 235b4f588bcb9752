from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("jobs", "0003_a_job_may_yield"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="worker_deaths",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="job",
            name="most_done",
            field=models.BigIntegerField(default=0),
        ),
    ]
