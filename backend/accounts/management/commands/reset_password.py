"""``python -m backend.manage reset_password EMAIL``: a link to choose a password by, once."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backend.accounts.services.password_resets import make_reset_link
from backend.api.errors import ApiError


class Command(BaseCommand):
    """Prints the link; pass it on to the person."""

    help = "Print a link by which somebody chooses a new password, once, within a day."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the e-mail address."""
        parser.add_argument("email")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link.

        Raises:
            CommandError: when nobody has the address.
        """
        try:
            self.stdout.write(make_reset_link(email=options["email"]))
        except ApiError as error:
            raise CommandError(error.message) from error
