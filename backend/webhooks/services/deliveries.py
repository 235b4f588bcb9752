"""Notices on their way: queued with what they are about, sent by workers, tried again for a day."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from importlib import import_module
from random import Random
from uuid import UUID, uuid4

from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from backend.api.errors import ApiError
from backend.webhooks.contracts import KINDS, Answer, Notice, Outgoing, Target
from backend.webhooks.models import Channel, Delivery
from backend.webhooks.services.sealing import opened

logger = logging.getLogger(__name__)

FIRST_WAIT = timedelta(seconds=5)
GROWTH = 4.0
LONGEST_WAIT = timedelta(hours=4)
GIVEN_UP_AFTER = timedelta(hours=24)
LEASE = timedelta(minutes=2)
"""A channel is a worker's for so long at most: sending takes seconds, so that one died then."""
KEPT = timedelta(days=30)
MAX_ANSWER = 500

State = Delivery.State


def queue(*, channel: Channel, key: str, notice: Notice) -> bool:
    """Have a notice sent through a channel, once for its ``key``; whether it was not queued before.

    It belongs into the transaction that changes what the notice is about.
    """
    now = timezone.now()
    _, is_new = Delivery.objects.get_or_create(
        channel=channel,
        key=key,
        defaults={"notice": vars(notice), "next_attempt_at": now, "created_at": now},
    )
    return is_new


def due_channels() -> list[UUID]:
    """Return the channels for which something waits whose time has come, and that nobody serves."""
    now = timezone.now()
    rows = Delivery.objects.filter(_is_free(now, "channel__"), *_is_due(now))
    return list(rows.order_by().values_list("channel_id", flat=True).distinct())


def deliver_due(channel_id: UUID, *, random: Random) -> int:
    """Send what is due through a channel, the oldest first, until something fails; return how many.

    Whoever else tries meanwhile sends nothing: a channel is served by one at a time.
    """
    now = timezone.now()
    is_ours = Channel.objects.filter(_is_free(now), id=channel_id).update(busy_until=now + LEASE)
    if not is_ours:
        return 0
    num = 0
    try:
        while (row := _next_due(channel_id)) is not None and _deliver(row, random):
            num += 1
            Channel.objects.filter(id=channel_id).update(busy_until=timezone.now() + LEASE)
    finally:
        Channel.objects.filter(id=channel_id).update(busy_until=None)
    return num


def send_now(channel: Channel, notice: Notice) -> Answer:
    """Send a notice once, and return what the other side answered."""
    return _sent(channel, Outgoing(uuid4(), timezone.now(), notice))


def forget_old_deliveries() -> int:
    """Delete what was delivered or given up long ago; return how many rows."""
    old = Delivery.objects.exclude(state=State.WAITING)
    return old.filter(created_at__lt=timezone.now() - KEPT).delete()[0]


def wait_after(num_attempts: int, random: Random) -> timedelta:
    """Return how long to wait after so many attempts, from 1: 5 s, 20 s, … 4 h, each ± a fifth.

    The jitter keeps many deliveries to a server that comes back from arriving at once.
    """
    wait = min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** min(num_attempts - 1, 10))
    return wait * random.uniform(0.8, 1.2)


def site_address(path: str) -> str:
    """Return where a page of this installation is."""
    return f"{settings.ENVIRONMENT.public_url}{path}"


def _is_free(now: datetime, prefix: str = "") -> Q:
    """Return which channels nobody serves; a clock that was set back keeps none busy for long."""
    name = f"{prefix}busy_until"
    return (
        Q(**{name: None})
        | Q(**{f"{name}__lt": now})
        | Q(**{f"{name}__gt": now + LEASE + timedelta(minutes=1)})
    )


def _is_due(now: datetime) -> Iterable[Q]:
    return Q(state=State.WAITING), Q(next_attempt_at__lte=now)


def _next_due(channel_id: UUID) -> Delivery | None:
    rows = Delivery.objects.select_related("channel__user").filter(*_is_due(timezone.now()))
    return rows.filter(channel_id=channel_id).order_by("created_at", "id").first()


def _deliver(row: Delivery, random: Random) -> bool:
    """Try once; return whether it was accepted."""
    now = timezone.now()
    # Claimed before it is sent: whoever is killed in between leaves it to the next attempt.
    claimed = Delivery.objects.filter(
        id=row.id, state=State.WAITING, num_attempts=row.num_attempts
    ).update(num_attempts=F("num_attempts") + 1, next_attempt_at=now + LEASE)
    if not claimed:
        return False
    answer = _sent(row.channel, Outgoing(row.id, row.created_at, Notice(**row.notice)))
    _note(row, answer, random)
    return answer.is_accepted


def _sent(channel: Channel, outgoing: Outgoing) -> Answer:
    assert channel.kind in KINDS, "the row takes no other"
    kind = import_module(f"backend.webhooks.kinds.{channel.kind}")
    try:
        answer: Answer = kind.send(_target(channel), outgoing)
    except ApiError as error:
        return Answer(is_accepted=False, status=None, text=error.message)
    except Exception as error:
        # A kind that fails must not keep what others wait for: it is noted like a refusal.
        logger.exception("delivery failed", extra={"kind": channel.kind})
        return Answer(is_accepted=False, status=None, text=type(error).__name__)
    return answer


def _target(channel: Channel) -> Target:
    if channel.kind == Channel.Kind.EMAIL:
        return Target(channel.user.email if channel.user is not None else "", "")
    return Target(opened(channel.address), opened(channel.secret))


def _note(row: Delivery, answer: Answer, random: Random) -> None:
    now, num_attempts = timezone.now(), row.num_attempts + 1
    next_at = now + wait_after(num_attempts, random)
    state = State.WAITING
    if answer.is_accepted:
        state = State.DELIVERED
    elif next_at > row.created_at + GIVEN_UP_AFTER:
        state = State.FAILED
        logger.warning("delivery given up", extra={"delivery": str(row.id)})
    # What programs were sent is not kept once they have it, or never will.
    notice = row.notice if state == State.WAITING else {**row.notice, "data": {}}
    Delivery.objects.filter(id=row.id).update(
        state=state,
        notice=notice,
        next_attempt_at=next_at,
        finished_at=None if state == State.WAITING else now,
        last_status=answer.status,
        last_answer=answer.text[:MAX_ANSWER],
    )
