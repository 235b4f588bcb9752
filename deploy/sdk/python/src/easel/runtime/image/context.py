"""Where the network's image lies in the one that was sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from easel.runtime.example import Context


class Placement(NamedTuple):
    """One image within another: ``there = here * scale + offset`` on each axis.

    Coordinates are those of edges: pixel ``i`` reaches from ``i`` to ``i + 1``.

    Attributes:
        size: height and width of the inner image.
        top: the outer coordinate of its upper edge.
        left: the outer coordinate of its left edge.
        y_scale: outer pixels per inner pixel, downwards.
        x_scale: outer pixels per inner pixel, to the right.
    """

    size: tuple[int, int]
    top: float
    left: float
    y_scale: float
    x_scale: float


@dataclass(frozen=True)
class ImageContext(Context):
    """The upright image that was sent, in pixels, and where the network's image lies in it.

    ``pixels`` (H, W, 3) are those of the image itself, where the op ``keep_source`` asks for
    them: for a prediction that looks at parts of it again.
    """

    height: int
    width: int
    placement: Placement
    pixels: NDArray[np.uint8] | None = None

    def to_source(self, points: ArrayLike) -> NDArray[np.float64]:
        """Map points of the network's image to the image that was sent.

        Args:
            points: (…, 2), x and y in pixels of the network's image.

        Returns:
            (…, 2) float64, x and y; outside of the image where the points are on padding.
        """
        place = self.placement
        scale, offset = (place.x_scale, place.y_scale), (place.left, place.top)
        mapped: NDArray[np.float64] = np.asarray(points, np.float64) * scale + offset
        return mapped

    def boxes_to_source(self, boxes: ArrayLike) -> NDArray[np.float64]:
        """Map boxes (…, 4), x1 y1 x2 y2, and clip them to the image that was sent."""
        corners = np.asarray(boxes, np.float64)
        mapped = self.to_source(corners.reshape(*corners.shape[:-1], 2, 2))
        clipped: NDArray[np.float64] = np.clip(mapped, 0.0, (self.width, self.height))
        return clipped.reshape(corners.shape)
