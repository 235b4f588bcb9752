"""Change the rate of a recording by an exactly defined filter."""

# N samples in, P samples out, K taps

from __future__ import annotations

from functools import lru_cache
from math import ceil, gcd

import numpy as np
from numpy.typing import NDArray

ZERO_CROSSINGS = 16
"""Lobes of the sinc on either side."""

BETA = 9.0
"""Of the Kaiser window."""

ROLLOFF = 0.92
"""Cut-off frequency as a share of the lower of the two Nyquist frequencies."""


def resample(samples: NDArray[np.float32], rate: int, new_rate: int) -> NDArray[np.float32]:
    """Return a recording at another rate; one that has it already is returned as it is.

    With ``up / down = new_rate / rate`` in lowest terms, sample ``n`` of the result is the sum of
    ``samples[i] * h(n * down / up - i)``, zero outside of the audio, where ``h`` is a sinc under a
    Kaiser window, scaled so that the taps of each sample add up to one. Computed in double
    precision and rounded once.

    Args:
        samples: (N,).
        rate: samples a second.
        new_rate: the same of the result.

    Returns:
        (P,) float32, ``P = ceil(N * up / down)``.
    """
    if rate == new_rate:
        return samples
    common = gcd(rate, new_rate)
    up, down = new_rate // common, rate // common
    taps, reach = _taps(up, down)
    num_out = -(-len(samples) * up // down)
    padded = np.pad(samples.astype(np.float64), (reach, reach + down))
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1)
    out = np.empty(num_out, np.float32)
    for phase in range(min(up, num_out)):
        first = phase * down // up
        out[phase::up] = windows[first::down][: len(out[phase::up])] @ taps[phase]
    return out


@lru_cache(maxsize=16)
def _taps(up: int, down: int) -> tuple[NDArray[np.float64], int]:
    """Return the taps of each phase (up, K), and how many samples they reach to either side."""
    cutoff = ROLLOFF * min(1.0, up / down)
    reach = ceil(ZERO_CROSSINGS / cutoff)
    phases = (np.arange(up) * down % up) / up
    distance = phases[:, np.newaxis] - np.arange(-reach, reach + 1)
    share = np.clip(1.0 - (distance * cutoff / ZERO_CROSSINGS) ** 2, 0.0, None)
    inside = np.abs(distance) * cutoff < ZERO_CROSSINGS
    taps = np.where(inside, np.sinc(cutoff * distance) * np.i0(BETA * np.sqrt(share)), 0.0)
    return taps / taps.sum(axis=1, keepdims=True), reach
