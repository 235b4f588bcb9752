"""Signing in takes longer after each failure, so that passwords cannot be tried out.

So does whatever else takes a password: its subject stands where an e-mail address does.

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
    seconds = seconds_to_wait(subject=email, address=address)
    if seconds > 0:
        raise Throttled(
            f"Signing in has failed too often. Wait {seconds} s, then try again.",
            code="sign_in_delayed",
            seconds=seconds,
        )


def seconds_to_wait(*, subject: str, address: str) -> int:
    """Return how long the next try has to wait, 0 where it need not."""
    now = timezone.now()
    rules = _rules(subject, address)
    longest = 0.0
    for row in FailedSignIns.objects.filter(key__in=rules):
        if now - row.last_at <= FORGOTTEN_AFTER:
            left = rules[row.key].seconds(row.num) - (now - row.last_at).total_seconds()
            longest = max(longest, left)
    return math.ceil(longest)


def note_failure(*, subject: str, address: str) -> None:
    """Count a failure."""
    now = timezone.now()
    FailedSignIns.objects.filter(last_at__lt=now - FORGOTTEN_AFTER).delete()
    for key in _rules(subject, address):
        # Counted by the database: of many tries at the same moment each one counts.
        FailedSignIns.objects.get_or_create(key=key, defaults={"last_at": now})
        FailedSignIns.objects.filter(key=key).update(num=F("num") + 1, last_at=now)


def forgive(*, subject: str, address: str | None = None) -> None:
    """Forget the failures of an account, from an address too where that is known."""
    FailedSignIns.objects.filter(key__in=list(_rules(subject, address or ""))).delete()


def _rules(subject: str, address: str) -> dict[str, _Rule]:
    return {_key(subject, address): _FROM_ADDRESS, _key(subject): _FROM_ANYWHERE}


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(part.lower() for part in parts).encode()).hexdigest()
