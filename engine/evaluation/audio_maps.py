"""Where in time and pitch a network listened: Grad-CAM over spectrograms."""

# R windows, T frames, M mel bands

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from easel.runtime.audio import TENSOR
from numpy.typing import NDArray
from PIL import Image
from torch import nn

from engine.disk import writing_to
from engine.evaluation.error_examples import Explanation
from engine.evaluation.heatmaps import HEATMAPS, RAMP, activation_maps
from engine.evaluation.mistakes import Pick
from engine.interfaces.dataset import TaskDataset

MAX_OPACITY = 0.6
# Pixels per frame and band: a second is a hundred frames.
_SCALE = 3


@dataclass(frozen=True)
class AudioMaps:
    """An ``engine.evaluation.error_examples.Explain`` of audio classifiers: images in ``heatmaps``.

    An image is the spectrogram of one window, time to the right and pitch upwards, with what
    spoke for the label laid over it. Of a long recording it is the window that spoke most.

    Attributes:
        dataset: of the picked samples.
        model: network (B, T, M) → logits (B, K).
        target_layer: the module of ``model`` whose output is explained.
        work: the folder that paths in the report are relative to.
    """

    dataset: TaskDataset
    model: nn.Module
    target_layer: nn.Module
    work: Path

    def __call__(
        self, kind: Literal["mistake", "example"], picks: Sequence[Pick]
    ) -> Sequence[Explanation]:
        """Write an image per pick.

        Raises:
            ResourceError: when the disk is full.
        """
        folder = self.work / HEATMAPS
        with writing_to(folder):
            folder.mkdir(parents=True, exist_ok=True)
        names = [f"{HEATMAPS}/{kind}_{number:03d}.png" for number in range(1, len(picks) + 1)]
        for name, pick in zip(names, picks, strict=True):
            (example,) = self.dataset.examples([pick.index])
            windows = np.asarray(example.tensors[TENSOR], np.float32)
            maps = activation_maps(
                self.model, self.target_layer, windows, [pick.label] * len(windows)
            )
            loudest = int(maps.mean(axis=(1, 2)).argmax())
            write_map(self.work / name, windows[loudest], maps[loudest])
        return [Explanation(heatmap=name) for name in names]


def write_map(path: Path, features: NDArray[np.float32], values: NDArray[np.float32]) -> None:
    """Write features (T, M) in grey under a map (T, M) in 0..1 as a PNG.

    Raises:
        ResourceError: when the disk is full.
    """
    low, high = float(features.min()), float(features.max())
    grey = 255.0 * (features - low) / max(high - low, 1e-6)
    position = values * (len(RAMP) - 1)
    lower = np.clip(position.astype(np.int64), 0, len(RAMP) - 2)
    share = (position - lower)[..., np.newaxis]
    colour = RAMP[lower] * (1 - share) + RAMP[lower + 1] * share
    opacity = values[..., np.newaxis] * MAX_OPACITY
    pixels = (grey[..., np.newaxis] * (1 - opacity) + colour * opacity).round().astype(np.uint8)
    upright = pixels.transpose(1, 0, 2)[::-1].repeat(_SCALE, axis=0).repeat(_SCALE, axis=1)
    content = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(upright), "RGB").save(content, format="PNG")
    with writing_to(path):
        path.write_bytes(content.getvalue())
