"""Detectors of the transformers library that answer with a set of objects: RT-DETRv2 and D-FINE.

Sources: Lv et al., 2024 (RT-DETRv2); Peng et al., ICLR 2025 (D-FINE).
"""

# B batch, Q queries, K classes

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from easel.runtime import Tensors
from easel.runtime.predictions.boxes import BOXES, LOGITS
from easel.runtime.predictions.labels import sigmoid
from torch import Tensor, nn

from engine.data.image.normalization import IMAGENET
from engine.models.vision.detection.objects import Objects
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.specs.package.manifest import TensorSpec

# Objects that no threshold would let through are not compared: see ``predictions_apart``.
_LEAST_SCORE = 0.05
DETR_BACKBONES = ("rtdetr_v2_r18", "dfine_m")
_MOST_QUERIES = 300
_HEADS = ("class_embed", "enc_score_head", "denoising_class_embed")


class DetrDetector(nn.Module):
    """A detector of the library with the inputs and outputs of our own.

    It was made for pixels in 0..1, so it takes back our normalisation first.

    Args:
        network: an ``...ForObjectDetection`` of the library.
    """

    mean: Tensor
    std: Tensor

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        # The decoder holds and uses these two; as tied weights they would be stored and averaged
        # twice.
        del network.class_embed, network.bbox_embed
        self.network = network
        self.register_buffer("mean", torch.tensor(IMAGENET.mean)[:, None, None], persistent=False)
        self.register_buffer("std", torch.tensor(IMAGENET.std)[:, None, None], persistent=False)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits (B, Q, K), and boxes (B, Q, 4) x1 y1 x2 y2 as shares of the image."""
        outputs = self.network(pixel_values=image * self.std + self.mean)
        center, size = outputs.pred_boxes[..., :2], outputs.pred_boxes[..., 2:]
        boxes = torch.cat([center - size / 2, center + size / 2], dim=-1)
        return outputs.logits, boxes

    def loss(self, image: Tensor, objects: Objects) -> Tensor:
        """Return the library's loss of a batch (scalar).

        Its denoising queries are drawn at random; here they depend on the batch alone, so that a
        resumed run learns what an unbroken one does.
        """
        height, width = image.shape[2:]
        extent = objects.boxes_BG4.new_tensor([width, height, width, height])
        labels = []
        for boxes, classes, real in zip(
            objects.boxes_BG4, objects.labels_BG, objects.real_BG, strict=True
        ):
            shares = boxes[real] / extent
            center = (shares[:, :2] + shares[:, 2:]) / 2
            whole = torch.cat([center, shares[:, 2:] - shares[:, :2]], dim=1)
            labels.append({"class_labels": classes[real], "boxes": whole})
        devices = [image.device] if image.is_cuda else []
        with torch.random.fork_rng(devices=devices):
            torch.manual_seed(int(image.double().sum().abs() * 1e6) % 2**31)
            pixels = image * self.std + self.mean
            value: Tensor = self.network(pixel_values=pixels, labels=labels).loss
        return value


@dataclass(frozen=True)
class DetrNetwork(TorchNetwork):
    """A ``TorchNetwork`` that can be traced, and whose objects may come in another order."""

    def export(self, path: Path) -> tuple[tuple[TensorSpec, ...], tuple[TensorSpec, ...]]:
        """Write the network as one self-contained ONNX file; return its inputs and outputs."""
        with _untraceable_checks_off(), _traceable_lengths(self.module):
            return super().export(path)

    def difference(self, trained: Tensors, exported: Tensors) -> float:
        """Return how far the predictions are apart; see ``predictions_apart``."""
        return predictions_apart(trained, exported)


def build_detr(
    backbone: str, size: tuple[int, int], num_classes: int, weights: Path | None = None
) -> DetrDetector:
    """Build a detector of the library, with new heads.

    Args:
        backbone: one of ``DETR_BACKBONES``.
        size: height and width of its input, multiples of 32; small ones leave fewer queries.
        num_classes: K.
        weights: a folder with pretrained weights, ``None`` for random ones.
    """
    from transformers import DFineForObjectDetection, RTDetrV2ForObjectDetection

    num_queries = min(_MOST_QUERIES, sum(size[0] * size[1] // stride**2 for stride in (8, 16, 32)))
    kind: Any = (
        RTDetrV2ForObjectDetection if backbone == "rtdetr_v2_r18" else DFineForObjectDetection
    )
    if weights is None:
        return DetrDetector(kind(_config(backbone, num_classes, num_queries)))
    network = kind.from_pretrained(
        weights,
        num_labels=num_classes,
        num_queries=num_queries,
        ignore_mismatched_sizes=True,
        local_files_only=True,
        use_safetensors=True,
    )
    # The library keeps a head whose number of classes happens to be the same.
    fresh = kind(network.config)
    for name, value in fresh.state_dict().items():
        if any(head in name for head in _HEADS):
            network.state_dict()[name].copy_(value)
    return DetrDetector(network)


def predictions_apart(trained: Tensors, exported: Tensors) -> float:
    """Return the largest difference of scores and boxes of the objects that may be answered.

    The network chooses its queries by the order of scores. Where two are equal but for rounding,
    either may come first, and the objects behind them change places, or one of the weakest is
    another one. So each object with a score of at least 0.05 is compared with the nearest one.

    Args:
        trained: ``logits`` (R, Q, K) and ``boxes`` (R, Q, 4).
        exported: the same, of another runtime.
    """
    largest = 0.0
    for one, other in ((trained, exported), (exported, trained)):
        described = [
            np.concatenate([sigmoid(outputs[LOGITS]), outputs[BOXES].astype(np.float64)], axis=2)
            for outputs in (one, other)
        ]
        num_classes = one[LOGITS].shape[2]
        for ours, theirs in zip(*described, strict=True):
            sure = ours[ours[:, :num_classes].max(axis=1) >= _LEAST_SCORE]
            for row in sure:
                apart = np.abs(theirs - row).max(axis=1)
                largest = max(largest, float(apart.min()))
    return largest


def _config(backbone: str, num_classes: int, num_queries: int) -> Any:
    import transformers

    shared: dict[str, Any] = {
        "num_labels": num_classes,
        "num_queries": num_queries,
        "hidden_expansion": 0.5,
        "decoder_layers": 3,
        "freeze_backbone_batch_norms": False,
    }
    stages: dict[str, Any] = {"out_features": ["stage2", "stage3", "stage4"]}
    if backbone == "rtdetr_v2_r18":
        body = transformers.RTDetrResNetConfig(
            depths=[2, 2, 2, 2], layer_type="basic", hidden_sizes=[64, 128, 256, 512], **stages
        )
        return transformers.RTDetrV2Config(
            backbone_config=body, encoder_in_channels=[128, 256, 512], **shared
        )
    return transformers.DFineConfig(
        backbone_config=transformers.HGNetV2Config(**stages),
        encoder_in_channels=[512, 1024, 2048],
        depth_mult=0.34,
        **shared,
    )


@contextmanager
def _traceable_lengths(module: nn.Module) -> Iterator[None]:
    """Let the library's ``len(tensor)`` be traced as a size.

    Python makes a plain number of it, which would fix the batch size of the exported network.
    """
    files = {sys.modules[type(part).__module__] for part in module.modules()}
    library = [file for file in files if file.__name__.startswith("transformers.models.")]
    for file in library:
        vars(file)["len"] = _length
    try:
        yield
    finally:
        for file in library:
            del vars(file)["len"]


def _length(values: Any) -> Any:
    return values.shape[0] if isinstance(values, Tensor) else len(values)


@contextmanager
def _untraceable_checks_off() -> Iterator[None]:
    """Silence the library's checks of tensors' values while a network is traced.

    They become an operator that ONNX lacks (``aten._is_all_true``). The variable is read at each
    check, and silences checks of inputs too, so it is set for no longer than that.
    """
    name = "TRANSFORMERS_DISABLE_TORCH_CHECK"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
