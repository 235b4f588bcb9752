"""Where a box will be in the next frame: a Kalman filter with constant velocity.

Middle, width and height of a box are four numbers that move independently of each other, so each
has a filter of two states, its value and its velocity per frame.

Source: Kalman, Journal of Basic Engineering 82 (1960); the deviations as shares of width and height
    are those of Aharon et al., BoT-SORT, 2022, equations 3 and 4.
"""

# N boxes; 4 is middle x, middle y, width, height

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

POSITION_SHARE = 1 / 20
VELOCITY_SHARE = 1 / 160


@dataclass
class Motion:
    """The state of one box: value, velocity, and their variances and covariance, (4,) each."""

    value: Floats
    velocity: Floats
    value_variance: Floats
    covariance: Floats
    velocity_variance: Floats

    @classmethod
    def begin(cls, box: Floats) -> Motion:
        """Return the state after the first sight of a box x1 y1 x2 y2, which may move anywhere."""
        value = _middle_and_size(box)
        scale = _scale(value)
        return cls(
            value=value,
            velocity=np.zeros(4),
            value_variance=(2 * POSITION_SHARE * scale) ** 2,
            covariance=np.zeros(4),
            velocity_variance=(10 * VELOCITY_SHARE * scale) ** 2,
        )

    @property
    def box(self) -> Floats:
        """Return the box x1 y1 x2 y2; its sides are at least a thousandth of a pixel."""
        middle, half = self.value[:2], np.maximum(self.value[2:], 1e-3) / 2
        corners: Floats = np.concatenate([middle - half, middle + half])
        return corners

    def predict(self, *, keeps_size: bool) -> None:
        """Move on by one frame.

        Args:
            keeps_size: the box was not seen of late, so it is not let grow or shrink on.
        """
        if keeps_size:
            self.velocity[2:] = 0.0
        scale = _scale(self.value)
        self.value = self.value + self.velocity
        self.value_variance = (
            self.value_variance
            + 2 * self.covariance
            + self.velocity_variance
            + (POSITION_SHARE * scale) ** 2
        )
        self.covariance = self.covariance + self.velocity_variance
        self.velocity_variance = self.velocity_variance + (VELOCITY_SHARE * scale) ** 2

    def correct(self, box: Floats) -> None:
        """Take a sight of the box x1 y1 x2 y2 into account."""
        noise = (POSITION_SHARE * _scale(self.value)) ** 2
        surprise = _middle_and_size(box) - self.value
        total = self.value_variance + noise
        gain, velocity_gain = self.value_variance / total, self.covariance / total
        self.value = self.value + gain * surprise
        self.velocity = self.velocity + velocity_gain * surprise
        self.velocity_variance = self.velocity_variance - velocity_gain * self.covariance
        self.covariance = (1 - gain) * self.covariance
        self.value_variance = (1 - gain) * self.value_variance


def _middle_and_size(box: Floats) -> Floats:
    low, high = box[:2], box[2:]
    numbers: Floats = np.concatenate([(low + high) / 2, high - low])
    return numbers


def _scale(value: Floats) -> Floats:
    """Return what deviations are shares of: width for x, height for y, and at least one pixel."""
    size = np.maximum(value[2:], 1.0)
    scale: Floats = np.concatenate([size, size])
    return scale
