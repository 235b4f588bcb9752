"""An anchor-free detector of ours, small enough for a CPU: class scores and box distances.

Every place of three feature maps names the scores of the classes and how far the four sides of its
object are away. There is no objectness, no anchor shape, and no selection inside the network, so
that an exported graph has no ties to break: non-maximum suppression is an op of the manifest.

Sources: Tian et al., ICCV 2019 (FCOS: one prediction per place); Li et al., NeurIPS 2020
(generalised focal loss: a distance is the mean of a distribution over whole strides).
"""

# B batch, C channels, H height, W width, A places of all maps, K classes, R bins of a distance

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.models.vision.detection.csp import ConvNorm, CspBackbone, PathAggregation

STRIDES = (8, 16, 32)
NUM_BINS = 16
# Share of places that hold an object of a class, before anything is learnt.
_PRIOR = 0.01


class BoxPredictions(NamedTuple):
    """What a detector says of a batch.

    Attributes:
        logits_BAK: score of each class at each place, before the sigmoid.
        boxes_BA4: x1 y1 x2 y2 in pixels of the network's input.
        distances_BA4R: log-probabilities (unnormalised) of the distances in strides.
    """

    logits_BAK: Tensor
    boxes_BA4: Tensor
    distances_BA4R: Tensor


class Places(NamedTuple):
    """The centres (A, 2), x y in pixels, and strides (A,) of the places of all maps."""

    centers_A2: Tensor
    strides_A: Tensor


class LightDetector(nn.Module):
    """Backbone, neck and one pair of branches per feature map.

    Args:
        size: height and width of the input, multiples of 32.
        num_classes: K.
        width: channels of the backbone's first stage.
        depth: residual blocks of its middle stages.
        neck_width: channels of neck and branches.
    """

    centers: Tensor
    strides: Tensor
    bins: Tensor

    def __init__(
        self, size: tuple[int, int], num_classes: int, *, width: int, depth: int, neck_width: int
    ) -> None:
        super().__init__()
        self.size = size
        self.backbone = CspBackbone(width, depth)
        self.neck = PathAggregation(self.backbone.widths, neck_width)
        self.class_branches = nn.ModuleList(_branch(neck_width) for _ in STRIDES)
        self.box_branches = nn.ModuleList(
            nn.Sequential(_branch(neck_width), _distance_layer(neck_width)) for _ in STRIDES
        )
        self.head = nn.ModuleList(_class_layer(neck_width, num_classes) for _ in STRIDES)
        places = places_of(size)
        # Not among the weights: they follow from the size, and another run may have another one.
        self.register_buffer("centers", places.centers_A2, persistent=False)
        self.register_buffer("strides", places.strides_A, persistent=False)
        self.register_buffer("bins", torch.arange(NUM_BINS).float(), persistent=False)

    @property
    def places(self) -> Places:
        """Return where the predictions are made."""
        return Places(self.centers, self.strides)

    def features(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the neck's maps at 1/8, 1/16 and 1/32 of normalised images (B, 3, H, W)."""
        maps: tuple[Tensor, Tensor, Tensor] = self.neck(self.backbone(image))
        return maps

    def predict(self, maps: Sequence[Tensor]) -> BoxPredictions:
        """Return the predictions at all places of the neck's maps."""
        logits, distances = [], []
        for features, classes, head, boxes in zip(
            maps, self.class_branches, self.head, self.box_branches, strict=True
        ):
            logits.append(head(classes(features)).flatten(2))
            distances.append(boxes(features).flatten(2))
        logits_BAK = torch.cat(logits, dim=2).transpose(1, 2).float()
        distances_BAX = torch.cat(distances, dim=2).transpose(1, 2).float()
        distances_BA4R = distances_BAX.reshape(*distances_BAX.shape[:2], 4, NUM_BINS)
        return BoxPredictions(logits_BAK, self._boxes(distances_BA4R), distances_BA4R)

    def forward(self, image: Tensor) -> BoxPredictions:
        """Return the predictions for normalised images (B, 3, H, W)."""
        return self.predict(self.features(image))

    def _boxes(self, distances_BA4R: Tensor) -> Tensor:
        """Return boxes around the places: the mean of each distribution, in strides.

        Source: Li et al., NeurIPS 2020, eq. 4.
        """
        mean_BA4 = (functional.softmax(distances_BA4R, dim=3) * self.bins).sum(dim=3)
        pixels_BA4 = mean_BA4 * self.strides[:, None]
        return torch.cat(
            [self.centers - pixels_BA4[..., :2], self.centers + pixels_BA4[..., 2:]], dim=2
        )


class DeployedDetector(nn.Module):
    """A detector as it is exported: ``logits`` (B, A, K) and ``boxes`` (B, A, 4) only.

    The boxes are shares of the image: so close to one that float32 keeps seven digits of them.

    Args:
        detector: returns ``BoxPredictions``.
        size: height and width of its input.
    """

    extent: Tensor

    def __init__(self, detector: nn.Module, size: tuple[int, int]) -> None:
        super().__init__()
        self.detector = detector
        height, width = size
        self.register_buffer("extent", torch.tensor([width, height, width, height]).float())

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits, and boxes x1 y1 x2 y2 as shares of the network's image."""
        predictions: BoxPredictions = self.detector(image)
        return predictions.logits_BAK, predictions.boxes_BA4 / self.extent


def places_of(size: tuple[int, int]) -> Places:
    """Return the places of an input of ``size`` (height, width), the finest map first."""
    centers, strides = [], []
    for stride in STRIDES:
        rows = torch.arange(size[0] // stride) * float(stride) + stride / 2
        columns = torch.arange(size[1] // stride) * float(stride) + stride / 2
        y, x = torch.meshgrid(rows, columns, indexing="ij")
        centers.append(torch.stack([x, y], dim=2).reshape(-1, 2))
        strides.append(torch.full((x.numel(),), float(stride)))
    return Places(torch.cat(centers), torch.cat(strides))


def _branch(width: int) -> nn.Sequential:
    return nn.Sequential(ConvNorm(width, width), ConvNorm(width, width))


def _distance_layer(width: int) -> nn.Conv2d:
    """Return a layer that at first draws boxes of about three strides.

    With all bins alike they would be fifteen strides wide. An object that no box overlaps by much
    is given little weight, so that a label of small objects might never be learnt.
    """
    layer = nn.Conv2d(width, 4 * NUM_BINS, 1)
    nn.init.normal_(layer.weight, std=0.01)
    if layer.bias is not None:
        with torch.no_grad():
            layer.bias.copy_((-0.5 * torch.arange(NUM_BINS)).repeat(4))
    return layer


def _class_layer(width: int, num_classes: int) -> nn.Conv2d:
    """Return a layer that at first says of every place that it is probably empty."""
    layer = nn.Conv2d(width, num_classes, 1)
    nn.init.normal_(layer.weight, std=0.01)
    if layer.bias is not None:
        nn.init.constant_(layer.bias, -math.log((1 - _PRIOR) / _PRIOR))
    return layer
