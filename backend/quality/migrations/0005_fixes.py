"""What changed the samples of a finding is called a fix, in its rows, its jobs and the audit log."""

from typing import Any

from django.db import migrations, models
import django.db.models.deletion

# What they were called, and are.
JOBS = {"mend_finding": "fix_finding", "undo_mend": "undo_fix"}
ACTIONS = {"finding.mended": "finding.fixed", "finding.mend_undone": "finding.fix_undone"}


def rename_words(apps: Any, schema_editor: Any) -> None:
    """Let the jobs and the audit entries of earlier fixes be shown as those of today are."""
    _rename(apps, schema_editor, JOBS, ACTIONS, ("mend", "fix"))


def rename_back(apps: Any, schema_editor: Any) -> None:
    jobs, actions = ({new: old for old, new in words.items()} for words in (JOBS, ACTIONS))
    _rename(apps, schema_editor, jobs, actions, ("fix", "mend"))


def _rename(
    apps: Any, schema_editor: Any, jobs: dict[str, str], actions: dict[str, str], detail: tuple[str, str]
) -> None:
    database = schema_editor.connection.alias
    for old, new in jobs.items():
        apps.get_model("jobs", "Job").objects.using(database).filter(kind=old).update(kind=new)
    entries = apps.get_model("audit", "AuditEntry").objects.using(database)
    before, after = detail
    for old, new in actions.items():
        for entry in entries.filter(action=old).iterator():
            if before in entry.details:
                entry.details[after] = entry.details.pop(before)
            entry.action = new
            entry.save(update_fields=("action", "details"))


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0001_initial"),
        ("jobs", "0004_deaths_of_workers_are_no_attempts"),
        ("quality", "0004_mirrored"),
    ]

    operations = [
        migrations.RenameModel("Mending", "Fix"),
        migrations.RenameField("fix", "mend", "kind"),
        migrations.AlterField(
            model_name="fix",
            name="finding",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="fixes", to="quality.finding"),
        ),
        migrations.RenameField("foundsample", "mending", "fix"),
        migrations.RenameField("foundsample", "mended_revision", "fixed_revision"),
        migrations.RenameIndex(
            model_name="fix",
            new_name="quality_fix_finding_695f61_idx",
            old_name="quality_men_finding_dd7ffb_idx",
        ),
        migrations.RunPython(rename_words, rename_back),
    ]
