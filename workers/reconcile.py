"""Brings what runs in line with what the rows say, every few seconds and when woken."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from django.db import Error, close_old_connections, connections

logger = logging.getLogger(__name__)


class Reconciler(threading.Thread):
    """Runs a list of steps over and over; a step that fails is logged and tried again."""

    def __init__(
        self,
        steps: Sequence[Callable[[], None]],
        *,
        pause: Callable[[threading.Event], None],
        wake: threading.Event,
        stopping: threading.Event,
    ) -> None:
        super().__init__(name="reconcile", daemon=True)
        self._steps = steps
        self._pause = pause
        self._wake = wake
        self._stopping = stopping

    def run(self) -> None:
        """Reconcile until the worker stops."""
        while not self._stopping.is_set():
            # Before the steps, so that who wakes it during one is heard by another round.
            self._wake.clear()
            for step in self._steps:
                self._take(step)
            self._pause(self._wake)
        connections.close_all()

    def _take(self, step: Callable[[], None]) -> None:
        try:
            step()
        except Error as error:
            logger.warning(
                "database unreachable", extra={"step": step.__name__, "reason": str(error)}
            )
        except Exception:
            logger.exception("reconciliation failed", extra={"step": step.__name__})
        finally:
            close_old_connections()
