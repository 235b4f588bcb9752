"""Classes of shapes: each is a figure drawn by a formula whose numbers are its own.

Sources: contours as sums of harmonics, Kataoka et al., CVPR 2022 (RCDB); waves on rings, Takashima
et al., CVPR 2023 (VisualAtom); Gielis, American Journal of Botany 2003 (one formula for polygons,
stars and flowers).
"""

# N classes, S side of a mask

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.pretraining.images.fractals import fractal_mask

MASK_SIDE = 96
_FINER = 2
# Of the half side: room for the edge.
_REACH = 0.92


def shape_masks(num_classes: int, seed: int) -> NDArray[np.uint8]:
    """Return the coverage (N, S, S), 0 to 255, of the figure of each class."""
    kinds = (_contour, _polygon, _rings, _fractal, _compound)
    masks = np.empty((num_classes, MASK_SIDE, MASK_SIDE), np.uint8)
    for number in range(num_classes):
        generator = np.random.default_rng((seed, number))
        masks[number] = np.rint(255 * kinds[number % len(kinds)](generator))
    # What is drawn ends at its edge.
    masks[:, [0, -1]] = 0
    masks[:, :, [0, -1]] = 0
    return masks


def _plane() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return x and y of the points of a finer mask, -1 to 1."""
    points = (np.arange(MASK_SIDE * _FINER) + 0.5) / (MASK_SIDE * _FINER) * 2 - 1
    x, y = np.meshgrid(points, points)
    return x, y


def _smooth(inside: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return coverage: the share of the finer points of each place that lie inside."""
    parts = inside.reshape(MASK_SIDE, _FINER, MASK_SIDE, _FINER)
    shares: NDArray[np.float64] = parts.mean(axis=(1, 3))
    return shares


def _within(radius: NDArray[np.float64], reach: NDArray[np.float64]) -> NDArray[np.bool_]:
    return radius <= reach * (_REACH / max(float(reach.max()), 1e-6))


def _contour(generator: np.random.Generator) -> NDArray[np.float64]:
    x, y = _plane()
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    orders = np.arange(1, 8)
    sizes = generator.normal(0, 1, orders.size) * 0.45 / orders**0.7
    phases = generator.uniform(0, 2 * np.pi, orders.size)
    waves = np.cos(angle[..., None] * orders + phases) @ sizes
    return _smooth(_within(radius, np.maximum(1 + waves, 0.12)))


def _polygon(generator: np.random.Generator) -> NDArray[np.float64]:
    x, y = _plane()
    angle = np.arctan2(y, x * generator.uniform(0.6, 1.7))
    corners = int(generator.integers(2, 10))
    power, first, second = np.exp(generator.uniform(np.log([0.3, 0.5, 0.5]), np.log([6, 12, 12])))
    waves = (
        np.abs(np.cos(corners * angle / 4)) ** first + np.abs(np.sin(corners * angle / 4)) ** second
    )
    return _smooth(_within(np.hypot(x, y), np.maximum(waves, 1e-6) ** (-1 / power)))


def _rings(generator: np.random.Generator) -> NDArray[np.float64]:
    x, y = _plane()
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    inside = np.zeros(x.shape, np.bool_)
    for orbit in np.linspace(_REACH * 0.8, 0.25, int(generator.integers(1, 4))):
        waves = sum(
            generator.uniform(0.04, 0.2) * np.sin(generator.integers(1, 12) * angle + phase)
            for phase in generator.uniform(0, 2 * np.pi, 2)
        )
        inside |= np.abs(radius - orbit * (1 + waves)) < generator.uniform(0.03, 0.09)
    return _smooth(inside)


def _fractal(generator: np.random.Generator) -> NDArray[np.float64]:
    return fractal_mask(generator, MASK_SIDE)


def _compound(generator: np.random.Generator) -> NDArray[np.float64]:
    """Bars, discs and frames, put together and cut out of one another."""
    x, y = _plane()
    inside = np.zeros(x.shape, np.bool_)
    for part in range(int(generator.integers(2, 6))):
        turn = generator.choice([0, 0, np.pi / 2, np.pi / 4, generator.uniform(0, np.pi)])
        wide, high = generator.uniform(0.12, 0.75, 2)
        left, top = generator.uniform(-0.5, 0.5, 2)
        along = (x - left) * np.cos(turn) + (y - top) * np.sin(turn)
        across = (y - top) * np.cos(turn) - (x - left) * np.sin(turn)
        power = generator.choice([1.0, 2.0, 8.0])
        figure = (np.abs(along) / wide) ** power + (np.abs(across) / high) ** power
        drawn = figure <= 1
        if generator.random() < 0.3:
            drawn &= figure > 0.55**power
        # The first part is there; of the others, a third is cut out.
        inside = inside & ~drawn if part and generator.random() < 0.33 else inside | drawn
    if inside.mean() < 0.03:
        inside |= np.hypot(x, y) < 0.5
    return _smooth(inside)
