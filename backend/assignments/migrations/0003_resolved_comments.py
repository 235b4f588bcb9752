from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("assignments", "0002_making"),
    ]

    operations = [
        migrations.RenameField("comment", "mended_at", "resolved_at"),
    ]
