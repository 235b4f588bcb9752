"""What every search algorithm is: a function from the trials so far to the next point."""

# D parameters

from __future__ import annotations

from typing import Protocol

from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Cube, Floats


class Exhausted(Exception):
    """Every setting of a finite search space has been tried or runs."""


class Algorithm(Protocol):
    """Asked for one point at a time; whatever it remembers, it could compute again."""

    cube: Cube

    def ask(self, history: History, number: int, width: int = 1) -> Floats:
        """Return the snapped point (D,) of the next trial.

        Args:
            history: all trials that finished or run.
            number: of the trial in the study, from 0; different for workers that ask at once.
            width: how many trials run side by side.

        Raises:
            Exhausted: when every setting of a finite space has been tried or runs.
        """
        ...
