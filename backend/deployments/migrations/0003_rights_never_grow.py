"""An application says whether it may call everything; before, an empty list of endpoints did."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def say_who_may_call_all(apps: Any, schema_editor: Any) -> None:
    """Keep the right of those that surely had it; take it from those that may have grown into it.

    An application without endpoints was made for all of them, unless one was deleted since. Where
    its organisation has deleted endpoints, nobody can tell any more: it gets nothing until it is
    made anew, and tokens that it was given stop working.
    """
    del schema_editor
    entries = apps.get_model("audit", "AuditEntry").objects.filter(action="deployment.deleted")
    tokens = apps.get_model("deployments", "IssuedToken").objects.filter(revoked_at=None)
    for row in apps.get_model("deployments", "Application").objects.filter(deployments=None):
        deleted = entries.filter(
            organisation_id=row.organisation_id, created_at__gt=row.created_at
        )
        if deleted.exists():
            tokens.filter(application=row).update(revoked_at=timezone.now())
            continue
        row.may_call_all = True
        row.save(update_fields=["may_call_all"])


class Migration(migrations.Migration):
    dependencies = [("deployments", "0002_initial"), ("audit", "0001_initial")]

    operations = [
        migrations.AddField("application", "may_call_all", models.BooleanField(default=False)),
        migrations.RunPython(say_who_may_call_all, migrations.RunPython.noop),
    ]
