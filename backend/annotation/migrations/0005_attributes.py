from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0004_key_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="annotation",
            name="attributes",
            field=models.JSONField(default=dict),
        ),
    ]
