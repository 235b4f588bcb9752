"""``python -m backend.manage check_store [--repair] [--quick | --share] [--json]``."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from backend.datasets.selectors.files import samples_of_files
from backend.datasets.services.importing.abandoned import abandoned_folders, delete_abandoned
from backend.files.services.checking import check, repair
from backend.files.services.rounds import read_share, round_state
from backend.jobs.services.cleanup import delete_job_folder, free_job, old_job_folders, stuck_jobs

_SHOWN = 20


class Command(BaseCommand):
    """Compare the store with the rows of its files."""

    help = (
        "Lists files that are missing, of the wrong size or corrupt with their samples, rows that "
        "nothing refers to, files without a row, jobs that nobody does and folders that were "
        "left. Ends with status 1 when a file has to be imported again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--repair",
            action="store_true",
            help="delete what is unused, orphaned or left over, and free stuck jobs",
        )
        parser.add_argument(
            "--quick", action="store_true", help="compare sizes only, without reading files"
        )
        parser.add_argument(
            "--share",
            action="store_true",
            help="read as many files as a worker's next round would, beside comparing sizes",
        )
        parser.add_argument("--json", action="store_true", help="print the lists as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print and, when asked, put right."""
        if options["share"]:
            self.stdout.write(f"{read_share()} files were read, as in a worker's round.")
        found = check(is_read=not (options["quick"] or options["share"]))
        jobs, folders = stuck_jobs(), [*old_job_folders(), *abandoned_folders()]
        report_progress: dict[str, Any] = asdict(found) | {
            "damaged_samples": list(samples_of_files(found.damaged)),
            "stuck_jobs": [str(job_id) for job_id in jobs],
            "left_folders": [str(path) for path in folders],
        }
        state = round_state()
        if options["json"]:
            report_progress["round"] = asdict(state)
            self.stdout.write(json.dumps(report_progress, cls=DjangoJSONEncoder))
        else:
            self.stdout.write(f"{found.num_checked} files were compared.")
            self.stdout.write(
                f"Workers read all files again and again: {state.num_read} of this round so far, "
                f"the last one ended {state.completed_at or 'not yet'}."
            )
            for name, listed in report_progress.items():
                if isinstance(listed, list):
                    self._list(name, listed)
        if options["repair"]:
            freed = repair(found)
            self.stdout.write(f"Deleted what nothing refers to: {freed} bytes.")
            num = sum(map(free_job, jobs))
            self.stdout.write(f"Put back into the queue, or ended as was asked: {num} jobs.")
            for path in old_job_folders():
                delete_job_folder(path)
            for path in abandoned_folders():
                delete_abandoned(path)
        if not found.is_well:
            self.stderr.write("Import the good files again: they take the place of these.")
            raise SystemExit(1)

    def _list(self, name: str, listed: list[str]) -> None:
        self.stdout.write(f"{name.replace('_', ' ')}: {len(listed)}")
        for one in listed[:_SHOWN]:
            self.stdout.write(f"  {one}")
        if len(listed) > _SHOWN:
            self.stdout.write(f"  … and {len(listed) - _SHOWN} more (--json lists all)")
