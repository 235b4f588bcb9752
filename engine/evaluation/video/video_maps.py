"""Where and when a network looked at a video: Grad-CAM over some of its frames.

Source: Selvaraju et al., Grad-CAM, ICCV 2017, equations 1 and 2, with time as a third axis.
"""

# D feature channels, N frames, H height, W width, n h w feature map

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import torch
from easel.runtime.video import TENSOR
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from engine.data.video.dataset import VideoDataset
from engine.evaluation.heatmaps import HeatMap, HeatMaps, laid_over
from engine.evaluation.mistakes import Pick

NUM_SHOWN = 6


class VideoMaps(HeatMaps[VideoDataset]):
    """Heat maps of video classifiers (B, N, 3, H, W) → logits (B, K).

    An image is a row of frames, evenly chosen, with what spoke for the label laid over them.
    """

    def maps(self, picks: Sequence[Pick]) -> Iterator[HeatMap]:
        """Yield what spoke for the class of each pick."""
        _, dataset = self.splits.held_out()
        for pick in picks:
            (example,) = dataset.examples([pick.index])
            video = torch.from_numpy(np.asarray(example.tensors[TENSOR], np.float32))
            values = activation_map(self.model, self.model.features, video, pick.label)
            yield HeatMap(values, _strip(dataset.pixels(pick.index), values))


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


def _strip(frames: NDArray[np.uint8], maps: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return some frames (N, H, W, 3) side by side under their maps (N, H, W)."""
    chosen = np.linspace(0, len(frames) - 1, min(NUM_SHOWN, len(frames))).round().astype(int)
    shown, values = frames[chosen].astype(np.float64), maps[chosen]
    return np.concatenate(list(laid_over(shown, values)), axis=1)
