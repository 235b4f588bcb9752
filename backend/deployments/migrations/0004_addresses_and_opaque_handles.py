"""Model servers have addresses, and handles that only their launcher reads.

The text of an old handle is what the local launcher still reads: a server that runs during the
upgrade is found again by it.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.db import migrations, models

CHANGED = {"Deployment": ["address", "public_address"], "Playground": ["address"]}
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}


def url(host, port):
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def set_addresses(apps, schema_editor):
    public = urlsplit(settings.ENVIRONMENT.public_url).hostname
    for model, changed in CHANGED.items():
        for row in apps.get_model("deployments", model).objects.exclude(port=None):
            row.address = url(EVERYWHERE.get(row.host, row.host), row.port)
            if model == "Deployment":
                outside = public or row.host if row.host in EVERYWHERE else row.host
                row.public_address = url(outside, row.port)
            row.save(update_fields=changed)


class Migration(migrations.Migration):
    dependencies = [("deployments", "0003_rights_never_grow")]

    operations = [
        *(
            migrations.AddField(model, name, models.CharField(blank=True, default="", max_length=500))
            for model, name in (
                ("deployment", "address"),
                ("deployment", "public_address"),
                ("playground", "address"),
            )
        ),
        migrations.RunPython(set_addresses, migrations.RunPython.noop),
        *(
            operation
            for model in ("deployment", "playground")
            for operation in (
                migrations.RemoveField(model, "host"),
                migrations.RemoveField(model, "port"),
                migrations.AlterField(model, "handle", models.TextField(null=True)),
            )
        ),
    ]
