"""Messages to the workers: a task's name and ids, sent once what they are about is written."""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError

from backend.config.celery import app

logger = logging.getLogger(__name__)


def enqueue_on_commit(name: str, **ids: UUID | str) -> None:
    """Queue a task by name after the transaction commits.

    A broker that cannot be reached is logged, not raised: the workers look for waiting rows on
    their own every few seconds.
    """
    arguments = {key: str(value) for key, value in ids.items()}

    def send() -> None:
        try:
            app.send_task(name, kwargs=arguments)
        except (OperationalError, OSError) as error:
            logger.warning("queue unreachable", extra={"task": name, "reason": str(error)})

    transaction.on_commit(send)
