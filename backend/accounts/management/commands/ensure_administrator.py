"""``python -m backend.manage ensure_administrator``: the first person, by the settings."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backend.accounts.services.first_administrator import make_first_administrator
from backend.api.errors import ApiError


class Command(BaseCommand):
    """Makes the person of ``EASEL_ADMIN_EMAIL`` where there is nobody yet; safe to repeat."""

    help = "Make the person of EASEL_ADMIN_EMAIL, unless this installation has people already."

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them.

        Raises:
            CommandError: when address, password or its file will not do.
        """
        try:
            if make_first_administrator():
                self.stdout.write("The first administrator was made.")
        except ApiError as error:
            raise CommandError(
                f"The first administrator cannot be made. {error.message}"
            ) from error
