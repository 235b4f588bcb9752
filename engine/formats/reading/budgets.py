"""How much readers may make of a small file, counted before anything is made."""

from __future__ import annotations

from dataclasses import dataclass

# Boxes of one video as they stand in its file; each takes about 2 KB of memory.
MAX_REGIONS = 1_000_000
# Boxes that a reader makes between those that stand there, in one video and in one import.
MAX_FILLED = 100_000
MAX_FILLED_IN_ALL = 1_000_000
# Frames of one video: four days of it.
MAX_FRAMES = 10_000_000


@dataclass
class FillBudget:
    """What of the boxes that may be made is still left to an import."""

    num_left: int = MAX_FILLED_IN_ALL

    def of_a_video(self) -> VideoBudget:
        """Return the budget of the next video."""
        return VideoBudget(self, min(MAX_FILLED, self.num_left))


@dataclass
class VideoBudget:
    """What of them is left to one video."""

    whole: FillBudget
    num_left: int

    def take(self, num: int) -> bool:
        """Take so many, or none and tell that they are too many."""
        if num > self.num_left:
            return False
        self.num_left -= num
        self.whole.num_left -= num
        return True
