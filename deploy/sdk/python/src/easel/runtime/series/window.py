"""Put the rows of a series on a grid, and fill what is empty."""

# P points of the grid, C columns

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from easel.runtime.series.clock import Clock


def place_on_grid(
    times: Sequence[datetime], values: NDArray[np.float64], clock: Clock, num_points: int
) -> NDArray[np.float64]:
    """Return values (P, C) on a grid that ends at the latest time, NaN where there is none.

    Args:
        times: of the rows, in any order.
        values: (rows, C).
        clock: the step of the grid.
        num_points: P; older rows are left out.
    """
    last = max(times)
    grid = np.full((num_points, values.shape[1]), np.nan)
    for moment, row in zip(times, values):
        place = num_points - 1 - clock.steps_between(moment, last)
        if 0 <= place < num_points:
            grid[place] = np.where(np.isnan(row), grid[place], row)
    return grid


def fill(grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the values (P, C) with each empty point as the one before, leading ones the first."""
    filled = grid.copy()
    for column in filled.T:
        known = np.flatnonzero(~np.isnan(column))
        if len(known):
            source = np.searchsorted(known, np.arange(len(column)), side="right") - 1
            column[:] = column[known[np.maximum(source, 0)]]
    return filled
