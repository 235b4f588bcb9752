"""How much of a core may be spent on what no caller asked for."""

from __future__ import annotations

from threading import Lock


class CpuBudget:
    """Seconds of a core that come back at a steady rate, up to as many as may be saved.

    Who spends more than there is goes into debt, and is refused until that has come back: on the
    whole no more is spent than ``share``.
    """

    def __init__(self, *, share: float, saved_seconds: float, now: float) -> None:
        """Begin with all that may be saved.

        Args:
            share: of one core, such as 0.02.
            saved_seconds: of a core, what calls that come all at once may take.
            now: of a monotonic clock, in seconds, as all others.
        """
        self._share = share
        self._most = saved_seconds
        self._left = saved_seconds
        self._at = now
        self._lock = Lock()

    def has_some(self, now: float) -> bool:
        """Return whether something may be spent."""
        with self._lock:
            self._left = min(self._most, self._left + (now - self._at) * self._share)
            self._at = now
            return self._left > 0

    def spend(self, seconds: float) -> None:
        """Take seconds of a core."""
        with self._lock:
            self._left -= seconds
