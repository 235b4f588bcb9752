"""Minutes that learning may take: what is begun only if it will end in time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal


class OutOfTime(Exception):
    """Raised inside of a candidate that has used up what was left; it is given up."""


@dataclass
class Budget:
    """Seconds that a run may spend, those of earlier processes of the run among them.

    Attributes:
        seconds: to be spent; ``None`` for no end.
        kept_back: how much of what was spent is wanted again at the end, as a share: members of a
            blend are fitted once more, on all rows.
        spent: in finished parts.
    """

    seconds: float | None
    kept_back: float = 0.0
    spent: float = 0.0
    clock: Callable[[], float] = time.monotonic
    _began: float = field(init=False)
    _allowed: float = field(init=False, default=float("inf"))

    def __post_init__(self) -> None:
        self._began = self.clock()

    @classmethod
    def of(cls, minutes: float | Literal["auto"], *, kept_back: float) -> Budget:
        """Return the budget of an option: ``auto`` has no end."""
        return cls(None if minutes == "auto" else 60 * minutes, kept_back)

    def begin(self, most: float = 1.0) -> None:
        """Start the clock of the next part, which may take a share of what is left at most."""
        self._began = self.clock()
        self._allowed = most * self.left

    def finish(self, earlier: float | None = None) -> float:
        """Return the seconds of the part that ends here, or what an earlier process took for it."""
        took = self.clock() - self._began if earlier is None else earlier
        self.spent += took
        self.begin()
        return took

    @property
    def left(self) -> float:
        """Return the seconds that are left for candidates, infinite without an end."""
        if self.seconds is None:
            return float("inf")
        used = self.spent + self.clock() - self._began
        return self.seconds / (1 + self.kept_back) - used

    @property
    def share(self) -> float:
        """Return the share of the time that is over, 0 without an end."""
        if self.seconds is None:
            return 0.0
        return min(1.0, max(0.0, 1 - self.left * (1 + self.kept_back) / self.seconds))

    def close(self) -> None:
        """Let everything that still comes end, however long it takes."""
        self.seconds = None

    def fits(self, seconds: float) -> bool:
        """Return whether something that takes so long would end in time."""
        return seconds <= self.left

    def check(self) -> None:
        """Give up what runs when nothing is left, or it took more than it may.

        Raises:
            OutOfTime: then.
        """
        if self.seconds is None:
            return
        if self.left <= 0 or self.clock() - self._began > self._allowed:
            raise OutOfTime
