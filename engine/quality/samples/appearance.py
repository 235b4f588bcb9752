"""How an image looks as a whole, in numbers that tell outliers: texture, detail, and colours."""

# C channels, L levels of grey around a pixel, R rings of frequencies

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PIL import Image

_SIDE = 96
_NEIGHBOURS = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
# Noise of a camera is no texture.
_STEP = np.float32(0.01)
_RINGS = (1, 2, 4, 8, 16, 32, 48)
_HUES, _SHADES = 12, 4

Floats = NDArray[np.float32]


def appearance(image: Image.Image) -> Floats:
    """Return what an RGB image of any size looks like.

    - the local binary patterns of its grey levels, alike under turns by 45 degrees;
    - the logarithm of its power in rings of spatial frequencies;
    - mean, spread, skewness and two quantiles of red, green, blue and saturation;
    - the shares of hues, saturations and brightnesses.

    Histograms are given as roots, in which few pixels count too.

    Source: Ojala, Pietikäinen & Mäenpää, IEEE TPAMI 24, 2002, equation 8: LBP^{ri}.
    """
    small = image.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.BOX)
    pixels = np.asarray(small, dtype=np.float32) / np.float32(255)
    tones = np.asarray(small.convert("HSV"), dtype=np.float32) / np.float32(255)
    grey = pixels.mean(axis=2, dtype=np.float32)
    channels = [*np.moveaxis(pixels, 2, 0), tones[..., 1]]
    return np.concatenate(
        [
            np.sqrt(_patterns(grey)),
            np.log(_power(grey) + 1e-6),
            np.concatenate([_moments(channel) for channel in channels]),
            np.sqrt(_shares(tones[..., 0], _HUES)),
            np.sqrt(_shares(tones[..., 1], _SHADES)),
            np.sqrt(_shares(tones[..., 2], _SHADES)),
        ]
    ).astype(np.float32)


def _turned_alike() -> NDArray[np.int64]:
    """Return for each of 256 patterns which of 36 it is, however it is turned."""
    codes = np.arange(256)
    turns = [((codes >> by) | (codes << (8 - by))) & 255 for by in range(8)]
    _, names = np.unique(np.min(turns, axis=0), return_inverse=True)
    return names.astype(np.int64)


_ALIKE = _turned_alike()


def _patterns(grey: Floats) -> NDArray[np.float64]:
    """Return the shares of the 36 patterns of which neighbours are brighter than a pixel."""
    middle = grey[1:-1, 1:-1]
    codes = np.zeros(middle.shape, dtype=np.int64)
    for bit, (down, right) in enumerate(_NEIGHBOURS):
        around = grey[1 + down : _SIDE - 1 + down, 1 + right : _SIDE - 1 + right]
        codes |= (around > middle + _STEP).astype(np.int64) << bit
    counts = np.bincount(_ALIKE[codes.ravel()], minlength=int(_ALIKE.max()) + 1)
    shares: NDArray[np.float64] = counts / codes.size
    return shares


def _power(grey: Floats) -> NDArray[np.float64]:
    """Return the mean power in each ring (R,) of spatial frequencies."""
    # Else the jump from each border to the opposite one would look like detail.
    window = np.hanning(_SIDE)
    waves = np.fft.fftshift(np.fft.fft2((grey - grey.mean()) * window[:, None] * window))
    power = np.abs(waves) ** 2
    places = np.arange(_SIDE) - _SIDE // 2
    radius = np.hypot(places[:, None], places[None, :])
    rings = pairwise(_RINGS)
    return np.array([power[(radius >= low) & (radius < high)].mean() for low, high in rings])


def _moments(channel: Floats) -> NDArray[np.float64]:
    mean, spread = float(channel.mean()), float(channel.std())
    skewness = float(((channel - mean) ** 3).mean()) / (spread + 1e-3) ** 3
    return np.array([mean, spread, skewness, *np.quantile(channel, (0.05, 0.95))])


def _shares(values: Floats, num: int) -> NDArray[np.float64]:
    places = np.minimum((values * num).astype(np.int64), num - 1).ravel()
    shares: NDArray[np.float64] = np.bincount(places, minlength=num) / places.size
    return shares
