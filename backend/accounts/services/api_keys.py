"""Writes about people, organisations and keys."""

from __future__ import annotations

import hashlib

from django.db.models import Q
from django.utils import timezone

from backend.accounts.models import ApiKey


def use_api_key(*, secret: str) -> ApiKey | None:
    """Return the live key with this secret and note its use, or ``None``."""
    digest = hashlib.sha256(secret.encode()).hexdigest()
    now = timezone.now()
    key = (
        ApiKey.objects.select_related("user")
        .filter(Q(expires_at=None) | Q(expires_at__gt=now), sha256=digest, revoked_at=None)
        .filter(user__is_active=True)
        .first()
    )
    if key is not None and (key.last_used_at is None or (now - key.last_used_at).seconds > 60):
        ApiKey.objects.filter(id=key.id).update(last_used_at=now)
    return key
