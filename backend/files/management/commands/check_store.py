"""``python -m backend.manage check_store [--repair] [--quick] [--json]``."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from backend.files.checking import check, repair

_SHOWN = 20


class Command(BaseCommand):
    """Compare the store with the rows of its files."""

    help = (
        "Lists files that are missing, of the wrong size or corrupt, rows that nothing refers to, "
        "and files without a row. Ends with status 1 when a file has to be imported again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--repair", action="store_true", help="delete what is unused, orphaned or left over"
        )
        parser.add_argument(
            "--quick", action="store_true", help="compare sizes only, without reading files"
        )
        parser.add_argument("--json", action="store_true", help="print the lists as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print and, when asked, put right."""
        found = check(is_read=not options["quick"])
        if options["json"]:
            self.stdout.write(json.dumps(asdict(found)))
        else:
            self.stdout.write(f"{found.num_checked} files were compared.")
            for name, listed in asdict(found).items():
                if isinstance(listed, list):
                    self._list(name, listed)
        if options["repair"]:
            freed = repair(found)
            self.stdout.write(f"Deleted what nothing refers to: {freed} bytes.")
        if not found.is_well:
            self.stderr.write("Import the good files again: they take the place of these.")
            raise SystemExit(1)

    def _list(self, name: str, listed: list[str]) -> None:
        self.stdout.write(f"{name.replace('_', ' ')}: {len(listed)}")
        for one in listed[:_SHOWN]:
            self.stdout.write(f"  {one}")
        if len(listed) > _SHOWN:
            self.stdout.write(f"  … and {len(listed) - _SHOWN} more (--json lists all)")
