"""Marks where lines of text are: a small pyramid, and two maps at half the image's size."""

# B batch, C channels, H height, W width

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.models.vision.classification.residual import convolution

LEAST_SIZE = 32


class LineDetector(nn.Module):
    """An image (B, 3, H, W), H and W multiples of 32, to logits (B, 2, H / 2, W / 2).

    The first map is the probability of shrunk regions of text, the second the threshold that only
    training uses.

    Args:
        width: channels of the first stage.

    Source: Liao et al., AAAI 2020, section 3, with a backbone and a pyramid of ours.
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        sizes = [width, 2 * width, 4 * width, 6 * width]
        steps = zip([3, *sizes[:-1]], sizes, strict=True)
        self.stages = nn.ModuleList(
            nn.Sequential(convolution(a, b, stride=2), convolution(b, b)) for a, b in steps
        )
        inner = 2 * width
        self.sides = nn.ModuleList(nn.Conv2d(size, inner, 1) for size in sizes)
        self.smooth = nn.ModuleList(convolution(inner, inner) for _ in sizes[:-1])
        self.maps = nn.Conv2d(inner, 2, 1)
        # Text is rare in most images; a new detector begins by marking little.
        if self.maps.bias is not None:
            nn.init.constant_(self.maps.bias, -2.0)

    def forward(self, image: Tensor) -> Tensor:
        """Return the logits of both maps."""
        features, found = image, []
        for stage in self.stages:
            features = stage(features)
            found.append(features)
        merged = self.sides[-1](found[-1])
        for level in range(len(found) - 2, -1, -1):
            larger = functional.interpolate(merged, scale_factor=2.0, mode="nearest")
            merged = self.smooth[level](larger + self.sides[level](found[level]))
        logits: Tensor = self.maps(merged)
        return logits


class ProbabilityMap(nn.Module):
    """What is deployed of a detector: the probability map (B, 1, H / 2, W / 2) alone."""

    def __init__(self, detector: LineDetector) -> None:
        super().__init__()
        self.detector = detector

    def forward(self, image: Tensor) -> Tensor:
        """Return probabilities; named as in the package."""
        return torch.sigmoid(self.detector(image)[:, :1])


class Reader(nn.Module):
    """Both networks of one package, trained together."""

    def __init__(self, detector: LineDetector, recognizer: nn.Module) -> None:
        super().__init__()
        self.detector = ProbabilityMap(detector)
        self.recognizer = recognizer

    def forward(self, image: Tensor) -> Tensor:
        """Return the probability map."""
        probability: Tensor = self.detector(image)
        return probability
