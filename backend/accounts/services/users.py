"""Sign up, and change oneself."""

from __future__ import annotations

from typing import TypedDict
from uuid import UUID

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from backend.accounts.models import User
from backend.accounts.services import invitations, organisations
from backend.accounts.services.api_keys import revoke_api_keys
from backend.api.errors import Conflict, Invalid, NotAllowed


class PasswordChange(TypedDict):
    """A person's new password, with the one before as the proof that it is they."""

    current: str
    new: str
    keep_api_keys: bool


@transaction.atomic
def sign_up(
    *,
    email: str,
    password: str,
    name: str,
    organisation_name: str | None = None,
    invitation_token: str | None = None,
) -> User:
    """Make a person, with a new organisation or by an invitation.

    Raises:
        Invalid: when not exactly one of the last two is given, or address or password will not do.
        NotAllowed: when this installation takes newcomers by invitation only.
        Conflict: when the address has an account already.
        NotFound: when there is no such invitation, or it was used or has expired.
    """
    if (organisation_name is None) == (invitation_token is None):
        raise Invalid(
            "Give either the name of a new organisation or an invitation.",
            code="organisation_or_invitation",
        )
    if invitation_token is None and not settings.ENVIRONMENT.sign_up_open:
        raise NotAllowed(
            "This installation is open by invitation only. Ask an administrator for one.",
            code="sign_up_closed",
        )
    if invitation_token is not None:
        invitations.require_for(token=invitation_token, email=email)
    user = create_user(email=email, password=password, name=name)
    if invitation_token is not None:
        invitations.accept(token=invitation_token, user_id=user.id)
    elif organisation_name is not None:
        organisations.create_organisation(name=organisation_name, owner_id=user.id)
    return user


def create_user(*, email: str, password: str, name: str) -> User:
    """Make a person without an organisation.

    Raises:
        Invalid: when address or password will not do.
        Conflict: when the address has an account already.
    """
    try:
        validate_email(email)
    except ValidationError as error:
        raise Invalid(
            f"'{email}' is not an e-mail address. Check its spelling.", code="email_invalid"
        ) from error
    check_password(password, User(email=email.lower(), name=name))
    try:
        # A savepoint: on PostgreSQL the failed insert would end the caller's transaction too.
        with transaction.atomic():
            return User.objects.create_user(email=email, password=password, name=name)
    except IntegrityError as error:
        raise Conflict(
            f"'{email.lower()}' has an account already. Sign in instead.", code="email_taken"
        ) from error


@transaction.atomic
def change_user(
    *,
    user_id: UUID,
    name: str | None = None,
    language: str | None = None,
    password: PasswordChange | None = None,
) -> User:
    """Change a person's own name, language or password; a new one revokes API keys unless kept.

    Raises:
        Invalid: when the current password is wrong or the new one will not do.
    """
    user = User.objects.select_for_update().get(id=user_id)
    user.name = name if name is not None else user.name
    user.language = language if language is not None else user.language
    if password is not None:
        if not user.check_password(password["current"]):
            raise Invalid("The current password is wrong.", code="password_wrong")
        check_password(password["new"], user)
        user.set_password(password["new"])
        if not password["keep_api_keys"]:
            revoke_api_keys(user_id=user.id)
    user.save()
    return user


def check_password(password: str, user: User) -> None:
    """Refuse a password that is easy to guess.

    Raises:
        Invalid: ``password_weak``, with every reason in the message.
    """
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise Invalid(" ".join(error.messages), code="password_weak") from error
