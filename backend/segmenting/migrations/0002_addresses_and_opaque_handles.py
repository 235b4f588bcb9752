"""The segmenter's server has an address, and a handle that only its launcher reads."""

from django.db import migrations, models


def set_addresses(apps, schema_editor):
    for row in apps.get_model("segmenting", "Segmenter").objects.exclude(port=None):
        row.address = f"http://{row.host}:{row.port}"
        row.save(update_fields=["address"])


class Migration(migrations.Migration):
    dependencies = [("segmenting", "0001_initial")]

    operations = [
        migrations.AddField(
            "segmenter", "address", models.CharField(blank=True, default="", max_length=500)
        ),
        migrations.RunPython(set_addresses, migrations.RunPython.noop),
        migrations.RemoveField("segmenter", "host"),
        migrations.RemoveField("segmenter", "port"),
        migrations.AlterField("segmenter", "handle", models.TextField(null=True)),
    ]
