"""What is said of a run whose model is no better than guessing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("training", "0002_trials_of_studies")]

    operations = [migrations.AddField("trainingrun", "verdict", models.JSONField(null=True))]
