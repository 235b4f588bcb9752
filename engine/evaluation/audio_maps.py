"""Where in time and pitch a network listened: Grad-CAM over spectrograms."""

# R windows, T frames, M mel bands

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from easel.runtime.audio import TENSOR
from numpy.typing import NDArray

from engine.evaluation.heatmaps import HeatMaps, activation_maps, laid_over, write_png
from engine.evaluation.mistakes import Pick

# Pixels per frame and band: a second is a hundred frames.
_SCALE = 3


class AudioMaps(HeatMaps):
    """Heat maps of audio classifiers (B, T, M) → logits (B, K).

    An image is the spectrogram of one window, time to the right and pitch upwards, with what
    spoke for the label laid over it. Of a long recording it is the window that spoke most.
    """

    def draw(self, paths: Sequence[Path], picks: Sequence[Pick]) -> None:
        """Write the image of each pick as a PNG."""
        _, dataset = self.trained.splits.held_out()
        model = self.trained.module
        for path, pick in zip(paths, picks, strict=True):
            (example,) = dataset.examples([pick.index])
            windows = np.asarray(example.tensors[TENSOR], np.float32)
            maps = activation_maps(model, model.features, windows, [pick.label] * len(windows))
            loudest = int(maps.mean(axis=(1, 2)).argmax())
            write_map(path, windows[loudest], maps[loudest])


def write_map(path: Path, features: NDArray[np.float32], values: NDArray[np.float32]) -> None:
    """Write features (T, M) in grey under a map (T, M) in 0..1 as a PNG.

    Raises:
        ResourceError: when the disk is full.
    """
    low, high = float(features.min()), float(features.max())
    grey = 255.0 * (features - low) / max(high - low, 1e-6)
    pixels = laid_over(grey[..., np.newaxis], values)
    upright = pixels.transpose(1, 0, 2)[::-1].repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
    write_png(path, upright)
