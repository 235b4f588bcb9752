"""How many requests are being answered."""

from __future__ import annotations


class InFlight:
    """How many requests are being answered."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0

    def is_one(self) -> bool:
        """Return whether a single request is being answered."""
        return self.count == 1
