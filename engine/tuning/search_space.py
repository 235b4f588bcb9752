"""The numeric form of a search space: every setting is a point of a cube."""

# N points, D parameters

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.specs.tuning.search_space import (
    Choices,
    FloatRange,
    IntRange,
    Range,
    SearchSpace,
    Value,
)

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

MIDDLE = 0.5


@dataclass(frozen=True)
class Axis:
    """A parameter as a column of points.

    Numbers lie in [0, 1], on a logarithmic scale where the range says so. Those that can have only
    some values share [0, 1] in equal cells (of logarithms: in cells between the halves) and lie,
    once snapped, in the middle of theirs. A choice is its place in the list.
    """

    name: str
    range: Range
    parent: int | None = None
    parent_places: tuple[int, ...] = ()

    @property
    def is_choice(self) -> bool:
        """Whether values have no order."""
        return isinstance(self.range, Choices)

    @property
    def num_values(self) -> int | None:
        """How many values there are; ``None`` where they are continuous."""
        match self.range:
            case Choices(values=values):
                return len(values)
            case IntRange(low=low, high=high, step=step):
                return (high - low) // step + 1
            case FloatRange(low=low, high=high, step=float(step)):
                # (0.3 - 0.1) / 0.1 is 1.9999999999999998, and three values are meant.
                return math.floor((high - low) / step * (1 + 1e-12)) + 1
        return None

    def value(self, coordinate: float) -> Value:
        """Return the setting at a coordinate."""
        match self.range:
            case Choices(values=values):
                return values[int(coordinate)]
            case IntRange(low=low, high=high, step=step, log=log):
                if log:
                    first, last = math.log(low - 0.5), math.log(high + 0.5)
                    number = round(math.exp(first + coordinate * (last - first)))
                    return min(max(number, low), high)
                return low + step * self._cell(coordinate)
            case FloatRange(low=low, high=high, step=step, log=log):
                if step is not None:
                    return min(low + step * self._cell(coordinate), high)
                if log:
                    # The exponential of a bound's logarithm may miss the bound by its last bit.
                    exponent = math.log(low) + coordinate * (math.log(high) - math.log(low))
                    return min(max(math.exp(exponent), low), high)
                return min(max(low + coordinate * (high - low), low), high)
        raise AssertionError(self.range)

    def coordinate(self, value: Value) -> float:
        """Return where a setting lies; what is out of the range counts as its nearest end.

        Raises:
            ValueError: when the range is a list without ``value``.
        """
        match self.range:
            case Choices(values=values):
                for place, one in enumerate(values):
                    # For Python 1, 1.0 and True are equal; as choices they differ.
                    if type(one) is type(value) and one == value:
                        return float(place)
                raise ValueError(f"{self.name} has no choice {value!r}. It has: {values}.")
            case IntRange(low=low, high=high, step=step, log=log):
                number = min(max(round(float(value)), low), high)
                if log:
                    first, last = math.log(low - 0.5), math.log(high + 0.5)
                    return (math.log(number) - first) / (last - first)
                return ((number - low) // step + 0.5) / (self.num_values or 1)
            case FloatRange(low=low, high=high, step=step, log=log):
                amount = min(max(float(value), low), high)
                if step is not None:
                    return (round((amount - low) / step) + 0.5) / (self.num_values or 1)
                if log:
                    return math.log(amount / low) / math.log(high / low)
                return (amount - low) / (high - low)
        raise AssertionError(self.range)

    def coordinate_at(self, place: int) -> float:
        """Return where the value of a place lies, counted from 0, of those that are countable."""
        match self.range:
            case Choices():
                return float(place)
            case IntRange(low=low, log=True):
                return self.coordinate(low + place)
        return (place + 0.5) / (self.num_values or 1)

    def snap(self, coordinates_N: Floats) -> Floats:
        """Return the coordinates of the settings that coordinates stand for."""
        num = self.num_values
        match self.range:
            case Choices():
                return np.clip(np.floor(coordinates_N), 0, (num or 1) - 1)
            case IntRange(low=low, high=high, log=True):
                first, last = math.log(low - 0.5), math.log(high + 0.5)
                numbers = np.rint(np.exp(first + np.clip(coordinates_N, 0, 1) * (last - first)))
                return np.asarray((np.log(np.clip(numbers, low, high)) - first) / (last - first))
        clipped = np.clip(coordinates_N, 0, 1)
        if num is None:
            return clipped
        return np.asarray((np.minimum(np.floor(clipped * num), num - 1) + 0.5) / num)

    def _cell(self, coordinate: float) -> int:
        num = self.num_values or 1
        return min(max(int(coordinate * num), 0), num - 1)


class Cube:
    """All axes of a search space, and points (…, D) of it."""

    def __init__(self, space: SearchSpace) -> None:
        places = {parameter.name: place for place, parameter in enumerate(space.parameters)}
        axes = []
        for parameter in space.parameters:
            parent: int | None = None
            allowed: tuple[int, ...] = ()
            if parameter.when is not None:
                parent = places[parameter.when.parameter]
                above = Axis("", space.parameters[parent].range)
                allowed = tuple(int(above.coordinate(value)) for value in parameter.when.values)
            axes.append(Axis(parameter.name, parameter.range, parent, allowed))
        self.axes = tuple(axes)
        self.num_choices_D = np.array(
            [(axis.num_values or 1) if axis.is_choice else 1 for axis in axes]
        )
        self.is_choice_D: Bools = np.array([axis.is_choice for axis in axes])

    @property
    def num_dims(self) -> int:
        """How many parameters there are (D)."""
        return len(self.axes)

    @property
    def is_finite(self) -> bool:
        """Whether there are only so many settings: no parameter is continuous."""
        return all(axis.num_values is not None for axis in self.axes)

    def active(self, points_ND: Floats) -> Bools:
        """Return which parameters take part (N, D)."""
        active_ND = np.ones(points_ND.shape, bool)
        for place, axis in enumerate(self.axes):
            if axis.parent is not None:
                parent_N = points_ND[:, axis.parent].astype(int)
                active_ND[:, place] = active_ND[:, axis.parent] & np.isin(
                    parent_N, axis.parent_places
                )
        return active_ND

    def snap(self, points_ND: Floats) -> Floats:
        """Return points as they are evaluated: on cells, absent parameters all alike.

        Absent numbers are put in the middle and absent choices on the first, so that they make no
        distance between points.
        """
        snapped_ND = np.empty_like(points_ND)
        for place, axis in enumerate(self.axes):
            snapped_ND[:, place] = axis.snap(points_ND[:, place])
        inactive_ND = ~self.active(snapped_ND)
        snapped_ND[inactive_ND] = np.broadcast_to(
            np.where(self.is_choice_D, 0.0, MIDDLE), points_ND.shape
        )[inactive_ND]
        return snapped_ND

    def settings(self, point_D: Floats) -> dict[str, Value]:
        """Return the settings of the parameters that take part at a point."""
        snapped_1D = self.snap(np.asarray(point_D, float)[None])
        active_D = self.active(snapped_1D)[0]
        return {
            axis.name: axis.value(float(snapped_1D[0, place]))
            for place, axis in enumerate(self.axes)
            if active_D[place]
        }

    def point(self, settings: Mapping[str, Value]) -> Floats:
        """Return the snapped point (D,) of settings; parameters that are not set are absent.

        Raises:
            ValueError: when a choice is none of the list.
        """
        point_D = np.where(self.is_choice_D, 0.0, MIDDLE)
        for place, axis in enumerate(self.axes):
            if axis.name in settings:
                point_D[place] = axis.coordinate(settings[axis.name])
        return np.asarray(self.snap(point_D[None])[0])

    def from_unit(self, unit_ND: Floats) -> Floats:
        """Return snapped points of points of [0, 1]^D, such as Sobol's."""
        return self.snap(np.where(self.is_choice_D, unit_ND * self.num_choices_D, unit_ND))
