from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("assignments", "0003_resolved_comments"),
    ]

    operations = [
        migrations.RenameModel("Answer", "ItemAnnotation"),
    ]
