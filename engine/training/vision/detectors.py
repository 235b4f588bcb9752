"""Training of detectors: the network, its loss, its schedule preset, and what is deployed."""

from __future__ import annotations

import torch
from easel.runtime.image import TENSOR
from easel.runtime.predictions.boxes import BOXES, LOGITS
from torch import nn

from engine.catalog import TaskCard
from engine.interfaces.batch import Objective
from engine.interfaces.dataset import Splits
from engine.interfaces.network import Network
from engine.models.vision.detection.detr import DETR_BACKBONES, DetrNetwork, build_detr
from engine.models.vision.detection.light_detector import DeployedDetector
from engine.models.vision.detectors import build_detector
from engine.onnx_graphs.torch_network import TorchNetwork
from engine.options import options_of
from engine.specs.options.image.object_detection import ObjectDetectionOptions
from engine.specs.training import TrainingSpec
from engine.training.losses.regions import detection_objective, detr_objective, label_weights
from engine.training.resolve import SchedulePreset
from engine.weights.pretrained import find_weights

# Detections below this score change no figure that anyone looks at, and cost time at every
# validation.
MIN_SCORE = 0.01
_LIGHT = SchedulePreset(
    new_rate=1e-3, known_rate=3e-4, new_steps=1300, known_steps=600, max_batch=8, max_epochs=150
)
_DETR = SchedulePreset(
    new_rate=2e-4, known_rate=1e-4, new_steps=6000, known_steps=1500, max_batch=8, max_epochs=150
)


def detector_preset(spec: TrainingSpec) -> SchedulePreset:
    """Return how fast the detector of a run learns."""
    return _DETR if _is_detr(spec) else _LIGHT


def suppression_threshold(spec: TrainingSpec) -> float | None:
    """Return how much two boxes of one label may overlap; ``None`` where none is suppressed.

    A set of objects is found each once; the light detectors find them at several places.
    """
    return None if _is_detr(spec) else options_of(spec, ObjectDetectionOptions).iou_threshold


def new_detector(
    spec: TrainingSpec, card: TaskCard, size: tuple[int, int], labels: tuple[str, ...]
) -> nn.Module:
    """Build the detector; an initial package then fills in all but scores of new labels.

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
    model: nn.Module = (
        build_detr(spec.backbone, size, len(labels), weights)
        if _is_detr(spec)
        else build_detector(spec.backbone, size, len(labels), weights)
    )
    return model


def detector_objective(spec: TrainingSpec, splits: Splits) -> Objective:
    """Return the training loss, with the weights of the labels counted once."""
    if _is_detr(spec):
        return detr_objective()
    is_balanced = options_of(spec, ObjectDetectionOptions).class_weights == "balanced"
    return detection_objective(label_weights(splits) if is_balanced else None)


def deployed_detector(spec: TrainingSpec, model: nn.Module, size: tuple[int, int]) -> Network:
    """Return the detector as it is deployed: scores and boxes of all places."""
    device = next(model.parameters()).device
    sample = {TENSOR: torch.zeros(2, 3, *size, device=device)}
    if _is_detr(spec):
        return DetrNetwork("model", model, sample, (LOGITS, BOXES))
    deployed = DeployedDetector(model, size).to(device)
    return TorchNetwork("model", deployed, sample, (LOGITS, BOXES))


def _is_detr(spec: TrainingSpec) -> bool:
    return spec.backbone in DETR_BACKBONES
