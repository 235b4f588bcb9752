"""Where a network looked: Grad-CAM images.

Source: Selvaraju et al., Grad-CAM, ICCV 2017, equations 1 and 2. For a network whose head sees
only the mean of its feature map this is the class-activation map of Zhou et al., CVPR 2016.
"""

# B batch, D feature channels, H height, W width, h w feature map, N tokens, or frames

from __future__ import annotations

import io
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal

import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor, nn
from torch.nn import functional

from engine.disk import writing_to
from engine.errors import ExportError
from engine.evaluation.error_examples import Explanation
from engine.evaluation.mistakes import Pick
from engine.interfaces.dataset import D_co, Splits

HEATMAPS = "heatmaps"
"""The folder of a package with images that its report names."""
BATCH_SIZE = 16
MAX_OPACITY = 0.75
"""Of a map that a page lays over the image."""
MAX_COVER = 0.6
"""Of a map over pixels in the same file."""
# A dark-to-light ramp that stays readable in grey and for colour-blind eyes (black body).
RAMP = np.array([[60, 0, 80], [190, 30, 70], [250, 140, 30], [255, 245, 150]], dtype=np.float64)


@dataclass(frozen=True)
class HeatMap:
    """What spoke for a class of one sample.

    Attributes:
        values: in 0..1: (H, W) of an image, (T, M) of features, (N, H, W) of frames.
        pixels: the drawing of it, uint8: of three colours, or of four with its opacity.
    """

    values: NDArray[np.float32]
    pixels: NDArray[np.uint8]


@dataclass(frozen=True)
class HeatMaps(ABC, Generic[D_co]):
    """An ``engine.evaluation.error_examples.Explain`` of classifiers: images in ``heatmaps``.

    Attributes:
        model: a classifier whose layer ``features`` is explained.
        splits: picks are of the held-out one.
        work: the folder that paths in the report are relative to.
    """

    model: Any
    splits: Splits[D_co]
    work: Path

    def __call__(
        self, kind: Literal["mistake", "example"], picks: Sequence[Pick]
    ) -> Sequence[Explanation]:
        """Write an image per pick.

        Raises:
            ResourceError: when the disk is full.
        """
        if not self.has_features:
            return [Explanation() for _ in picks]
        folder = self.work / HEATMAPS
        with writing_to(folder):
            folder.mkdir(parents=True, exist_ok=True)
        names = [f"{HEATMAPS}/{kind}_{number:03d}.png" for number in range(1, len(picks) + 1)]
        for name, heat_map in zip(names, self.maps(picks), strict=True):
            write_png(self.work / name, heat_map.pixels)
        return [Explanation(heatmap=name) for name in names]

    @property
    def has_features(self) -> bool:
        """Return whether there is a layer to explain; a network of somebody's own may have none."""
        return isinstance(getattr(self.model, "features", None), nn.Module)

    @abstractmethod
    def maps(self, picks: Sequence[Pick]) -> Iterator[HeatMap]:
        """Yield what spoke for the class of each pick."""


class ImageMaps(HeatMaps):
    """Heat maps to be laid over the images; their input is called ``image`` (B, 3, H, W)."""

    def maps(self, picks: Sequence[Pick]) -> Iterator[HeatMap]:
        """Yield what spoke for the class of each pick."""
        _, dataset = self.splits.held_out()
        examples = dataset.examples([pick.index for pick in picks])
        inputs = np.concatenate([example.tensors["image"] for example in examples])
        labels = [pick.label for pick in picks]
        for values in activation_maps(self.model, self.model.features, inputs, labels):
            yield HeatMap(values, heatmap_pixels(values))


def activation_maps(
    model: nn.Module, target_layer: nn.Module, inputs: NDArray[np.generic], classes: Sequence[int]
) -> NDArray[np.float32]:
    """Compute how much each place speaks for a class.

    Args:
        model: network (B, 3, H, W), or (B, N, 3, H, W) of videos → logits (B, K); its mode and
            gradients are left as they were.
        target_layer: the module of ``model`` whose output is explained: a feature map
            (B, D, h, w), (B, D, n, h, w) of videos, or tokens (B, N, D) of which the trailing
            square grid is taken.
        inputs: (B, 3, H, W) or (B, N, 3, H, W), preprocessed.
        classes: the explained class of each input.

    Returns:
        (B, H, W) or (B, N, H, W) in 0..1; all zero where nothing speaks for the class.

    Raises:
        ExportError: when the layer's output is neither a feature map nor tokens.
    """
    maps = [
        _batch_maps(model, target_layer, inputs[start : start + BATCH_SIZE], chosen)
        for start, chosen in _batches(classes)
    ]
    return np.concatenate(maps)


def write_heatmap(path: Path, values: NDArray[np.float32]) -> None:
    """Write a map (H, W) in 0..1 as a PNG to be laid over the image, strong where values are high.

    Raises:
        ResourceError: when the disk is full.
    """
    write_png(path, heatmap_pixels(values))


def heatmap_pixels(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return colours with their opacity (H, W, 4) of a map in 0..1 (H, W)."""
    image = np.empty((*values.shape, 4), dtype=np.uint8)
    image[..., :3] = _ramp(values).round()
    image[..., 3] = (values * MAX_OPACITY * 255).round()
    return image


def laid_over(pixels: NDArray[np.floating], values: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return pixels (…, 3) or (…, 1) in 0..255 under a map (…) in 0..1."""
    opacity = values[..., np.newaxis] * MAX_COVER
    mixed: NDArray[np.uint8] = (
        (pixels * (1 - opacity) + _ramp(values) * opacity).round().astype(np.uint8)
    )
    return mixed


def write_png(path: Path, pixels: NDArray[np.uint8]) -> None:
    """Write an image of three colours, or of four with its opacity.

    Raises:
        ResourceError: when the disk is full.
    """
    # Written in one go: an encoder that meets a full disk itself does not say why it failed.
    content = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(content, format="PNG", compress_level=3)
    with writing_to(path):
        path.write_bytes(content.getvalue())


def _ramp(values: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the colours (…, 3) in 0..255 of values in 0..1."""
    position = values * (len(RAMP) - 1)
    lower = np.clip(position.astype(np.int64), 0, len(RAMP) - 2)
    share = (position - lower)[..., np.newaxis]
    colours: NDArray[np.float64] = RAMP[lower] * (1 - share) + RAMP[lower + 1] * share
    return colours


def _batches(classes: Sequence[int]) -> Iterator[tuple[int, Sequence[int]]]:
    for start in range(0, len(classes), BATCH_SIZE):
        yield start, classes[start : start + BATCH_SIZE]


def _batch_maps(
    model: nn.Module, target_layer: nn.Module, inputs: NDArray[np.generic], classes: Sequence[int]
) -> NDArray[np.float32]:
    features: list[Tensor] = []

    def explain_from_here(_module: nn.Module, _inputs: object, output: Tensor) -> Tensor:
        # Gradients are needed behind this layer only: the expensive part runs without them.
        torch.set_grad_enabled(True)
        features.append(output.detach().requires_grad_())
        return features[-1]

    device = next(model.parameters()).device
    was_training = model.training
    model.eval()
    handle = target_layer.register_forward_hook(explain_from_here)
    try:
        with torch.no_grad():
            logits = model(torch.as_tensor(inputs, device=device))
            wanted = logits.gather(1, torch.tensor(classes, device=device)[:, None]).sum()
            (gradient,) = torch.autograd.grad(wanted, features[-1])
    finally:
        handle.remove()
        model.train(was_training)
    # Of a video, time is a third axis of the map.
    size = inputs.shape[-2:] if inputs.ndim < 5 else (inputs.shape[1], *inputs.shape[-2:])
    return _to_maps(features[-1].detach(), gradient, size)


def _to_maps(features: Tensor, gradient: Tensor, size: tuple[int, ...]) -> NDArray[np.float32]:
    axes = 2 + len(size)
    features_BDhw, gradient_BDhw = _grid(features, axes), _grid(gradient, axes)
    places = tuple(range(2, axes))
    # Equation 1.
    weights_BD = gradient_BDhw.mean(dim=places, keepdim=True)
    # Equation 2.
    maps_B1hw = (weights_BD * features_BDhw).sum(dim=1, keepdim=True).relu()
    maps_BHW = functional.interpolate(
        maps_B1hw.float(),
        size=size,
        mode="bilinear" if len(size) == 2 else "trilinear",
        align_corners=False,
    )[:, 0]
    largest = maps_BHW.flatten(1).amax(dim=1).view(-1, *[1] * len(size))
    result: NDArray[np.float32] = (
        (maps_BHW / largest.clamp_min(torch.finfo(torch.float32).tiny)).cpu().numpy()
    )
    return result


def _grid(values: Tensor, axes: int) -> Tensor:
    """Return a feature map (B, D, …), or that of tokens whose leading extra ones are dropped."""
    if values.ndim == axes:
        return values
    if values.ndim == 3:
        side = math.isqrt(values.shape[1])
        return values[:, -side * side :].transpose(1, 2).reshape(*values.shape[::2], side, side)
    raise ExportError(
        "Heat maps need a layer that gives a feature map (B, D, h, w), of videos (B, D, n, h, w), "
        "or tokens (B, N, D); "
        f"this one gives the shape {tuple(values.shape)}. Name another target layer in the task.",
        code="heatmap_layer_invalid",
    )
