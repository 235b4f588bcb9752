"""Make, use and revoke personal API keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from backend.accounts.models import ApiKey
from backend.accounts.secrets import PREFIX_LENGTH, digest, new_secret
from backend.api.errors import Invalid, NotFound
from backend.audit import services as audit

KEY_PREFIX = "ek_"
# Programs call many times a second; not each call is worth a write.
_NOTE_USE_EVERY = timedelta(minutes=1)


@dataclass(frozen=True)
class CreatedApiKey:
    """A new key with its secret."""

    id: UUID
    name: str
    prefix: str
    organisation_id: UUID
    scopes: list[str]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None
    secret: str


@transaction.atomic
def create_api_key(
    *,
    user_id: UUID,
    organisation_id: UUID,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
) -> CreatedApiKey:
    """Make a key that acts as its person in one organisation.

    Raises:
        Invalid: when it would have expired already.
    """
    if expires_at is not None and expires_at <= timezone.now():
        raise Invalid(
            "The key would have expired already. Choose a time to come.", code="expiry_past"
        )
    secret = new_secret(KEY_PREFIX)
    key = ApiKey.objects.create(
        user_id=user_id,
        organisation_id=organisation_id,
        name=name,
        prefix=secret[:PREFIX_LENGTH],
        sha256=digest(secret),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    audit.record(
        organisation_id=organisation_id,
        actor_id=user_id,
        action="api_key.created",
        target_kind="api_key",
        target_id=key.id,
        details={"name": name, "prefix": key.prefix, "scopes": key.scopes},
    )
    return CreatedApiKey(
        id=key.id,
        name=key.name,
        prefix=key.prefix,
        organisation_id=organisation_id,
        scopes=key.scopes,
        created_at=key.created_at,
        expires_at=key.expires_at,
        last_used_at=None,
        revoked_at=None,
        secret=secret,
    )


@transaction.atomic
def revoke_api_key(*, user_id: UUID, key_id: UUID) -> None:
    """Revoke one of a person's own keys; revoking again changes nothing.

    Raises:
        NotFound: when the person has no such key.
    """
    key = ApiKey.objects.filter(id=key_id, user_id=user_id).first()
    if key is None:
        raise NotFound("You have no such API key.", code="api_key_not_found")
    _revoke(key)


@transaction.atomic
def revoke_api_keys(*, user_id: UUID) -> None:
    """Revoke all keys of a person, which whoever knew their password may have made or copied."""
    for key in ApiKey.objects.filter(user_id=user_id, revoked_at=None):
        _revoke(key)


def _revoke(key: ApiKey) -> None:
    if not ApiKey.objects.filter(id=key.id, revoked_at=None).update(revoked_at=timezone.now()):
        return
    audit.record(
        organisation_id=key.organisation_id,
        actor_id=key.user_id,
        action="api_key.revoked",
        target_kind="api_key",
        target_id=key.id,
        details={"name": key.name, "prefix": key.prefix},
    )


def use_api_key(*, secret: str) -> ApiKey | None:
    """Return the live key with this secret and note its use, or ``None``."""
    now = timezone.now()
    key = (
        ApiKey.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), sha256=digest(secret), revoked_at=None)
        .filter(user__is_active=True)
        .first()
    )
    if key is not None and (key.last_used_at is None or now - key.last_used_at > _NOTE_USE_EVERY):
        ApiKey.objects.filter(id=key.id).update(last_used_at=now)
    return key
