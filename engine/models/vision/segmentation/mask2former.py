"""Outlines or classes of pixels by Mask2Former, of the transformers library.

A fixed set of queries answers each with a class and a mask. As single objects these are what the
op ``instance_masks`` takes: every query is a place whose one prototype is its own mask. As classes
of pixels, the queries of a class are added up.

Source: Cheng et al., CVPR 2022.
"""

# B batch, Q queries, K labels, C classes with the background, D size, h w of the masks, n cells

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from easel.runtime import Tensors
from easel.runtime.predictions.boxes import BOXES, LOGITS
from easel.runtime.predictions.labels import sigmoid, softmax
from torch import Tensor, nn

from engine.weights.pretrained import load_whole

MASK2FORMER_BACKBONES = ("mask2former_nano", "mask2former_swin_t")
OUTPUT_NAMES = (LOGITS, BOXES, "coefficients", "prototypes")
OUTPUT_STRIDE = 4
_LEAST_SCORE = 0.05
_SMALLEST_SCORE = 1e-6
# 112 × 112 (section 3.3).
_MOST_POINTS = 12_544
# Section 4.1: pretrained features are changed ten times more slowly than what reads them.
_BACKBONE_RATE = 0.1


@dataclass(frozen=True)
class _Shape:
    """Sizes of the Swin transformer, of the pixel decoder and of the transformer decoder."""

    width: int
    depths: tuple[int, ...]
    heads: tuple[int, ...]
    size: int
    encoder_layers: int
    decoder_layers: int
    encoder_inner: int
    decoder_inner: int


_SHAPES = {
    "mask2former_nano": _Shape(32, (1, 1, 2, 1), (1, 2, 4, 8), 64, 3, 4, 256, 256),
    "mask2former_swin_t": _Shape(96, (2, 2, 6, 2), (3, 6, 12, 24), 256, 6, 10, 1024, 2048),
}


class MaskSet(NamedTuple):
    """What one layer of the decoder says of a batch.

    Attributes:
        classes_BQC: logits of the labels, of the background where it is a class, and of nothing.
        masks_BQhw: logits of the pixels of each query, at a quarter of the height and width.
    """

    classes_BQC: Tensor
    masks_BQhw: Tensor


class Mask2Former(nn.Module):
    """The library's network with heads of ours, and its loss.

    As in ``LightUnet``, the rows of ``head`` are those of the labels.

    Args:
        network: a ``Mask2FormerForUniversalSegmentation`` of the library.
        num_classes: K.
        has_background: whether the background is a class of its own, as for classes of pixels.
    """

    def __init__(self, network: Any, num_classes: int, *, has_background: bool) -> None:
        super().__init__()
        size = int(network.config.hidden_dim)
        self.network = network.model
        self.head = nn.Linear(size, num_classes)
        self.background = nn.Linear(size, 1) if has_background else None
        self.nothing = nn.Linear(size, 1)
        self.criterion = network.criterion
        self._shares: dict[str, float] = network.weight_dict
        # A package is a start for other labels too, so what counts labels is not among its weights.
        weights_C = self.criterion.empty_weight
        del self.criterion.empty_weight
        self.criterion.register_buffer("empty_weight", weights_C, persistent=False)

    def forward(self, image: Tensor) -> MaskSet:
        """Return what the last layer says of normalised images (B, 3, H, W)."""
        *_, last = self._layers(image)
        return last

    def loss(
        self,
        image: Tensor,
        labels: Sequence[Tensor],
        masks: Sequence[Tensor],
        weights_K: Tensor | None = None,
    ) -> Tensor:
        """Return the library's loss of a batch, over all layers (scalar).

        The points at which it compares masks are drawn at random; here they depend on the batch
        alone, so that a resumed run learns what an unbroken one does.

        Args:
            image: (B, 3, H, W).
            labels: per image the class (N) of each mask; K is the background.
            masks: per image (N, h, w) in 0..1.
            weights_K: how much each label counts, ``None`` for all alike.
        """
        *inner, last = self._layers(image)
        if weights_K is not None:
            self.criterion.empty_weight[: len(weights_K)] = weights_K
        devices = [image.device] if image.is_cuda else []
        with torch.random.fork_rng(devices=devices):
            torch.manual_seed(int(image.double().sum().abs() * 1e6) % 2**31)
            parts: dict[str, Tensor] = self.criterion(
                last.masks_BQhw,
                last.classes_BQC,
                list(masks),
                list(labels),
                [
                    {
                        "masks_queries_logits": one.masks_BQhw,
                        "class_queries_logits": one.classes_BQC,
                    }
                    for one in inner
                ],
            )
        return torch.stack(
            [
                share * value
                for name, share in self._shares.items()
                for key, value in parts.items()
                if key.startswith(name)
            ]
        ).sum()

    def _layers(self, image: Tensor) -> list[MaskSet]:
        outputs = self.network(pixel_values=image, output_hidden_states=True)
        states = outputs.transformer_decoder_intermediate_states
        return [
            MaskSet(self._classes(states_QBD.transpose(0, 1)), masks_BQhw.float())
            for states_QBD, masks_BQhw in zip(states, outputs.masks_queries_logits, strict=True)
        ]

    def _classes(self, states_BQD: Tensor) -> Tensor:
        parts = [self.head, *([] if self.background is None else [self.background]), self.nothing]
        return torch.cat([part(states_BQD) for part in parts], dim=2).float()


class OutlinedObjects(nn.Module):
    """As it is exported to outline objects: scores, boxes, and a prototype for each query.

    A query's score is the share of its class times how sure its own pixels are (section 4.1 of
    Cheng et al., NeurIPS 2021, for single objects).
    """

    def __init__(self, model: Mask2Former) -> None:
        super().__init__()
        self.model = model

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return scores (B, Q, K), boxes (B, Q, 4) as shares, and a prototype for each query."""
        classes_BQC, masks_BQhw = self.model(image)
        inside_BQhw = (masks_BQhw > 0).float()
        sure_BQ = (masks_BQhw.sigmoid() * inside_BQhw).sum(dim=(2, 3)) / inside_BQhw.sum(
            dim=(2, 3)
        ).clamp(min=1)
        scores_BQK = classes_BQC.softmax(dim=2)[..., :-1] * sure_BQ[..., None]
        # The logit of 0 or 1 is infinite.
        scores_BQK = scores_BQK.clamp(_SMALLEST_SCORE, 1 - _SMALLEST_SCORE)
        batch, num_queries = masks_BQhw.shape[:2]
        mixing = torch.eye(num_queries, device=image.device).expand(batch, -1, -1)
        return scores_BQK.logit(), boxes_around(masks_BQhw), mixing.clone(), masks_BQhw


class ClassifiedPixels(nn.Module):
    """As it is exported to tell the class of every pixel: ``logits``, the background first.

    Source: section 4.1 of Cheng et al., NeurIPS 2021 (semantic inference).
    """

    def __init__(self, model: Mask2Former) -> None:
        super().__init__()
        self.model = model

    def forward(self, image: Tensor) -> Tensor:
        """Return logits (B, 1 + K, h, w), whose softmax shares out what the queries say."""
        classes_BQC, masks_BQhw = self.model(image)
        probabilities_BQC = classes_BQC.softmax(dim=2)[..., :-1]
        scores_BChw = torch.einsum("bqc,bqhw->bchw", probabilities_BQC, masks_BQhw.sigmoid())
        return (
            torch.cat([scores_BChw[:, -1:], scores_BChw[:, :-1]], dim=1) + _SMALLEST_SCORE
        ).log()


def boxes_around(masks_BQhw: Tensor) -> Tensor:
    """Return the boxes (B, Q, 4) around what is above zero, x1 y1 x2 y2 as shares of the image.

    Values are linear between the middles of cells, as the prediction draws them, so a box ends
    where the greatest value of a column or row crosses zero, and cuts nothing off. The box of an
    empty mask has no extent.
    """
    left, right = _extent(masks_BQhw.amax(dim=2))
    top, bottom = _extent(masks_BQhw.amax(dim=3))
    return torch.stack([left, top, right, bottom], dim=2)


def _extent(profile_BQn: Tensor) -> tuple[Tensor, Tensor]:
    """Return where (B, Q) values above zero begin and end, 0..1; 1 and 0 where there are none."""
    length = profile_BQn.shape[2]
    middle_n = torch.arange(length, device=profile_BQn.device) + 0.5
    above, below = profile_BQn.clamp(min=0), profile_BQn.clamp(max=0)
    # How far a cell reaches towards the middle of the one before, and of the one after.
    back = above[..., 1:] / (above[..., 1:] - below[..., :-1]).clamp(min=1e-12)
    onward = above[..., :-1] / (above[..., :-1] - below[..., 1:]).clamp(min=1e-12)
    first = torch.cat([torch.zeros_like(back[..., :1]), middle_n[1:] - back], dim=2)
    last = torch.cat([middle_n[:-1] + onward, torch.zeros_like(back[..., :1]) + length], dim=2)
    is_inside = profile_BQn > 0
    begin = torch.where(is_inside, first, float(length)).amin(dim=2)
    end = torch.where(is_inside, last, 0.0).amax(dim=2)
    return begin / length, end / length


def build_mask2former(
    backbone: str,
    size: tuple[int, int],
    num_classes: int,
    *,
    has_background: bool,
    weights: Path | None = None,
) -> Mask2Former:
    """Build a Mask2Former with new heads.

    Args:
        backbone: one of ``MASK2FORMER_BACKBONES``.
        size: height and width of its input; small ones need fewer points to compare masks at.
        num_classes: K.
        has_background: see ``Mask2Former``.
        weights: a folder with pretrained weights, ``None`` for random ones.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    from transformers import Mask2FormerForUniversalSegmentation

    cells = size[0] * size[1] // OUTPUT_STRIDE**2
    changed: dict[str, Any] = {
        "num_labels": num_classes + has_background,
        "train_num_points": min(_MOST_POINTS, cells),
        # The windows of Swin's fused attention cannot be traced with a batch of any size.
        "attn_implementation": "eager",
    }
    if weights is None:
        network = Mask2FormerForUniversalSegmentation(_config(_SHAPES[backbone], changed))
        return Mask2Former(network, num_classes, has_background=has_background)
    heads = ("class_predictor.", "criterion.")
    network = load_whole(Mask2FormerForUniversalSegmentation, weights, heads, **changed)
    for parameter in network.model.pixel_level_module.encoder.parameters():
        parameter.rate_scale = _BACKBONE_RATE
    return Mask2Former(network, num_classes, has_background=has_background)


def masks_apart(trained: Tensors, exported: Tensors) -> float:
    """Return the largest difference of scores, boxes and masks of the objects that may be answered.

    A mask is compared by the mean over its pixels, and a box only where the masks have the same
    ones: whether a pixel at zero belongs to an object is decided by rounding, and a layer looks
    only where the one before saw the object.

    Args:
        trained: ``logits`` (R, Q, K), ``boxes`` (R, Q, 4) and ``prototypes`` (R, Q, h, w).
        exported: the same, of another runtime.
    """
    scores, other_scores = (sigmoid(outputs[LOGITS]) for outputs in (trained, exported))
    sure_RQ = np.maximum(scores, other_scores).max(axis=2) >= _LEAST_SCORE
    if not sure_RQ.any():
        return 0.0
    masks, other_masks = (outputs["prototypes"][sure_RQ] for outputs in (trained, exported))
    apart = np.abs(sigmoid(masks) - sigmoid(other_masks)).mean(axis=(1, 2))
    largest = max(float(np.abs(scores - other_scores)[sure_RQ].max()), float(apart.max()))
    same_N = ((masks > 0) == (other_masks > 0)).all(axis=(1, 2))
    boxes, other_boxes = (outputs[BOXES][sure_RQ][same_N] for outputs in (trained, exported))
    return max(largest, float(np.abs(boxes - other_boxes).max(initial=0.0)))


def pixels_apart(trained: Tensors, exported: Tensors) -> float:
    """Return how far the probabilities of the classes are apart, as the mean over pixels.

    Logits of what no query says anything of are logarithms of next to nothing. For the mean, see
    ``masks_apart``.

    Args:
        trained: ``logits`` (R, 1 + K, h, w).
        exported: the same, of another runtime.
    """
    probabilities, others = (
        softmax(np.moveaxis(outputs[LOGITS], 1, -1)) for outputs in (trained, exported)
    )
    return float(np.abs(probabilities - others).max(axis=-1).mean())


def _config(shape: _Shape, changed: dict[str, Any]) -> Any:
    from transformers import Mask2FormerConfig, SwinConfig

    stages: dict[str, Any] = {"out_features": ["stage1", "stage2", "stage3", "stage4"]}
    body = SwinConfig(
        embed_dim=shape.width,
        depths=list(shape.depths),
        num_heads=list(shape.heads),
        drop_path_rate=0.1,
        **stages,
    )
    return Mask2FormerConfig(
        backbone_config=body,
        feature_size=shape.size,
        mask_feature_size=shape.size,
        hidden_dim=shape.size,
        encoder_layers=shape.encoder_layers,
        decoder_layers=shape.decoder_layers,
        encoder_feedforward_dim=shape.encoder_inner,
        dim_feedforward=shape.decoder_inner,
        **changed,
    )
