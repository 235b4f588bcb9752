"""Endpoints are addresses at a gateway, and each of their revisions has model servers of its own.

The newest revision of an endpoint gets all calls. It takes over the process that the endpoint had,
which is replaced by one that knows the gateway.
"""

import uuid

from django.db import migrations, models
from django.utils import timezone

STATES = [
    ("starting", "Starting"),
    ("running", "Running"),
    ("stopped", "Stopped"),
    ("failed", "Failed"),
]


def give_calls_to_the_newest(apps, schema_editor):
    revisions = apps.get_model("deployments", "DeploymentRevision")
    for deployment in apps.get_model("deployments", "Deployment").objects.all():
        newest = revisions.objects.filter(deployment=deployment).order_by("-number").first()
        newest = newest or revisions(
            deployment=deployment,
            number=1,
            model_version_id=deployment.model_version_id,
            replicas=deployment.replicas,
        )
        revisions.objects.filter(deployment=deployment).update(unrouted_at=timezone.now())
        newest.weight = 100
        newest.handle = deployment.handle
        newest.save()
        if deployment.desired_state == "running":
            deployment.state = "starting"
        deployment.generation += 1
        deployment.callers_revision += 1
        deployment.save(update_fields=["state", "generation", "callers_revision"])


def text(length):
    return models.CharField(blank=True, default="", max_length=length)


class Migration(migrations.Migration):
    dependencies = [("deployments", "0005_statistics_of_hours_and_days")]

    operations = [
        migrations.CreateModel(
            "Gateway",
            [
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "state",
                    models.CharField(choices=STATES, default="stopped", max_length=10),
                ),
                ("address", text(500)),
                ("public_address", text(500)),
                ("handle", models.TextField(null=True)),
                ("error_code", models.CharField(blank=True, max_length=60)),
                ("error_message", models.CharField(blank=True, max_length=2000)),
            ],
        ),
        *(
            migrations.AddField("deploymentrevision", name, field)
            for name, field in (
                ("weight", models.FloatField(default=0)),
                ("routed_weight", models.FloatField(default=0)),
                ("is_shadow", models.BooleanField(default=False)),
                ("unrouted_at", models.DateTimeField(null=True)),
                ("is_warm", models.BooleanField(default=False)),
                ("withdrawn_reason", text(500)),
                ("state", models.CharField(choices=STATES, default="stopped", max_length=10)),
                ("address", text(500)),
                ("handle", models.TextField(null=True)),
                ("error_code", text(60)),
                ("error_message", text(2000)),
            )
        ),
        migrations.AddField("deployment", "limits", models.JSONField(default=dict)),
        migrations.AddField("deployment", "rolls_back", models.BooleanField(default=True)),
        *(
            migrations.AddField("deployment", name, field)
            for name, field in (
                ("idle_minutes", models.PositiveIntegerField(null=True)),
                ("active_at", models.DateTimeField(default=timezone.now)),
                ("is_asleep", models.BooleanField(default=False)),
                ("woken_at", models.DateTimeField(null=True)),
                ("wake_seconds", models.FloatField(null=True)),
            )
        ),
        migrations.AlterField(
            "deployment",
            "state",
            models.CharField(
                choices=[*STATES[:2], ("asleep", "Asleep"), *STATES[2:]],
                default="starting",
                max_length=10,
            ),
        ),
        migrations.AddField("endpointkey", "limits", models.JSONField(default=dict)),
        migrations.AddField("endpointkey", "networks", models.JSONField(default=list)),
        migrations.RunPython(give_calls_to_the_newest, migrations.RunPython.noop),
        *(
            migrations.RemoveField("deployment", name)
            for name in ("address", "public_address", "handle")
        ),
    ]
