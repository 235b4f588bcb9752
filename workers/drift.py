"""Takes over what model servers count of their calls, and says what it means.

The services compute with NumPy, which a worker does not hold from its start: they are imported
where they are used.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from uuid import UUID

from django.db import connections

from backend.deployments.contracts import ServedFolder
from backend.deployments.services.serving import served_folders
from engine.specs.drift import WindowPart
from workers.calls import Logs

logger = logging.getLogger(__name__)

EVERY_SECONDS = 5.0
CLOSE_EVERY_SECONDS = 60.0


class DriftCollector:
    """A step that takes no time: to take over and to assess is done in a thread of its own."""

    def __init__(self) -> None:
        self._next = self._close_after = self._assess_after = 0.0
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Begin to take windows over when it is time and nobody does."""
        if time.monotonic() < self._next or (self._thread and self._thread.is_alive()):
            return
        self._next = time.monotonic() + EVERY_SECONDS
        self._thread = threading.Thread(target=self._collect_all, name="drift", daemon=True)
        self._thread.start()

    def _collect_all(self) -> None:
        try:
            for served in served_folders():
                take_over(served)
            if time.monotonic() > self._close_after:
                from backend.drift.services.taking import close_due

                close_due()
                self._close_after = time.monotonic() + CLOSE_EVERY_SECONDS
            if time.monotonic() > self._assess_after:
                self._assess()
        except Exception:
            logger.exception("windows not taken over")
        finally:
            connections.close_all()

    def _assess(self) -> None:
        """Assess what has ended; what cannot be now, such as on a full disk, may be in a minute."""
        from backend.drift.services.assessing import assess_window
        from backend.drift.services.taking import windows_to_assess

        for window_id in windows_to_assess():
            try:
                assess_window(window_id)
            except Exception:
                logger.exception("window not assessed", extra={"window": str(window_id)})
                self._assess_after = time.monotonic() + CLOSE_EVERY_SECONDS


def take_over(served: ServedFolder) -> None:
    """Take over what the replicas of a revision counted; one that fails leaves others alone."""
    from backend.drift.services.taking import take_parts

    def take(
        *, deployment_id: UUID, file: str, begin: int, end: int, calls: Sequence[WindowPart]
    ) -> bool:
        del deployment_id
        return take_parts(served=served, file=file, begin=begin, end=end, calls=calls)

    if not any(served.folder.glob("drift-*")):
        return
    try:
        Logs(served.deployment_id, served.folder, "drift", WindowPart, take).count()
    except Exception:
        logger.exception("windows not taken over", extra={"revision": str(served.revision_id)})
