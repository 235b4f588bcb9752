"""Resize, letterbox and crop in exact integer arithmetic, so that every runtime agrees bit for bit.

The definitions are in ``docs/reference/manifest-ops.md``; this is how NumPy does them quickly.
"""

# H height, W width, C channels; the suffix is the order of the axes.
from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from easel.errors import InputError

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

ONE = 2048
HALF_SHIFTED = 1 << 21


def resize(pixels_HWC: Pixels, size: Size, *, interpolation: str, antialias: str) -> Pixels:
    """Stretch an image to ``size``.

    Args:
        pixels_HWC: (H, W, C) uint8.
        size: height and width wanted.
        interpolation: ``bilinear_fx11`` or ``nearest`` (which never antialiases).
        antialias: ``box`` averages blocks of whole pixels first when shrinking; ``none`` does not.

    Returns:
        (height, width, C) uint8; a view when the size is right already.
    """
    height, width = pixels_HWC.shape[:2]
    if (height, width) == size:
        return pixels_HWC
    if interpolation == "nearest":
        rows, columns = _nearest(height, size[0]), _nearest(width, size[1])
        return pixels_HWC[rows[:, np.newaxis], columns]
    block_height = max(1, height // size[0]) if antialias == "box" else 1
    block_width = max(1, width // size[1]) if antialias == "box" else 1
    blocks_CHW = _block_means(pixels_HWC, block_height, block_width)
    return _interpolate(
        blocks_CHW,
        _taps(height, size[0], block_height),
        _taps(width, size[1], block_width),
    ).transpose(1, 2, 0)


def letterbox(
    pixels_HWC: Pixels, size: Size, *, pad: int, interpolation: str, antialias: str
) -> Pixels:
    """Resize within ``size`` keeping the aspect, centred on a ground of ``pad``.

    Returns:
        (height, width, C) uint8.
    """
    height, width, channels = pixels_HWC.shape
    inner = letterbox_size((height, width), size)
    canvas = np.full((size[0], size[1], channels), pad, np.uint8)
    top, left = (size[0] - inner[0]) // 2, (size[1] - inner[1]) // 2
    canvas[top : top + inner[0], left : left + inner[1]] = resize(
        pixels_HWC, inner, interpolation=interpolation, antialias=antialias
    )
    return canvas


def letterbox_size(source: Size, size: Size) -> Size:
    """Return the largest height and width of ``source``'s aspect within ``size``, at least 1."""
    height, width = source
    if size[0] * width <= size[1] * height:
        return size[0], max(1, (2 * width * size[0] + height) // (2 * height))
    return max(1, (2 * height * size[1] + width) // (2 * width)), size[1]


def pad_corner(values: NDArray[np.float32], size: Size, layout: str) -> NDArray[np.float32]:
    """Put zeros below and to the right of normalized pixels, up to ``size``.

    Args:
        values: (C, H, W), or (H, W, C) where ``layout`` is ``NHWC``.
        size: height and width wanted, at least those of the values.
        layout: ``NCHW`` or ``NHWC``.
    """
    height, width = values.shape[1:] if layout == "NCHW" else values.shape[:2]
    room = [(0, size[0] - height), (0, size[1] - width)]
    return np.pad(values, [(0, 0), *room] if layout == "NCHW" else [*room, (0, 0)])


def center_crop(pixels_HWC: Pixels, size: Size) -> Pixels:
    """Keep the middle of an image.

    Raises:
        InputError: ``image_too_small`` when the image is smaller than ``size``.
    """
    height, width = pixels_HWC.shape[:2]
    if height < size[0] or width < size[1]:
        raise InputError(
            f"The image is {width} x {height} where the model crops {size[1]} x {size[0]} pixels. "
            "Send a larger image.",
            code="image_too_small",
            width=width,
            height=height,
        )
    top, left = (height - size[0]) // 2, (width - size[1]) // 2
    return pixels_HWC[top : top + size[0], left : left + size[1]]


@lru_cache(maxsize=256)
def _nearest(source: int, target: int) -> NDArray[np.intp]:
    index = ((2 * np.arange(target, dtype=np.int64) + 1) * source // (2 * target)).astype(np.intp)
    # All calls share what is cached: nobody may write into it.
    index.flags.writeable = False
    return index


class _Taps:
    """For each output position the two neighbours it lies between and their weights (of 2048)."""

    __slots__ = ("first", "first_weight", "second", "second_weight")

    def __init__(self, source: int, target: int, block: int) -> None:
        num_blocks = -(-source // block)
        # 64 bits: 2 × target × source × 2048 passes 2^31 for photographs.
        centre = (2 * np.arange(target, dtype=np.int64) + 1) * source * ONE
        position = np.clip(centre // (2 * target * block) - ONE // 2, 0, (num_blocks - 1) * ONE)
        self.first = (position >> 11).astype(np.intp)
        self.second = np.minimum(self.first + 1, num_blocks - 1)
        self.second_weight = (position & (ONE - 1)).astype(np.int32)
        self.first_weight = (ONE - self.second_weight).astype(np.int32)


@lru_cache(maxsize=256)
def _taps(source: int, target: int, block: int) -> _Taps:
    return _Taps(source, target, block)


def _interpolate(blocks_CHW: Pixels, rows: _Taps, columns: _Taps) -> Pixels:
    """Blend rows, then columns; nothing is rounded in between, so the order does not matter."""
    blended = blocks_CHW[:, rows.first] * rows.first_weight[:, np.newaxis]
    blended += blocks_CHW[:, rows.second] * rows.second_weight[:, np.newaxis]
    result = np.take(blended, columns.first, axis=2)
    result *= columns.first_weight
    right = np.take(blended, columns.second, axis=2)
    right *= columns.second_weight
    result += right
    result += HALF_SHIFTED
    result >>= 22
    return result.astype(np.uint8)


def _block_means(pixels_HWC: Pixels, block_height: int, block_width: int) -> Pixels:
    """Average blocks of pixels, rounding half up; the last ones average the pixels they have.

    Returns:
        (C, ceil(H / block_height), ceil(W / block_width)) uint8.
    """
    if block_height == 1 and block_width == 1:
        return np.ascontiguousarray(pixels_HWC.transpose(2, 0, 1))
    height, width = pixels_HWC.shape[:2]
    dtype = _sum_dtype(block_height * block_width)
    row_sums = _sum_runs(pixels_HWC, block_height, 0, dtype)
    sums_CHW = _sum_runs(np.ascontiguousarray(row_sums.transpose(2, 0, 1)), block_width, 2, dtype)
    counts = np.multiply.outer(_run_lengths(height, block_height), _run_lengths(width, block_width))
    divisor = counts.astype(dtype) if counts.min() != counts.max() else dtype(counts[0, 0])
    sums_CHW += divisor // dtype(2)
    return (sums_CHW // divisor).astype(np.uint8)


def _sum_dtype(count: int) -> type[np.unsignedinteger]:
    """Return the narrowest type that holds the sum of ``count`` bytes plus half of ``count``."""
    largest = 255 * count + count // 2
    if largest < 1 << 16:
        return np.uint16
    return np.uint32 if largest < 1 << 32 else np.uint64


def _sum_runs(
    values: NDArray[np.unsignedinteger], run: int, axis: int, dtype: type[np.unsignedinteger]
) -> NDArray[np.unsignedinteger]:
    """Sum runs of ``run`` values along an axis; the last run may be shorter."""
    along = np.moveaxis(values, axis, 0)
    sums = along[::run].astype(dtype)
    for offset in range(1, run):
        part = along[offset::run]
        sums[: len(part)] += part
    return np.moveaxis(sums, 0, axis)


def _run_lengths(length: int, run: int) -> NDArray[np.int64]:
    return np.minimum(run, length - np.arange(0, length, run))
