"""64-bit hashes that are alike for contents that look, read or sound alike."""

# N images, H height, W width, T frames, M mel bands, C characters

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

SHINGLE = 4
THUMBNAIL_SIDE, _LOW = 32, 8
_WEIGHTS = np.uint64(1) << np.arange(64, dtype=np.uint64)
# An image of one colour has no low frequencies to tell it by.
_FLAT = 1.0


@cache
def _cosines() -> NDArray[np.float64]:
    """Return the lowest rows (8, 32) of the orthonormal DCT-II."""
    places = np.arange(THUMBNAIL_SIDE)
    rows = np.cos(np.pi * np.arange(_LOW)[:, None] * (2 * places + 1) / (2 * THUMBNAIL_SIDE))
    rows *= np.sqrt(2.0 / THUMBNAIL_SIDE)
    rows[0] /= np.sqrt(2.0)
    return rows


def grid_hash(grid: NDArray[np.float64]) -> int | None:
    """Return the perceptual hash of a grey image of 32 x 32; ``None`` when it is one flat area.

    Each bit tells whether one of the 8 x 8 lowest coefficients of the two-dimensional DCT-II lies
    above the median of the 63 that are not the mean.

    Source: Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions, 2010,
    section 3.2.1 (pHash), with the median over the coefficients without the mean.
    """
    if grid.std() < _FLAT:
        return None
    return int(grid_hashes(grid[None])[0])


def grid_hashes(
    grids: NDArray[np.floating[Any]],
    rows: NDArray[np.float64] | None = None,
    columns: NDArray[np.float64] | None = None,
) -> NDArray[np.uint64]:
    """Return the hashes (N,) of grey images (N, 32, 32) that are not flat; see ``grid_hash``.

    Args:
        grids: (N, 32, 32).
        rows: (32, 32), the hashes are those of ``rows @ grid @ columns.T``: of a part of the image.
        columns: (32, 32).
    """
    down = _cosines() if rows is None else _cosines() @ rows
    across = _cosines() if columns is None else _cosines() @ columns
    low = (down @ grids @ across.T).reshape(len(grids), -1)
    bits = low > np.median(low[:, 1:], axis=1, keepdims=True)
    hashes: NDArray[np.uint64] = np.where(bits, _WEIGHTS, 0).sum(axis=1, dtype=np.uint64)
    return hashes


def thumbnail(grey: Image.Image) -> Image.Image:
    """Return a grey image of any size as one of 32 x 32."""
    return grey.resize((THUMBNAIL_SIDE, THUMBNAIL_SIDE), Image.Resampling.BOX)


def image_hash(grey: Image.Image) -> int | None:
    """Return the perceptual hash of a grey image of any size; see ``grid_hash``."""
    return grid_hash(np.asarray(thumbnail(grey), dtype=np.float64))


def audio_hash(log_mel: NDArray[np.float64]) -> int | None:
    """Return the perceptual hash of the log-mel image (T, M) of a recording.

    The image is scaled to 32 x 32 and to the grey levels of a photograph.
    """
    low, high = float(log_mel.min()), float(log_mel.max())
    if high - low < 1e-6:
        return None
    grey = (255 * (log_mel - low) / (high - low)).astype(np.float32)
    return image_hash(Image.fromarray(grey))


def normal_text(text: str) -> str:
    """Return what two texts have to share to read the same: NFKC, case folded, without space."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def shingles(text: str) -> NDArray[np.uint64]:
    """Return the distinct hashes of all runs of 4 characters of a normal text, ascending.

    A shorter text is one run.
    """
    # Texts out of JSON may hold half of a surrogate pair.
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    width = min(SHINGLE, len(points))
    values = np.zeros(max(0, len(points) - width + 1) if width else 0, dtype=np.uint64)
    for offset in range(width):
        values = _mixed(values ^ points[offset : offset + len(values)].astype(np.uint64))
    return np.unique(values)


def overlap(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> float:
    """Return the share of shingles that two texts have in common (Jaccard), in 0..1."""
    shared = len(np.intersect1d(one, other, assume_unique=True))
    union = len(one) + len(other) - shared
    return shared / union if union else 1.0


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread each bit over all 64: the finalizer of SplitMix64 (Steele et al., OOPSLA 2014)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: NDArray[np.uint64] = values ^ (values >> np.uint64(31))
    return mixed
