"""Signing in takes longer after each failure, so that passwords cannot be tried out.

After some failures, tries from the same address wait twice as long each time. Tries from elsewhere
wait too once very many have failed, but never long: nobody can lock others out of their account.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from backend.accounts.models import FailedSignIns
from backend.api.errors import Throttled

FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True)
class _Rule:
    """How many failures are free, and how many seconds the wait after more of them may reach."""

    num_free: int
    most_seconds: int

    def seconds(self, num_failed: int) -> int:
        """Return how long to wait after so many failures."""
        beyond = num_failed - self.num_free
        # The exponent is bounded as well, so that no number of thousands of digits is computed.
        return 0 if beyond < 0 else min(2 ** min(beyond, 20), self.most_seconds)


_FROM_ADDRESS = _Rule(num_free=5, most_seconds=15 * 60)
_FROM_ANYWHERE = _Rule(num_free=20, most_seconds=30)


def require_patience(*, email: str, address: str) -> None:
    """Refuse to try before the wait after earlier failures is over; it does not begin anew.

    Raises:
        Throttled: ``sign_in_delayed``, the same for addresses without an account.
    """
    now = timezone.now()
    rows = {row.key: row for row in FailedSignIns.objects.filter(key__in=_rules(email, address))}
    for key, rule in _rules(email, address).items():
        row = rows.get(key)
        if row is None or now - row.last_at > FORGOTTEN_AFTER:
            continue
        left = rule.seconds(row.num) - (now - row.last_at).total_seconds()
        if left > 0:
            raise Throttled(
                f"Signing in has failed too often. Wait {math.ceil(left)} s, then try again.",
                code="sign_in_delayed",
                seconds=math.ceil(left),
            )


def note_failure(*, email: str, address: str) -> None:
    """Count a failure."""
    now = timezone.now()
    FailedSignIns.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    for key in _rules(email, address):
        # Counted by the database: of many tries at the same moment each one counts.
        FailedSignIns.objects.get_or_create(key=key, defaults={"last_at": now})
        FailedSignIns.objects.filter(key=key).update(num=F("num") + 1, last_at=now)


def forgive(*, email: str, address: str | None = None) -> None:
    """Forget the failures of an account, from an address too where that is known."""
    FailedSignIns.objects.filter(key__in=list(_rules(email, address or ""))).delete()


def _rules(email: str, address: str) -> dict[str, _Rule]:
    return {_key(email, address): _FROM_ADDRESS, _key(email): _FROM_ANYWHERE}


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(part.lower() for part in parts).encode()).hexdigest()
