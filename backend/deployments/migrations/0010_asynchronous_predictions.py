"""Calls that nobody waits for: whether endpoints accept them, and how many there are."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds what owners of endpoints allow; nobody has allowed anything yet."""

    dependencies = (("deployments", "0009_deaths_of_model_servers"),)
    operations = (
        migrations.AddField("deployment", "async_predictions", models.JSONField(null=True)),
        migrations.AddField("deployment", "num_queued", models.PositiveIntegerField(default=0)),
        migrations.AddField("deployment", "num_running", models.PositiveIntegerField(default=0)),
    )
