"""Let somebody who has forgotten their password choose another, by a link that works once."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from backend.accounts.models import PasswordReset, User
from backend.accounts.secrets import digest
from backend.accounts.services import attempts
from backend.accounts.services.api_keys import revoke_api_keys
from backend.accounts.services.reset_links import VALID_FOR, make_link
from backend.accounts.services.signed_in import end_sessions
from backend.accounts.services.users import check_password
from backend.api.errors import NotFound


def make_reset_link(*, email: str) -> str:
    """Return an address at which a person may choose a password once; older ones stop working.

    Raises:
        NotFound: when nobody has this e-mail address.
    """
    user = User.objects.filter(email=email.lower(), is_active=True).first()
    if user is None:
        raise NotFound(f"Nobody has the e-mail address '{email}'.")
    return make_link(user=user, valid_for=VALID_FOR).url


def open_reset(token: str) -> PasswordReset:
    """Return what a link is for.

    Raises:
        NotFound: when there is no such link, or it was used or has expired.
    """
    row = (
        PasswordReset.objects.filter(
            token_sha256=digest(token),
            used_at=None,
            expires_at__gt=timezone.now(),
            user__is_active=True,
        )
        .select_related("user")
        .first()
    )
    if row is None:
        raise NotFound(
            "This link is unknown, used or expired. Ask for a new one.",
            code="password_reset_not_found",
        )
    return row


@transaction.atomic
def use_reset(*, token: str, password: str, keep_api_keys: bool = False) -> User:
    """Set the password of a link's person; their sessions end, and their API keys unless kept.

    Raises:
        NotFound: when there is no such link, or it was used or has expired.
        Invalid: ``password_weak``; the link still works then.
    """
    row = open_reset(token)
    check_password(password, row.user)
    now = timezone.now()
    # Two may have read the row before; only one of them may set a password.
    if not PasswordReset.objects.filter(id=row.id, used_at=None).update(used_at=now):
        raise NotFound("This link was used already.", code="password_reset_not_found")
    row.user.set_password(password)
    row.user.save(update_fields=["password"])
    end_sessions(user_id=row.user.id)
    if not keep_api_keys:
        revoke_api_keys(user_id=row.user.id)
    attempts.forgive(subject=row.user.email)
    return row.user
