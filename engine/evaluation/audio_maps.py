"""Where in time and pitch a network listened: Grad-CAM over spectrograms."""

# R windows, T frames, M mel bands

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from easel.runtime.audio import TENSOR
from numpy.typing import NDArray

from engine.evaluation.heatmaps import HeatMap, HeatMaps, activation_maps, laid_over
from engine.evaluation.mistakes import Pick

# Pixels per frame and band: a second is a hundred frames.
_SCALE = 3


class AudioMaps(HeatMaps):
    """Heat maps of audio classifiers (B, T, M) → logits (B, K).

    An image is the spectrogram of one window, time to the right and pitch upwards, with what
    spoke for the label laid over it. Of a long recording it is the window that spoke most.
    """

    def maps(self, picks: Sequence[Pick]) -> Iterator[HeatMap]:
        """Yield what spoke for the class of each pick."""
        _, dataset = self.splits.held_out()
        model = self.model
        for pick in picks:
            (example,) = dataset.examples([pick.index])
            windows = np.asarray(example.tensors[TENSOR], np.float32)
            maps = activation_maps(model, model.features, windows, [pick.label] * len(windows))
            loudest = int(maps.mean(axis=(1, 2)).argmax())
            yield HeatMap(maps[loudest], _pixels(windows[loudest], maps[loudest]))


def _pixels(features: NDArray[np.float32], values: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return features (T, M) in grey under a map (T, M) in 0..1."""
    low, high = float(features.min()), float(features.max())
    grey = 255.0 * (features - low) / max(high - low, 1e-6)
    pixels = laid_over(grey[..., np.newaxis], values)
    # Upright: time to the right.
    return pixels.transpose(1, 0, 2)[::-1].repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
