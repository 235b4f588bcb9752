"""What images look like: colours, directions of edges, and what the engine's own network sees."""

# N samples, D numbers of a sample, H height, W width, C cells, A angles

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from easel.errors import EaselError
from easel.runtime import decode_image
from PIL import Image

from engine.embeddings.numbers import Floats, Reduction, of_length_one, placed
from engine.embeddings.photo_features import PhotoFeatures, Pixels, view_of

SIDE, CELLS, ANGLES = 64, 8, 9
COLOURS = (12, 4, 3)
# So many images of 96 pixels are kept at once, not photographs.
_LARGEST_SIDE = 2 * SIDE
# The gradients of an image weigh about as much as its colours.
_GRADIENT_WEIGHT = 0.08


class ImageEmbedder:
    """Histograms of an image beside what the network that comes with the engine sees in it.

    Each alone knows less: ten labels of each of 14 kinds of groceries were enough for a linear
    model to be right about 59 % of the others by the one, 61 % by the other and 64 % by both.
    """

    def __init__(self) -> None:
        self._network = PhotoFeatures()
        self._by_histograms = Reduction()
        self._by_network = Reduction(is_scaled=True)

    def fit(self, contents: Iterable[bytes]) -> None:
        """Find what varies, and fit the network to how these images look as a whole."""
        if readable := [one for one in map(_decoded, contents) if one is not None]:
            views = _views(readable)
            self._network.adapt(views)
            self._by_network.fit(self._network(views))
            self._by_histograms.fit(_histograms(readable))

    def __call__(self, contents: Iterable[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        num_dimensions = self._by_histograms.num_dimensions + self._by_network.num_dimensions
        return placed([_decoded(content) for content in contents], self._points, num_dimensions)

    def _points(self, images: Sequence[Image.Image]) -> Floats:
        seen = self._by_network(self._network(_views(images)))
        return of_length_one(
            np.concatenate([self._by_histograms(_histograms(images)), seen], axis=1)
        )


def _decoded(content: bytes) -> Image.Image | None:
    """Return no more of an image than is looked at."""
    try:
        image = Image.fromarray(decode_image(content))
    except EaselError:
        return None
    image.thumbnail((_LARGEST_SIDE, _LARGEST_SIDE), Image.Resampling.BOX)
    return image


def _views(images: Sequence[Image.Image]) -> Pixels:
    return np.stack([view_of(image) for image in images])


def _histograms(images: Sequence[Image.Image]) -> Floats:
    return np.stack([histograms_of(image) for image in images])


def histograms_of(image: Image.Image) -> Floats:
    """Return histograms of gradients and colours of an RGB image, (D,).

    Source: Dalal & Triggs, CVPR 2005 (gradients); Swain & Ballard, IJCV 1991 (colours).
    """
    small = image.resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    return np.concatenate([_GRADIENT_WEIGHT * _gradients(small), _colours(small)])


def _gradients(image: Image.Image) -> Floats:
    """Return how strong edges of each direction are in each cell, (C·C·A,)."""
    grey = np.asarray(image, np.float32).mean(axis=2) / 255
    down, right = np.gradient(grey)
    strength_HW = np.hypot(right, down)
    turn_HW = (np.arctan2(down, right) % np.pi) / np.pi * ANGLES
    low_HW = np.floor(turn_HW).astype(int) % ANGLES
    share_HW = turn_HW - np.floor(turn_HW)
    row_HW, column_HW = np.indices((SIDE, SIDE)) // (SIDE // CELLS)
    found_CCA = np.zeros((CELLS, CELLS, ANGLES), np.float32)
    np.add.at(found_CCA, (row_HW, column_HW, low_HW), strength_HW * (1 - share_HW))
    np.add.at(found_CCA, (row_HW, column_HW, (low_HW + 1) % ANGLES), strength_HW * share_HW)
    # The small addend keeps flat cells from becoming noise of full strength.
    norms = np.sqrt((found_CCA**2).sum(axis=2, keepdims=True) + 1e-2)
    flat: Floats = (found_CCA / norms).ravel().astype(np.float32)
    return flat


def _colours(image: Image.Image) -> Floats:
    """Return how much of each colour is in the image and in its quarters, square roots."""
    hues, saturations, values = COLOURS
    hsv = np.asarray(image.convert("HSV"), int)
    hue, saturation, value = (
        hsv[..., 0] * hues // 256,
        hsv[..., 1] * saturations // 256,
        hsv[..., 2] * values // 256,
    )
    places_HW = (hue * saturations + saturation) * values + value
    half, num = SIDE // 2, hues * saturations * values
    halves = (slice(0, half), slice(half, SIDE))
    parts = [places_HW, *(places_HW[rows, columns] for rows in halves for columns in halves)]
    shares = [np.bincount(part.ravel(), minlength=num) / part.size for part in parts]
    roots: Floats = np.sqrt(np.concatenate(shares, dtype=np.float32))
    return roots
