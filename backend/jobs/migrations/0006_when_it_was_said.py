"""Since when a job does what it does, and when the time left was said."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("jobs", "0005_opaque_handles")]

    operations = [
        migrations.AddField("job", "eta_at", models.DateTimeField(null=True)),
        migrations.AddField("job", "phase_at", models.DateTimeField(null=True)),
    ]
