"""Which calls of an endpoint are stored."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds what owners of endpoints allow; nobody has allowed anything yet."""

    dependencies = (("deployments", "0006_endpoints_behind_a_gateway"),)
    operations = (
        migrations.AddField("deployment", "sampling", models.JSONField(null=True)),
    )
