"""Watches how endpoints do, and sends what people want to know, beside everything else.

Nothing here keeps model servers or jobs waiting: conditions are evaluated in one thread, and each
channel is served in one of its own, so that a receiver who never answers delays nobody.
"""

from __future__ import annotations

import logging
import threading
import time
from random import SystemRandom
from uuid import UUID

from django.db import connections

from backend.alerts.services.evaluation import evaluate
from backend.webhooks.services.deliveries import deliver_due, due_channels

logger = logging.getLogger(__name__)

EVALUATE_EVERY_SECONDS = 5.0
"""So often it is asked whether a minute is over: whichever worker asks first evaluates."""
SEND_EVERY_SECONDS = 2.0
MAX_THREADS = 16


class AlertWatch:
    """A step that takes no time."""

    def __init__(self) -> None:
        self._next = 0.0
        self._thread: threading.Thread | None = None

    def watch_endpoints(self) -> None:
        """Begin to evaluate conditions when it is time."""
        if time.monotonic() < self._next or (self._thread and self._thread.is_alive()):
            return
        self._next = time.monotonic() + EVALUATE_EVERY_SECONDS
        self._thread = threading.Thread(target=_evaluate, name="alerts", daemon=True)
        self._thread.start()


class DeliverySender:
    """A step that begins to send what is due; of one channel nobody sends twice at a time."""

    def __init__(self) -> None:
        self._next = 0.0
        self._threads: dict[UUID, threading.Thread] = {}

    def send_due(self) -> None:
        """Begin to send what is due through channels that nobody serves."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + SEND_EVERY_SECONDS
        self._threads = {one: thread for one, thread in self._threads.items() if thread.is_alive()}
        for channel_id in due_channels():
            if len(self._threads) >= MAX_THREADS:
                return
            if channel_id not in self._threads:
                thread = threading.Thread(
                    target=_deliver, args=(channel_id,), name="delivery", daemon=True
                )
                self._threads[channel_id] = thread
                thread.start()


def _evaluate() -> None:
    try:
        evaluate()
    except Exception:
        logger.exception("alerts not evaluated")
    finally:
        connections.close_all()


def _deliver(channel_id: UUID) -> None:
    try:
        deliver_due(channel_id, random=SystemRandom())
    except Exception:
        logger.exception("channel not served", extra={"channel": str(channel_id)})
    finally:
        connections.close_all()
