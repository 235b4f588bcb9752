"""Deletes, a few times a day, what crashes and broken uploads left, and what is old."""

from __future__ import annotations

import logging
import shutil
import threading
import time
from pathlib import Path

from django.db import connections

from backend.alerts.services.keeping import forget_old_alerts
from backend.datasets.services.importing.abandoned import abandoned_folders, delete_abandoned
from backend.deployments.services.counting import forget_old_statistics
from backend.deployments.services.folders import forgotten_folders
from backend.drift.services.keeping import forget_old_windows
from backend.files.services.checking import check, repair
from backend.files.services.rounds import read_share, round_state
from backend.jobs.services.cleanup import delete_job_folder, old_job_folders
from backend.stored_calls.services.keeping import forget_old_calls
from backend.webhooks.services.deliveries import forget_old_deliveries

logger = logging.getLogger(__name__)

EVERY_SECONDS = 6 * 3600.0
# A worker that has just begun has other things to do, and may not live long.
FIRST_AFTER_SECONDS = 600.0


class Housekeeping:
    """A step of the reconciliation that takes no time: the work is done beside it."""

    def __init__(self) -> None:
        self._next = time.monotonic() + FIRST_AFTER_SECONDS
        self._thread: threading.Thread | None = None

    def keep_house(self) -> None:
        """Begin to tidy up when it is time."""
        if time.monotonic() < self._next or (self._thread and self._thread.is_alive()):
            return
        self._next = time.monotonic() + EVERY_SECONDS
        self._thread = threading.Thread(target=tidy_up, name="housekeeping", daemon=True)
        self._thread.start()


def tidy_up() -> None:
    """Delete what nothing refers to and is a day old, read a share of the store, mark damage."""
    try:
        found = check(is_read=False)
        freed = repair(found)
        num_folders = sum(map(delete_job_folder, list(old_job_folders())))
        num_folders += sum(map(delete_abandoned, list(abandoned_folders())))
        num_folders += sum(map(_delete, list(forgotten_folders())))
        num_read = read_share()
        num_statistics = forget_old_statistics()
        num_calls = forget_old_calls()
        num_windows = forget_old_windows()
        num_deliveries = forget_old_deliveries()
        num_alerts = forget_old_alerts()
        logger.info(
            "store checked",
            extra={
                "files": found.num_checked,
                "damaged": round_state().num_damaged,
                "read": num_read,
                "folders": num_folders,
                "statistics": num_statistics,
                "stored_calls": num_calls,
                "drift_windows": num_windows,
                "deliveries": num_deliveries,
                "alerts": num_alerts,
                "unused": len(found.unused),
                "orphaned": len(found.orphaned),
                "leftover": len(found.leftover),
                "bytes_freed": freed,
            },
        )
    except Exception:
        logger.exception("housekeeping failed")
    finally:
        connections.close_all()


def _delete(folder: Path) -> bool:
    shutil.rmtree(folder, ignore_errors=True)
    return not folder.exists()
