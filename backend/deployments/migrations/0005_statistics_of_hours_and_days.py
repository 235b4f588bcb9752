"""Calls are counted by hour and day, too; what was counted by minute goes into both."""

from collections import Counter

from django.db import migrations, models

SUMS = ("num_calls", "num_errors", "latency_sum_ms")
COUNTS = ("latency_buckets", "labels")


def begin_of(span, minute):
    hour = minute.replace(minute=0)
    return hour if span == "hour" else hour.replace(hour=0)


def add_up(apps, schema_editor):
    statistic = apps.get_model("deployments", "CallStatistic")
    for span in ("hour", "day"):
        row = None
        minutes = statistic.objects.filter(span="minute").order_by(
            "deployment_id", "version", "begin"
        )
        for one in minutes.iterator(chunk_size=2000):
            key = (one.deployment_id, one.version, begin_of(span, one.begin))
            if row is None or key != (row.deployment_id, row.version, row.begin):
                if row is not None:
                    row.save()
                row = statistic(
                    deployment_id=key[0], version=key[1], begin=key[2], span=span
                )
            for name in SUMS:
                setattr(row, name, getattr(row, name) + getattr(one, name))
            for name in COUNTS:
                total = Counter(getattr(row, name)) + Counter(getattr(one, name))
                setattr(row, name, dict(total.most_common(200)))
        if row is not None:
            row.save()


def forget(apps, schema_editor):
    apps.get_model("deployments", "CallStatistic").objects.exclude(span="minute").delete()


class Migration(migrations.Migration):
    dependencies = [("deployments", "0004_addresses_and_opaque_handles")]

    operations = [
        migrations.RemoveConstraint("callstatistic", "one_statistic_per_minute"),
        migrations.RenameField("callstatistic", "minute", "begin"),
        migrations.AddField(
            "callstatistic",
            "span",
            models.CharField(
                choices=[("minute", "Minute"), ("hour", "Hour"), ("day", "Day")],
                default="minute",
                max_length=6,
            ),
        ),
        migrations.AddField("callstatistic", "callers", models.JSONField(default=dict)),
        migrations.AddField("callstatistic", "error_codes", models.JSONField(default=dict)),
        migrations.AddConstraint(
            "callstatistic",
            models.UniqueConstraint(
                fields=("deployment", "span", "begin", "version"), name="one_statistic_per_span"
            ),
        ),
        migrations.RunPython(add_up, forget),
    ]
