"""A stretch of a recording as an image, drawn by a decoding child."""

# N samples, T columns, F frequencies

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from backend.decoding.works import Done, Options, ReportProgress
from backend.files.audio import stretch_of

HEIGHT = 128
# Speech, music and machines say most below it.
_HIGHEST_HZ = 8000
_WINDOW_SECONDS = 0.032
# What is this much below the loudest of the stretch is as good as silent.
_RANGE_DB = 70.0
_INK = (47, 75, 216)


def spectrogram(path: Path, options: Options, report_progress: ReportProgress) -> Done:
    """Return a transparent PNG of a stretch, from ``start_ms`` to ``end_ms`` in ``columns``."""
    del report_progress
    start_ms, end_ms = options["start_ms"], options["end_ms"]
    with path.open("rb") as file:
        levels, rate = stretch_of(file, start_ms, end_ms)
    # A stretch that reaches beyond the end keeps its scale: what is missing is silence.
    missing = (end_ms - start_ms) * rate // 1000 - len(levels)
    intensities = intensities_of(np.pad(levels, (0, max(0, missing))), rate, options["columns"])
    ink = np.broadcast_to(np.array(_INK, np.uint8), (*intensities.shape, 3))
    out = io.BytesIO()
    Image.fromarray(np.dstack([ink, intensities])).save(out, "PNG")
    return Done(content=out.getvalue())


def intensities_of(levels: NDArray[np.float32], rate: int, columns: int) -> NDArray[np.uint8]:
    """Return how dark each pixel is (HEIGHT, columns), high pitches first.

    Short-time spectra by a Hann window of 32 ms around each column's time, in decibels below the
    loudest; bins are gathered into rows by their maximum.
    """
    size = max(64, 1 << round(np.log2(rate * _WINDOW_SECONDS)))
    padded = np.pad(levels, (size // 2, size))
    starts = np.linspace(0, max(0, len(levels) - 1), columns).astype(int)
    frames_TN = padded[starts[:, None] + np.arange(size)[None, :]] * np.hanning(size)
    power_TF = np.abs(np.fft.rfft(frames_TN, axis=1)).astype(np.float32)
    num_bins = max(2, int(power_TF.shape[1] * min(1.0, _HIGHEST_HZ / (rate / 2))))
    edges = np.linspace(0, num_bins, HEIGHT + 1).astype(int)[:-1]
    rows = np.maximum.reduceat(power_TF[:, :num_bins], np.minimum(edges, num_bins - 1), axis=1)
    loudest = max(float(rows.max()), 1e-6)
    decibels = 20 * np.log10(np.maximum(rows, 1e-9) / loudest)
    intensities = np.clip(1 + decibels / _RANGE_DB, 0, 1) ** 1.5
    image: NDArray[np.uint8] = np.round(intensities.T[::-1] * 255).astype(np.uint8)
    return image
