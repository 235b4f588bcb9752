"""``python -m backend.manage create_administrator EMAIL --organisation NAME``: the first person."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from backend.accounts.secrets import new_secret
from backend.accounts.services.organisations import create_organisation
from backend.accounts.services.password_resets import make_reset_link
from backend.accounts.services.users import create_user
from backend.api.errors import ApiError


class Command(BaseCommand):
    """Makes a person and their organisation, where nobody may sign up."""

    help = "Make a person with an organisation, and print the link to choose a password by."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Take the e-mail address and the names."""
        parser.add_argument("email")
        parser.add_argument("--organisation", required=True, help="name of the new organisation")
        parser.add_argument("--name", default="Administrator", help="name of the person")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make both, and print the link.

        Raises:
            CommandError: when the address will not do, or has an account already.
        """
        try:
            with transaction.atomic():
                user = create_user(
                    email=options["email"], password=new_secret(), name=options["name"]
                )
                create_organisation(name=options["organisation"], owner_id=user.id)
                self.stdout.write(make_reset_link(email=user.email))
        except ApiError as error:
            raise CommandError(error.message) from error
