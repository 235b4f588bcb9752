"""Takes over what callers of endpoints want to be told of asynchronous predictions."""

from __future__ import annotations

import logging
import threading
import time

from django.db import connections

from backend.deployments.services.prediction_notices import collect_notices
from backend.deployments.services.serving import call_folders, counted_deployments

logger = logging.getLogger(__name__)

EVERY_SECONDS = 2.0


class NoticeCollector:
    """A step that takes no time: files are read in a thread of their own."""

    def __init__(self) -> None:
        self._next = 0.0
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin to take notices over when it is time and nobody does."""
        if time.monotonic() < self._next or (self._thread and self._thread.is_alive()):
            return
        self._next = time.monotonic() + EVERY_SECONDS
        self._thread = threading.Thread(target=_collect_all, name="predictions", daemon=True)
        self._thread.start()


def _collect_all() -> None:
    """Take over the notices of all endpoints; one that fails leaves the others alone."""
    try:
        for deployment_id in counted_deployments():
            folder = call_folders(deployment_id)[0]
            try:
                collect_notices(deployment_id=deployment_id, folder=folder)
            except Exception:
                logger.exception("notices not taken over", extra={"deployment": str(deployment_id)})
    except Exception:
        logger.exception("notices not taken over")
    finally:
        connections.close_all()
