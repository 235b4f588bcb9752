"""Shapes by iterated functions: a few affine maps whose points fill one figure.

Source: Kataoka et al., ACCV 2020 (FractalDB); Barnsley, Fractals Everywhere, 1988, chapter 3.
"""

# M maps, P points that move at once, S side of a mask

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_POINTS, _STEPS, _SKIPPED = 1500, 40, 12
_TRIES = 20
# Of the mask: sparser figures are dust, fuller ones are blots.
_LEAST, _MOST = 0.08, 0.5


def fractal_mask(generator: np.random.Generator, side: int) -> NDArray[np.float64]:
    """Return the coverage (S, S), 0 to 1, of a random fractal that fills its square."""
    mask = np.zeros((side, side))
    for _ in range(_TRIES):
        mask = _figure(generator, side)
        if _LEAST < mask.mean() < _MOST:
            break
    return mask


def _figure(generator: np.random.Generator, side: int) -> NDArray[np.float64]:
    num_maps = int(generator.integers(2, 5))
    linear, offsets = _maps(generator, num_maps)
    areas = np.abs(np.linalg.det(linear)) + 0.05
    chances = areas / areas.sum()
    points = generator.uniform(-1, 1, (_POINTS, 2))
    visited = []
    for step in range(_STEPS):
        choice = generator.choice(num_maps, _POINTS, p=chances)
        points = np.einsum("pij,pj->pi", linear[choice], points) + offsets[choice]
        if step >= _SKIPPED:
            visited.append(points)
    places = np.concatenate(visited)
    low, high = np.percentile(places, [1, 99], axis=0)
    scaled = (places - low) / np.maximum(high - low, 1e-6)
    inside = scaled[((scaled >= 0) & (scaled < 1)).all(axis=1)]
    cells = (inside * (side - 8) + 4).astype(np.int64)
    counts = np.bincount(cells[:, 1] * side + cells[:, 0], minlength=side * side)
    # Places that are visited once are half there, so that thin parts have soft edges.
    return np.minimum(counts.reshape(side, side) / 2, 1.0)


def _maps(
    generator: np.random.Generator, num_maps: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return maps (M, 2, 2) that contract, and their offsets (M, 2)."""
    turns = generator.uniform(0, 2 * np.pi, (2, num_maps))
    first, second = (_rotations(turn) for turn in turns)
    scales = generator.uniform(0.35, 0.85, (num_maps, 2)) * generator.choice([-1, 1], (num_maps, 2))
    return first * scales[:, None, :] @ second, generator.uniform(-1, 1, (num_maps, 2))


def _rotations(angles: NDArray[np.float64]) -> NDArray[np.float64]:
    cos, sin = np.cos(angles), np.sin(angles)
    return np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
