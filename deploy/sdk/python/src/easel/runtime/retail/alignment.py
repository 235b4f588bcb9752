"""Find how a photo lies beside its neighbour: corners, patches around them, and RANSAC.

Sources: Harris and Stephens, Alvey 1988 (corners); Fischler and Bolles, CACM 1981 (RANSAC).
"""

# H height, W width, N corners, M matches, F numbers of a patch

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from easel.runtime.image.geometry import Pixels

Floats = NDArray[np.float64]
Affine = NDArray[np.float64]
"""(2, 3): maps x y 1 of one photo to x y of another."""

# Photos are compared at this height: enough for patches to differ, little enough to be quick.
_HEIGHT = 360
_NUM_CORNERS, _CELL = 900, 8
_PATCH, _STEP = 8, 2
_ROUNDS, _NEAR = 1500, 3.0
_LEAST_MATCHES = 14
# What one photo may be shifted against its neighbour, as shares of its width and height.
_LEAST_SHIFT, _MOST_SHIFT, _MOST_RISE = 0.05, 0.95, 0.3
# A shelf that is photographed again is neither turned nor scaled by more than this.
_MOST_CHANGE = 0.35


def align(left: Pixels, right: Pixels) -> Affine | None:
    """Return the map from the right photo to the left one, ``None`` where they have no common part.

    Args:
        left: (H, W, 3) uint8.
        right: of the shelf farther to the right, with a common part.
    """
    scale = _HEIGHT / left.shape[0]
    small_left, small_right = _scaled(left, scale), _scaled(right, scale)
    from_N2, to_N2 = _matches(small_right, small_left)
    if len(from_N2) < _LEAST_MATCHES:
        return None
    found = _agreed(from_N2, to_N2)
    if found is None:
        return None
    found = found.copy()
    # Both photos were made smaller alike, which changes nothing but the shift.
    found[:, 2] /= scale
    return found


def _matches(right: Pixels, left: Pixels) -> tuple[Floats, Floats]:
    """Return places (M, 2) of the right and of the left photo whose patches are most alike."""
    height, width = left.shape[:2]
    from_N2, patches_NF = _described(right)
    to_N2, others_NF = _described(left)
    if not len(from_N2) or not len(to_N2):
        return np.zeros((0, 2)), np.zeros((0, 2))
    shift_NN2 = to_N2[np.newaxis] - from_N2[:, np.newaxis]
    is_possible = (
        (shift_NN2[..., 0] >= _LEAST_SHIFT * width)
        & (shift_NN2[..., 0] <= _MOST_SHIFT * width)
        & (np.abs(shift_NN2[..., 1]) <= _MOST_RISE * height)
    )
    alike_NN = np.where(is_possible, patches_NF @ others_NF.T, -1.0)
    best = alike_NN.argmax(axis=1)
    is_mutual = alike_NN.argmax(axis=0)[best] == np.arange(len(best))
    chosen = np.flatnonzero(is_mutual & (alike_NN.max(axis=1) > 0.6))
    return from_N2[chosen], to_N2[best[chosen]]


def _agreed(from_N2: Floats, to_N2: Floats) -> Affine | None:
    """Return the affine map that most matches follow within three pixels."""
    # With one seed, so that the same photos always give the same prediction.
    random = np.random.default_rng(0)
    full = np.concatenate([from_N2, np.ones((len(from_N2), 1))], axis=1)
    best = np.zeros(len(from_N2), dtype=np.bool_)
    for _ in range(_ROUNDS):
        chosen = random.choice(len(full), 3, replace=False)
        # Three places nearly on one line determine no map.
        if abs(np.linalg.det(full[chosen])) < 200.0:
            continue
        affine = np.linalg.solve(full[chosen], to_N2[chosen]).T
        if _is_plausible(affine):
            near = np.hypot(*(full @ affine.T - to_N2).T) < _NEAR
            if near.sum() > best.sum():
                best = near
    for _ in range(3):
        if best.sum() < _LEAST_MATCHES:
            return None
        solution = np.linalg.lstsq(full[best], to_N2[best], rcond=None)[0].T
        best = np.hypot(*(full @ solution.T - to_N2).T) < _NEAR
    return solution if best.sum() >= _LEAST_MATCHES and _is_plausible(solution) else None


def _is_plausible(affine: Affine) -> bool:
    return bool(np.abs(affine[:, :2] - np.eye(2)).max() < _MOST_CHANGE)


def _described(pixels: Pixels) -> tuple[Floats, Floats]:
    """Return corners (N, 2) as x y, and the patches of colour around them (N, F) as unit rows."""
    values = np.asarray(pixels, np.float64)
    grey = values.mean(axis=2)
    reach = _PATCH * _STEP // 2
    corners = _corners(grey, reach + 1)
    if not len(corners):
        return np.zeros((0, 2)), np.zeros((0, 3 * _PATCH * _PATCH))
    smooth = np.stack([_mean(values[..., channel], 1) for channel in range(3)], axis=2)
    offsets = np.arange(_PATCH) * _STEP - reach + _STEP // 2
    rows = corners[:, 1, np.newaxis, np.newaxis] + offsets[np.newaxis, :, np.newaxis]
    columns = corners[:, 0, np.newaxis, np.newaxis] + offsets[np.newaxis, np.newaxis, :]
    patches = smooth[rows, columns].reshape(len(corners), -1)
    patches = patches - patches.mean(axis=1, keepdims=True)
    patches /= np.maximum(np.linalg.norm(patches, axis=1, keepdims=True), 1e-9)
    return corners.astype(np.float64), patches


def _corners(grey: Floats, margin: int) -> NDArray[np.intp]:
    """Return the strongest Harris corner of each cell of 8 x 8 pixels, at most 900, as x y."""
    down, across = _slope(grey, 0), _slope(grey, 1)
    xx, yy, xy = _mean(across * across, 2), _mean(down * down, 2), _mean(across * down, 2)
    strength = xx * yy - xy * xy - 0.05 * (xx + yy) ** 2
    strength[:margin], strength[-margin:] = 0, 0
    strength[:, :margin], strength[:, -margin:] = 0, 0
    height, width = (side // _CELL * _CELL for side in grey.shape)
    blocks = strength[:height, :width].reshape(height // _CELL, _CELL, width // _CELL, _CELL)
    cells = blocks.transpose(0, 2, 1, 3).reshape(height // _CELL, width // _CELL, -1)
    place = cells.argmax(axis=2)
    peaks = cells.max(axis=2)
    chosen = np.argsort(-peaks.reshape(-1), kind="stable")[:_NUM_CORNERS]
    chosen = chosen[peaks.reshape(-1)[chosen] > 0]
    cell_row, cell_column = np.divmod(chosen, width // _CELL)
    row, column = np.divmod(place.reshape(-1)[chosen], _CELL)
    return np.stack([cell_column * _CELL + column, cell_row * _CELL + row], axis=1)


def _slope(values: Floats, axis: int) -> Floats:
    slope: Floats = np.gradient(values, axis=axis)
    return slope


def _mean(values: Floats, reach: int) -> Floats:
    """Return the mean over a square of ``2 reach + 1`` pixels, the border repeated."""
    size = 2 * reach + 1
    for axis in (0, 1):
        pad = [(reach + 1, reach) if one == axis else (0, 0) for one in (0, 1)]
        sums = np.cumsum(np.pad(values, pad, mode="edge"), axis=axis)
        count = values.shape[axis]
        high = np.take(sums, np.arange(size, size + count), axis=axis)
        low = np.take(sums, np.arange(count), axis=axis)
        values = (high - low) / size
    return values


def _scaled(pixels: Pixels, scale: float) -> Pixels:
    size = max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale))
    return np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
