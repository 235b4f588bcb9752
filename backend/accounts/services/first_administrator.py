"""The first person of an installation that nobody may sign up to, from its settings."""

from __future__ import annotations

import logging
from pathlib import Path

from django.conf import settings
from django.db import transaction

from backend.accounts.models import User
from backend.accounts.services.organisations import create_organisation
from backend.accounts.services.users import create_user
from backend.api.errors import Conflict, Invalid
from backend.config.env import first_line

logger = logging.getLogger(__name__)


def make_first_administrator() -> bool:
    """Make the person that the settings name, with an organisation; return whether it was done.

    Nothing is made where nobody is named, or anybody is there already: the password of somebody who
    is there stays what it is, whatever the file says now.

    Raises:
        Invalid: ``password_file_missing``, ``password_file_unreadable``, or when address or
            password will not do.
    """
    environment = settings.ENVIRONMENT
    if not environment.admin_email:
        return False
    if User.objects.exists():
        _tell_of_absence(environment.admin_email)
        return False
    password = _password(environment.admin_password_file)
    try:
        with transaction.atomic():
            user = create_user(
                email=environment.admin_email, password=password, name="Administrator"
            )
            create_organisation(name=environment.admin_organisation, owner_id=user.id)
    except Conflict:
        # Another process of this installation started at the same moment.
        return False
    return True


def _tell_of_absence(email: str) -> None:
    """Warn where other people are here, and the one who is named is not."""
    if not User.objects.filter(email=email.lower()).exists():
        logger.warning("administrator not made, because others are here already")


def _password(path: Path | None) -> str:
    """Return the first line of a file.

    Raises:
        Invalid: when there is none, or it cannot be read.
    """
    if path is None:
        raise Invalid(
            "EASEL_ADMIN_EMAIL is set and EASEL_ADMIN_PASSWORD_FILE is not. Set it to a file with "
            "the password in its first line.",
            code="password_file_missing",
        )
    try:
        return first_line("EASEL_ADMIN_PASSWORD_FILE", path)
    except ValueError as error:
        raise Invalid(str(error), code="password_file_unreadable") from error
