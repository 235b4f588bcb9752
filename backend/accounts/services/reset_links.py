"""Links by which a person chooses a password once; only the hashes of their tokens are kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from backend.accounts.models import PasswordReset, User
from backend.accounts.secrets import digest, new_secret
from backend.config.env import read_environment

VALID_FOR = timedelta(hours=24)


@dataclass(frozen=True)
class ResetLink:
    """An address at which a member may choose a password, which is shown this once."""

    url: str
    expires_at: datetime


@transaction.atomic
def make_link(*, user: User, valid_for: timedelta) -> ResetLink:
    """Return a link for a person that works once; older ones stop working."""
    token, expires_at = new_secret(), timezone.now() + valid_for
    PasswordReset.objects.filter(user=user, used_at=None).delete()
    PasswordReset.objects.create(user=user, token_sha256=digest(token), expires_at=expires_at)
    return ResetLink(f"{read_environment().public_url}/password-resets/{token}", expires_at)


def drop_links(*, user_id: UUID) -> None:
    """Let no open link of a person work any more, because more can be reached by it than before.

    Whoever made one for them administered what they belonged to then, and may hold it still.
    """
    PasswordReset.objects.filter(user_id=user_id, used_at=None).delete()
