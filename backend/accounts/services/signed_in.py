"""Where a person is signed in; each place can be signed out."""

from __future__ import annotations

import time
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from backend.accounts.models import SignedIn
from backend.api.errors import NotFound

_NOTE_EVERY_SECONDS = 60.0
_MAX_KNOWN = 10_000
# When each session was noted by this process, so that not every request writes.
_noted: dict[str, float] = {}


def note_seen(*, user_id: UUID, request: HttpRequest) -> None:
    """Note that a session was used, once a minute."""
    key = request.session.session_key
    now = time.monotonic()
    if key is None or now - _noted.get(key, -_NOTE_EVERY_SECONDS) < _NOTE_EVERY_SECONDS:
        return
    if len(_noted) >= _MAX_KNOWN:
        # Forgetting costs one more write for each session, a list without bounds costs memory.
        _noted.clear()
    _noted[key] = now
    SignedIn.objects.update_or_create(
        session_key=key,
        defaults={
            "user_id": user_id,
            # PostgreSQL cannot store a NUL, and browsers may send anything.
            "device": request.headers.get("User-Agent", "").replace("\0", "")[:200],
            "address": request.META.get("REMOTE_ADDR", "")[:60],
            "last_seen_at": timezone.now(),
        },
    )


def sessions_of(*, user_id: UUID) -> QuerySet[SignedIn]:
    """Return where a person is signed in."""
    live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    return SignedIn.objects.filter(user_id=user_id, session_key__in=live)


@transaction.atomic
def end_session(*, user_id: UUID, session_id: UUID) -> None:
    """Sign a person out in one place.

    Raises:
        NotFound: when they are not signed in there.
    """
    row = sessions_of(user_id=user_id).filter(id=session_id).first()
    if row is None:
        raise NotFound("There is no such session.")
    _end([row])


@transaction.atomic
def end_sessions(*, user_id: UUID, but: str | None = None) -> None:
    """Sign a person out everywhere, but for the session with this key."""
    _end(list(SignedIn.objects.filter(user_id=user_id).exclude(session_key=but or "")))


def _end(rows: list[SignedIn]) -> None:
    Session.objects.filter(session_key__in=[row.session_key for row in rows]).delete()
    SignedIn.objects.filter(id__in=[row.id for row in rows]).delete()
