"""Calls are counted by revision, and what shadows said is counted, too."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Leaves what was counted before under revision 0, which stands for an unknown one."""

    dependencies = (("deployments", "0007_calls_are_stored_with_consent"),)
    operations = (
        migrations.RemoveConstraint("callstatistic", "one_statistic_per_span"),
        migrations.AddField("callstatistic", "revision", models.PositiveIntegerField(default=0)),
        migrations.AddField("callstatistic", "score_sum", models.FloatField(default=0)),
        migrations.AddField("callstatistic", "num_scored", models.PositiveIntegerField(default=0)),
        migrations.AddConstraint(
            "callstatistic",
            models.UniqueConstraint(
                fields=("deployment", "span", "begin", "version", "revision"),
                name="one_statistic_per_span",
            ),
        ),
        migrations.CreateModel(
            "ShadowStatistic",
            (
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "span",
                    models.CharField(
                        choices=[("minute", "Minute"), ("hour", "Hour"), ("day", "Day")],
                        max_length=6,
                    ),
                ),
                ("begin", models.DateTimeField()),
                ("revision", models.PositiveIntegerField()),
                ("shadow_revision", models.PositiveIntegerField()),
                ("num_calls", models.PositiveIntegerField(default=0)),
                ("num_errors", models.PositiveIntegerField(default=0)),
                ("num_compared", models.PositiveIntegerField(default=0)),
                ("agreement_sum", models.FloatField(default=0)),
                ("latency_sum_ms", models.FloatField(default=0)),
                ("latency_buckets", models.JSONField(default=dict)),
                ("label_pairs", models.JSONField(default=dict)),
                (
                    "deployment",
                    models.ForeignKey(
                        "deployments.deployment",
                        django.db.models.deletion.CASCADE,
                        related_name="shadow_statistics",
                    ),
                ),
            ),
            options={
                "constraints": (
                    models.UniqueConstraint(
                        fields=("deployment", "span", "begin", "revision", "shadow_revision"),
                        name="one_shadow_statistic_per_span",
                    ),
                )
            },
        ),
    )
