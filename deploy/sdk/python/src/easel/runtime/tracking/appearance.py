"""Appearance embeddings: the colours of an object's upper and lower half, without training."""

# N boxes, F numbers of an embedding, H height, W width

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from easel.runtime.tracking.assignment import Floats

LEVELS = 4
"""Steps of each colour channel."""

_CELLS = LEVELS**3
SIZE = 2 * _CELLS
"""F."""


def appearance_embeddings(pixels_HW3: NDArray[np.uint8], boxes_N4: Floats) -> Floats:
    """Return unit vectors (N, F) whose products are 1 for equal appearance and 0 for unlike ones.

    Of the ellipse within each box the pixels of either half are counted by colour; the roots of
    their shares are the vector, so that a product is the Bhattacharyya coefficient. Boxes outside
    of the image look like nothing: zeros.

    Args:
        pixels_HW3: a frame, uint8.
        boxes_N4: x1 y1 x2 y2 in pixels.

    Source: after Comaniciu et al., Kernel-Based Object Tracking, PAMI 25 (2003), section 3.
    """
    height, width = pixels_HW3.shape[:2]
    found = np.zeros((len(boxes_N4), SIZE))
    for embedding, (x1, y1, x2, y2) in zip(found, boxes_N4.tolist()):
        left, right = max(0, int(x1)), min(width, int(np.ceil(x2)))
        top, bottom = max(0, int(y1)), min(height, int(np.ceil(y2)))
        if right <= left or bottom <= top:
            continue
        across = (np.arange(left, right) + 0.5 - (x1 + x2) / 2) / max((x2 - x1) / 2, 0.5)
        down = (np.arange(top, bottom) + 0.5 - (y1 + y2) / 2) / max((y2 - y1) / 2, 0.5)
        is_inside = down[:, np.newaxis] ** 2 + across**2 <= 1.0
        steps = pixels_HW3[top:bottom, left:right].astype(np.intp) * LEVELS // 256
        colours = (steps[..., 0] * LEVELS + steps[..., 1]) * LEVELS + steps[..., 2]
        cells = colours + np.where(down < 0, 0, _CELLS)[:, np.newaxis]
        counts = np.bincount(cells[is_inside], minlength=SIZE)
        embedding[:] = np.sqrt(counts / max(1, counts.sum()))
    return found
