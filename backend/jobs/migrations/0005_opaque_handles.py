"""Handles become texts that only their launcher reads; what else was kept in them has a column.

The text of an old handle is what the local launcher still reads: a job that runs during the
upgrade is found again by it.
"""

import json

from django.db import migrations, models


def move_events_start(apps, schema_editor):
    jobs = apps.get_model("jobs", "Job").objects
    for job_id, handle in jobs.exclude(handle=None).values_list("id", "handle"):
        start = int(json.loads(handle).get("events_start", 0))
        jobs.filter(id=job_id).update(events_start=start)


class Migration(migrations.Migration):
    dependencies = [("jobs", "0004_deaths_of_workers_are_no_attempts")]

    operations = [
        migrations.AlterField("job", "handle", models.TextField(null=True)),
        migrations.AddField("job", "events_start", models.BigIntegerField(default=0)),
        migrations.RunPython(move_events_start, migrations.RunPython.noop),
    ]
