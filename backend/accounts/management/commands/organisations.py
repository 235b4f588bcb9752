"""``python -m backend.manage organisations``: the ids that settings name organisations by."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from backend.accounts.models import Organisation


class Command(BaseCommand):
    """Lists the organisations of this installation."""

    help = "List id and name of every organisation."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each."""
        for organisation in Organisation.objects.order_by("created_at"):
            self.stdout.write(f"{organisation.id} {organisation.name}")
