"""Training of segmenters: the network, its loss, its schedule preset, and what is deployed."""

from __future__ import annotations

import torch
from easel.runtime.image import TENSOR
from easel.runtime.predictions.boxes import LOGITS
from torch import nn

from engine.catalog import TaskCard
from engine.errors import SpecError
from engine.interfaces.batch import Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network
from engine.models.vision.detectors import build_instance_segmenter, build_semantic_segmenter
from engine.models.vision.segmentation.instance_segmenter import DeployedInstanceSegmenter
from engine.models.vision.segmentation.mask2former import (
    MASK2FORMER_BACKBONES,
    OUTPUT_NAMES,
    ClassifiedPixels,
    Mask2Former,
    OutlinedObjects,
    build_mask2former,
    masks_apart,
    pixels_apart,
)
from engine.models.vision.segmentation.segformer import SEGFORMER_BACKBONES, build_segformer
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.options.image.segmentation import SegmentationOptions
from engine.specs.training import TrainingSpec
from engine.training.losses.regions import (
    instance_objective,
    label_weights,
    mask_set_objective,
    semantic_objective,
)
from engine.training.resolve import SchedulePreset
from engine.weights.pretrained import find_weights

_SEMANTIC = SchedulePreset(
    new_rate=1e-3, known_rate=3e-4, new_steps=1500, known_steps=600, max_batch=8, max_epochs=150
)
# Objects must be found before they can be outlined: after 1,500 steps half of ten labels are not.
_INSTANCE = SchedulePreset(
    new_rate=1e-3, known_rate=3e-4, new_steps=4500, known_steps=1200, max_batch=8, max_epochs=150
)
_SEGFORMER = SchedulePreset(
    new_rate=5e-4, known_rate=1e-4, new_steps=3000, known_steps=1000, max_batch=8, max_epochs=150
)
# Queries learn from nothing which part of an image is theirs, as those of other set predictors do.
_MASK2FORMER = SchedulePreset(
    new_rate=5e-4, known_rate=1e-4, new_steps=6000, known_steps=1500, max_batch=8, max_epochs=150
)


def is_semantic(spec: TrainingSpec) -> bool:
    """Return whether the classes of pixels are wanted, and not single objects."""
    return options_of(spec, SegmentationOptions).mode == "semantic"


def require_mode(spec: TrainingSpec) -> None:
    """Refuse a network that cannot do what is asked for.

    Raises:
        SpecError: ``mode_unsupported``.
    """
    if spec.backbone in SEGFORMER_BACKBONES and not is_semantic(spec):
        raise SpecError(
            f"The network '{spec.backbone}' tells the class of every pixel and no single "
            "objects. Choose the mode 'semantic', or a light network or Mask2Former.",
            code="mode_unsupported",
            backbone=spec.backbone,
        )


def segmenter_preset(spec: TrainingSpec) -> SchedulePreset:
    """Return how fast the network of a run learns."""
    if spec.backbone in SEGFORMER_BACKBONES:
        return _SEGFORMER
    if spec.backbone in MASK2FORMER_BACKBONES:
        return _MASK2FORMER
    return _SEMANTIC if is_semantic(spec) else _INSTANCE


def suppression_threshold(spec: TrainingSpec) -> float | None:
    """Return how much two boxes of one label may overlap; ``None`` where none is suppressed."""
    if spec.backbone in MASK2FORMER_BACKBONES:
        return None
    return options_of(spec, SegmentationOptions).iou_threshold


def new_segmenter(
    spec: TrainingSpec, card: TaskCard, size: tuple[int, int], labels: tuple[str, ...]
) -> nn.Module:
    """Build the network; an initial package then fills in all but scores of new labels.

    Args:
        spec: names the backbone, and what it starts from.
        card: of the task.
        size: height and width of the network's image.
        labels: in the order of the scores.

    Raises:
        ResourceError: when weights are asked for, absent, and may not be replaced.
        SpecError: when the initial package does not fit.
    """
    weights = find_weights(spec.pretrained, card.backbone(spec.backbone))
    model: nn.Module
    if spec.backbone in SEGFORMER_BACKBONES:
        model = build_segformer(spec.backbone, len(labels), weights)
    elif spec.backbone in MASK2FORMER_BACKBONES:
        model = build_mask2former(
            spec.backbone, size, len(labels), has_background=is_semantic(spec), weights=weights
        )
    elif is_semantic(spec):
        model = build_semantic_segmenter(spec.backbone, len(labels), weights)
    else:
        model = build_instance_segmenter(spec.backbone, size, len(labels), weights)
    return model


def segmenter_objective(spec: TrainingSpec, splits: Splits) -> Objective:
    """Return the training loss, with the weights of the labels counted once."""
    is_balanced = options_of(spec, SegmentationOptions).class_weights == "balanced"
    weights = label_weights(splits) if is_balanced else None
    if spec.backbone in MASK2FORMER_BACKBONES:
        return mask_set_objective(weights)
    return semantic_objective(weights) if is_semantic(spec) else instance_objective(weights)


def deployed_segmenter(spec: TrainingSpec, model: nn.Module, size: tuple[int, int]) -> Network:
    """Return the network as it is deployed: see the ops ``instance_masks``, ``semantic_masks``."""
    device = next(model.parameters()).device
    sample = {TENSOR: torch.zeros(2, 3, *size, device=device)}
    if isinstance(model, Mask2Former):
        # On an even image all pixels would say nearly the same, and rounding decide for all.
        noise = torch.randn(2, 3, *size, generator=torch.Generator().manual_seed(0))
        sample = {TENSOR: noise.to(device)}
        if is_semantic(spec):
            return TorchNetwork(
                "model",
                ClassifiedPixels(model),
                sample,
                (LOGITS,),
                own_difference=pixels_apart,
            )
        return TorchNetwork(
            "model", OutlinedObjects(model), sample, OUTPUT_NAMES, own_difference=masks_apart
        )
    if is_semantic(spec):
        return TorchNetwork("model", model, sample, (LOGITS,))
    deployed = DeployedInstanceSegmenter(model, size).to(device)
    return TorchNetwork("model", deployed, sample, OUTPUT_NAMES)
