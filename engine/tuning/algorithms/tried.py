"""Which settings have been tried, also where trials ask for only some parameters."""

# N trials, D parameters

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.tuning.algorithms.history import History
from engine.tuning.search_space import Axis, Bools, Cube, Floats

# Coordinates that differ by less are one setting, read from a storage and computed.
_DIGITS = 12


class Tried:
    """The settings of trials that finished or run.

    A trial whose values agree with all that an earlier one asked for would ask for no others: it
    repeats it, whatever the parameters that neither asks for.

    Args:
        history: whose trials are meant.
        guesses: whether trials that run take with them what they may turn out to be; without it,
            only the point that they were given.
    """

    def __init__(self, cube: Cube, history: History, *, guesses: bool = True) -> None:
        points_ND = np.concatenate([history.points_ND, history.pending_PD])
        asked_ND = cube.active(points_ND)
        if history.asked_ND is not None:
            asked_ND[: len(history.points_ND)] = history.asked_ND
        if history.asked_PD is not None:
            asked_ND[len(history.points_ND) :] = history.asked_PD if guesses else True
        self._cube = cube
        self._asked_ND = asked_ND
        self._points_ND = _rounded(points_ND)
        self._rows_of = [
            (asked_D, {row.tobytes() for row in self._points_ND[same_N][:, asked_D]})
            for asked_D, same_N in _groups(asked_ND)
        ]

    def __len__(self) -> int:
        """Return how many settings have been tried."""
        return sum(len(rows) for _, rows in self._rows_of)

    def __contains__(self, point_D: Floats) -> bool:
        """Return whether a trial at a snapped point would repeat another."""
        rounded_D = _rounded(point_D)
        return any(rounded_D[asked_D].tobytes() in rows for asked_D, rows in self._rows_of)

    def first_new(self, points_SD: Floats) -> Floats | None:
        """Return the first of snapped points (S, D) that would repeat no trial."""
        return next((point_D for point_D in points_SD if point_D not in self), None)

    def free(self, near_D: Floats) -> Floats | None:
        """Return a snapped point that would repeat no trial; ``None`` when there is none.

        Args:
            near_D: whose values are taken wherever they can be.
        """
        found_D = self._free(near_D, np.zeros(len(near_D), bool), np.arange(len(self._points_ND)))
        return None if found_D is None else np.asarray(self._cube.snap(found_D[None])[0])

    def _free(self, point_D: Floats, fixed_D: Bools, rows: np.ndarray) -> Floats | None:
        """Return ``point_D`` with other values where it is not fixed.

        ``rows`` are the trials that agree with it where it is fixed.
        """
        if not len(rows):
            return point_D
        open_ND = self._asked_ND[rows] & ~fixed_D
        if not open_ND.any(1).all():
            return None
        # What all of them asked for comes first: it tells the branches of a program apart.
        place = int(np.argmax(open_ND.sum(0)))
        fixed_D = fixed_D.copy()
        fixed_D[place] = True
        for coordinate in _coordinates(self._cube.axes[place], float(point_D[place]), len(rows)):
            agrees_N = self._points_ND[rows, place] == _rounded(np.array(coordinate))
            changed_D = point_D.copy()
            changed_D[place] = coordinate
            left = rows[agrees_N | ~self._asked_ND[rows, place]]
            found_D = self._free(changed_D, fixed_D, left)
            if found_D is not None:
                return found_D
        return None


def is_used_up(cube: Cube, history: History) -> bool:
    """Return whether every setting of a finite space has been tried or runs."""
    if not cube.is_finite:
        return False
    nearest_D = cube.from_unit(np.full((1, cube.num_dims), 0.5))[0]
    return Tried(cube, history, guesses=False).free(nearest_D) is None


def _coordinates(axis: Axis, first: float, num_rows: int) -> Iterator[float]:
    """Yield values of a parameter, ``first`` before the others; one more than rows at most."""
    yield first
    if axis.num_values is None:
        # Each row has one value, so that one of these is nobody's.
        yield from ((first + one / (num_rows + 2)) % 1.0 for one in range(1, num_rows + 2))
        return
    for place in range(axis.num_values):
        coordinate = axis.coordinate_at(place)
        if abs(coordinate - first) > 1e-9:
            yield coordinate


def _groups(asked_ND: Bools) -> Iterator[tuple[Bools, Bools]]:
    """Yield every set of parameters (D,) that trials asked for, and which of them did (N,)."""
    sets, inverse_N = np.unique(asked_ND, axis=0, return_inverse=True)
    for place, asked_D in enumerate(sets):
        yield asked_D, inverse_N.reshape(-1) == place


def _rounded(points: Floats) -> Floats:
    # Adding zero makes 0.0 of -0.0, whose bytes differ.
    return np.asarray(points.round(_DIGITS) + 0.0)
