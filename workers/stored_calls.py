"""Takes the calls over that the gateway stored, beside what keeps model servers running."""

from __future__ import annotations

import logging
import threading
import time
from uuid import UUID

from django.db import connections

from backend.deployments.selectors import storing_endpoint
from backend.deployments.services.serving import call_folders, counted_deployments
from backend.stored_calls.services.collecting import collect, delete_unused_files
from backend.stored_calls.services.keeping import keep_within

logger = logging.getLogger(__name__)

EVERY_SECONDS = 2.0
KEEP_EVERY_SECONDS = 60.0


class CallCollector:
    """A step that takes no time: files are stored in a thread of their own."""

    def __init__(self) -> None:
        self._next = 0.0
        self._keep_after: dict[UUID, float] = {}
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin to take calls over when it is time and nobody does."""
        if time.monotonic() < self._next or (self._thread and self._thread.is_alive()):
            return
        self._next = time.monotonic() + EVERY_SECONDS
        self._thread = threading.Thread(target=self._collect_all, name="stored calls", daemon=True)
        self._thread.start()

    def _collect_all(self) -> None:
        """Take over the calls of all endpoints; one that fails leaves the others alone."""
        try:
            for deployment_id in counted_deployments():
                self._collect(deployment_id)
        except Exception:
            logger.exception("calls not taken over")
        finally:
            connections.close_all()

    def _collect(self, deployment_id: UUID) -> None:
        folder = call_folders(deployment_id)[0]
        samples = folder / "samples"
        if not any(folder.glob("feedback-*")) and not (samples.is_dir() and any(samples.iterdir())):
            return
        try:
            endpoint = storing_endpoint(deployment_id)
            if endpoint is None:
                return
            collect(endpoint=endpoint, folder=folder)
            # To sum up what is stored takes longer the more it is.
            if time.monotonic() > self._keep_after.get(deployment_id, 0):
                keep_within(endpoint)
                delete_unused_files(folder)
                self._keep_after[deployment_id] = time.monotonic() + KEEP_EVERY_SECONDS
        except Exception:
            logger.exception("calls not taken over", extra={"deployment": str(deployment_id)})
