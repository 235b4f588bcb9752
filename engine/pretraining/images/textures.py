"""Families of textures, each a formula of the place.

Every function takes coordinates as arrays or as single numbers and returns a tone of 0 to 1 for
each, so that the same text is NumPy's reference and what numba compiles (``drawing``).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.pretraining.compiled import compiled

NUM_FAMILIES = 14
LATTICE_SIDE = 256


@compiled
def tone(family: int, x: Any, y: Any, lattice: Any) -> Any:
    """Return how light a texture is at a place, 0 to 1.

    Args:
        family: 0 to ``NUM_FAMILIES`` - 1.
        x: coordinates in periods of the texture; float64.
        y: likewise.
        lattice: random numbers of 0 to 1 (256, 256), which repeat.
    """
    if family == 0:
        return 0.5 + 0.0 * x
    if family == 1:
        return _wave(x)
    if family == 2:
        return _edge(_wave(x), 0.5)
    if family == 3:
        return _edge(0.5 + 2 * (_wave(x) - 0.5) * (_wave(y) - 0.5), 0.5)
    if family == 4:
        return _edge(_wave(x) * _wave(y), 0.45)
    if family == 5:
        return _bricks(x, y)
    if family == 6:
        return _noise(x, y, lattice)
    if family == 7:
        return _clouds(x, y, lattice)
    if family == 8:
        return _wave(x + 1.5 * _clouds(x, y, lattice))
    if family == 9:
        return _wave(np.hypot(x, 0.3 * y) + 0.6 * _noise(0.5 * x, 0.5 * y, lattice))
    if family == 10:
        return _weave(x, y)
    if family == 11:
        return _cells(x, y, lattice)
    if family == 12:
        return _edge(_noise(3 * x, 0.4 * y, lattice), 0.6)
    return _wave(x + 2 * np.abs(y - np.floor(y) - 0.5))


@compiled
def _wave(x: Any) -> Any:
    return 0.5 + 0.5 * np.cos(2 * np.pi * x)


@compiled
def _edge(value: Any, threshold: Any) -> Any:
    """Return 0 below a threshold and 1 above it, with a slope between them."""
    return np.minimum(np.maximum(8 * (value - threshold) + 0.5, 0.0), 1.0)


@compiled
def _weave(x: Any, y: Any) -> Any:
    across = _wave(x) * _edge(_wave(0.5 * y), 0.5)
    return np.maximum(across, _wave(y) * _edge(_wave(0.5 * x), 0.5))


@compiled
def _bricks(x: Any, y: Any) -> Any:
    row = np.floor(y)
    along = x * 0.5 + 0.5 * (row - 2 * np.floor(row / 2))
    from_joint = np.minimum(
        2 * (0.5 - np.abs(along - np.floor(along) - 0.5)), 0.5 - np.abs(y - row - 0.5)
    )
    return np.minimum(8 * from_joint, 1.0)


@compiled
def _noise(x: Any, y: Any, lattice: Any) -> Any:
    """Return smooth noise: random numbers at whole places, and between them what is between."""
    left, top = np.floor(x), np.floor(y)
    a, b = x - left, y - top
    a, b = a * a * (3 - 2 * a), b * b * (3 - 2 * b)
    i, j = np.int64(left) & 255, np.int64(top) & 255
    k, m = (i + 1) & 255, (j + 1) & 255
    upper = lattice[j, i] * (1 - a) + lattice[j, k] * a
    lower = lattice[m, i] * (1 - a) + lattice[m, k] * a
    return upper * (1 - b) + lower * b


@compiled
def _clouds(x: Any, y: Any, lattice: Any) -> Any:
    return (
        0.57 * _noise(x, y, lattice)
        + 0.29 * _noise(2 * x + 17, 2 * y, lattice)
        + 0.14 * _noise(4 * x, 4 * y + 31, lattice)
    )


@compiled
def _cells(x: Any, y: Any, lattice: Any) -> Any:
    """Return how far the nearest of scattered points is (Worley, SIGGRAPH 1996)."""
    left, top = np.int64(np.floor(x)), np.int64(np.floor(y))
    nearest = 4.0 + 0.0 * x
    for down in range(-1, 2):
        for right in range(-1, 2):
            i, j = left + right, top + down
            off_x = i + lattice[j & 255, i & 255] - x
            off_y = j + lattice[i & 255, (j + 97) & 255] - y
            nearest = np.minimum(nearest, off_x * off_x + off_y * off_y)
    return np.minimum(np.sqrt(nearest), 1.0)
