"""What a gateway asks of whoever counts."""

from __future__ import annotations

from typing import Protocol


class Counters(Protocol):
    """Counts calls against rates and quotas, by name.

    Attributes:
        is_degraded: whether it counts for this process alone although it should not.
    """

    is_degraded: bool

    async def admit(self, name: str, rate: float, burst: int) -> float:
        """Take one call from a token bucket.

        Args:
            name: whose bucket.
            rate: calls a second that it gains.
            burst: calls that it holds at most.

        Returns:
            0 when there was one, else the seconds until there is.
        """

    async def spend(self, name: str, quota: int) -> int | None:
        """Count one call; return how many are left, ``None`` when there was none."""

    async def give_back(self, name: str) -> None:
        """Take one call back that was counted."""

    async def flush(self) -> None:
        """Keep what is counted, so that the next process goes on from there."""

    async def close(self) -> None:
        """Keep what is counted, and let go of connections."""
