"""Where and when a network looked at a video: Grad-CAM over some of its frames.

Source: Selvaraju et al., Grad-CAM, ICCV 2017, equations 1 and 2, with time as a third axis.
"""

# D feature channels, N frames, H height, W width, n h w feature map

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from easel.runtime.video import TENSOR
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

from engine.data.video.dataset import VideoDataset
from engine.disk import writing_to
from engine.evaluation.error_examples import Explanation
from engine.evaluation.heatmaps import HEATMAPS, RAMP
from engine.evaluation.mistakes import Pick

MAX_OPACITY = 0.6
NUM_SHOWN = 6


@dataclass(frozen=True)
class VideoMaps:
    """An ``engine.evaluation.error_examples.Explain`` of video classifiers: images in ``heatmaps``.

    An image is a row of frames, evenly chosen, with what spoke for the label laid over them.

    Attributes:
        dataset: of the picked samples.
        model: network (B, N, 3, H, W) → logits (B, K).
        target_layer: the module of ``model`` whose output (B, D, n, h, w) is explained.
        work: the folder that paths in the report are relative to.
    """

    dataset: VideoDataset
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
            video = torch.from_numpy(np.asarray(example.tensors[TENSOR], np.float32))
            maps = activation_map(self.model, self.target_layer, video, pick.label)
            write_strip(self.work / name, self.dataset.pixels(pick.index), maps)
        return [Explanation(heatmap=name) for name in names]


def activation_map(
    model: nn.Module, target_layer: nn.Module, video: Tensor, label: int
) -> NDArray[np.float32]:
    """Return how much each place of each frame speaks for a label, (N, H, W) in 0..1.

    Args:
        model: its mode is left as it was.
        target_layer: gives a feature map (1, D, n, h, w).
        video: (1, N, 3, H, W), preprocessed.
        label: place of the logit that is explained.
    """
    kept: list[Tensor] = []

    def keep(_module: nn.Module, _inputs: object, output: Tensor) -> Tensor:
        kept.append(output.detach().requires_grad_())
        return kept[-1]

    was_training = model.training
    model.eval()
    handle = target_layer.register_forward_hook(keep)
    try:
        logits = model(video.to(next(model.parameters()).device))
        (gradient,) = torch.autograd.grad(logits[0, label], kept[-1])
    finally:
        handle.remove()
        model.train(was_training)
    weights = gradient.mean(dim=(2, 3, 4), keepdim=True)
    coarse = (weights * kept[-1].detach()).sum(dim=1, keepdim=True).relu()
    size = (video.shape[1], *video.shape[3:])
    fine = functional.interpolate(coarse.float(), size=size, mode="trilinear")[0, 0]
    scaled = fine / fine.max().clamp_min(torch.finfo(torch.float32).tiny)
    values: NDArray[np.float32] = scaled.cpu().numpy()
    return values


def write_strip(path: Path, frames: NDArray[np.uint8], maps: NDArray[np.float32]) -> None:
    """Write some frames (N, H, W, 3) side by side under their maps (N, H, W) as a PNG.

    Raises:
        ResourceError: when the disk is full.
    """
    chosen = np.linspace(0, len(frames) - 1, min(NUM_SHOWN, len(frames))).round().astype(int)
    shown, values = frames[chosen].astype(np.float64), maps[chosen]
    position = values * (len(RAMP) - 1)
    lower = np.clip(position.astype(np.int64), 0, len(RAMP) - 2)
    share = (position - lower)[..., np.newaxis]
    colour = RAMP[lower] * (1 - share) + RAMP[lower + 1] * share
    opacity = values[..., np.newaxis] * MAX_OPACITY
    pixels = (shown * (1 - opacity) + colour * opacity).round().astype(np.uint8)
    content = io.BytesIO()
    strip = np.ascontiguousarray(np.concatenate(list(pixels), axis=1))
    Image.fromarray(strip, "RGB").save(content, format="PNG")
    with writing_to(path):
        path.write_bytes(content.getvalue())
