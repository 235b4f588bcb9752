from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('projects', '0002_purge'),
    ]

    operations = [
        migrations.AddField(
            model_name='project',
            name='is_preparing',
            field=models.BooleanField(default=False),
        ),
    ]
