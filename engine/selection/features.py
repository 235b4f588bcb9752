"""Cheap numbers that make like samples alike, without a trained network.

The features of a trained network would be better; a package's networks give answers only. These
cost milliseconds and need nothing but the files, so that they work before any training.
"""

# N samples, D numbers of a sample, H height, W width, C cells, A angles

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from easel.errors import EaselError
from easel.runtime import decode_image
from easel.runtime.audio.decode import decode_audio
from numpy.typing import NDArray
from PIL import Image
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.feature_extraction.text import HashingVectorizer, TfidfTransformer
from sklearn.pipeline import make_pipeline

from engine.catalog import Media
from engine.errors import SpecError

Floats = NDArray[np.float32]

SIDE, CELLS, ANGLES = 64, 8, 9
COLOURS = (12, 4, 3)
BANDS, WINDOW = 48, 512
_HASHES, _DIMENSIONS = 2**15, 64
# The gradients of an image weigh about as much as its colours.
_GRADIENT_WEIGHT = 0.08


class Embedder(Protocol):
    """Turns files of one medium into points, near where they are alike."""

    def fit(self, contents: Sequence[bytes]) -> None:
        """Learn what varies from some of the files; no labels are used."""
        ...

    def __call__(self, contents: Sequence[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        ...


def embedder_of(media: Media) -> Embedder | None:
    """Return the embedder of a medium, ``None`` where there is none."""
    if media is Media.IMAGE:
        return ArrayEmbedder(image_numbers)
    if media is Media.AUDIO:
        return ArrayEmbedder(audio_numbers)
    if media in (Media.TEXT, Media.TEXT_PAIR):
        return TextEmbedder()
    return None


def require_embedder(media: Media) -> Embedder:
    """Return the embedder of a medium.

    Raises:
        SpecError: ``neighbours_media`` where there is none.
    """
    embedder = embedder_of(media)
    if embedder is None:
        raise SpecError(
            "Similar samples can be found among images, texts and recordings only. Train a model "
            "instead.",
            code="neighbours_media",
            media=media.value,
        )
    return embedder


class ArrayEmbedder:
    """Numbers of each file, reduced to the directions in which they vary most."""

    def __init__(self, numbers_of: Callable[[bytes], Floats]) -> None:
        self._numbers_of = numbers_of
        self._pca = PCA(random_state=0)

    def fit(self, contents: Sequence[bytes]) -> None:
        """Find the directions."""
        readable = [one for one in map(self._numbers, contents) if one is not None]
        if readable:
            num = min(_DIMENSIONS, len(readable), len(readable[0]))
            self._pca = PCA(num, random_state=0).fit(np.stack(readable))

    def __call__(self, contents: Sequence[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        found = [self._numbers(content) for content in contents]
        points = np.zeros((len(found), self._pca.n_components_), np.float32)
        readable = [place for place, one in enumerate(found) if one is not None]
        if readable:
            rows = np.stack([one for one in found if one is not None])
            points[readable] = self._pca.transform(rows)
        return _of_length_one(points)

    def _numbers(self, content: bytes) -> Floats | None:
        try:
            return self._numbers_of(content)
        except EaselError:
            return None


class TextEmbedder:
    """Counts of hashed runs of one to three characters, in which words of any script show."""

    def __init__(self) -> None:
        self._counts = HashingVectorizer(
            analyzer="char",
            ngram_range=(1, 3),
            n_features=_HASHES,
            # Signs would let two runs of one hash hide each other; counts have no sign.
            alternate_sign=False,
            binary=True,
            norm=None,
        )

    def fit(self, contents: Sequence[bytes]) -> None:
        """Learn how rare each run is, and which of them come together."""
        counts = self._counts.transform([_text(content) for content in contents])
        num = max(1, min(_DIMENSIONS, counts.shape[0] - 1))
        self._reduce = make_pipeline(TfidfTransformer(), TruncatedSVD(num, random_state=0))
        self._reduce.fit(counts)

    def __call__(self, contents: Sequence[bytes]) -> Floats:
        """Return points (N, D) of length one; those of files that cannot be read are zero."""
        counts = self._counts.transform([_text(content) for content in contents])
        return _of_length_one(np.asarray(self._reduce.transform(counts), np.float32))


def image_numbers(content: bytes) -> Floats:
    """Return histograms of gradients and colours of an image, (D,).

    Raises:
        InputError: when it is none.

    Source: Dalal & Triggs, CVPR 2005 (gradients); Swain & Ballard, IJCV 1991 (colours).
    """
    image = Image.fromarray(decode_image(content)).resize((SIDE, SIDE), Image.Resampling.BILINEAR)
    return np.concatenate([_GRADIENT_WEIGHT * _gradients(image), _colours(image)])


def audio_numbers(content: bytes) -> Floats:
    """Return mean and deviation over time of the logarithm of a recording's spectrum, (D,).

    Raises:
        InputError: when it is none.
    """
    samples = decode_audio(content).samples
    padded = np.pad(samples, (0, max(0, WINDOW - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[:: WINDOW // 2]
    power = np.abs(np.fft.rfft(frames * np.hanning(WINDOW), axis=1)) ** 2
    # The lowest bands are narrower than a bin: those that would be empty are left out.
    edges = np.unique(np.geomspace(1, power.shape[1], BANDS + 1).astype(int))
    levels = np.log(np.add.reduceat(power, edges[:-1], axis=1) + 1e-6)
    numbers: Floats = np.concatenate([levels.mean(axis=0), levels.std(axis=0)]).astype(np.float32)
    return numbers


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


def _text(content: bytes) -> str:
    """Return a text, or both of a pair."""
    text = content.decode("utf-8", "replace")
    if not text.startswith("{"):
        return text
    try:
        pair = json.loads(text)
    except ValueError:
        return text
    return " ".join(str(part) for part in pair.values())


def _of_length_one(points: Floats) -> Floats:
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    scaled: Floats = (points / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
