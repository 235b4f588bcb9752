"""Training losses of networks that find, outline, or tell the class of every pixel."""

# B batch, K labels, N classes of one image, h w of a mask

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import torch
from easel.runtime.image import TENSOR
from torch import Tensor, nn
from torch.nn import functional

from engine.data.image.region_boxes import labelled_regions
from engine.interfaces.batch import Batch, Objective
from engine.interfaces.dataset import Splits
from engine.models.vision.detection.detr import DetrDetector
from engine.models.vision.detection.light_detector import LightDetector
from engine.models.vision.detection.objects import Objects, pad_objects
from engine.models.vision.segmentation.instance_segmenter import InstanceSegmenter
from engine.models.vision.segmentation.mask2former import Mask2Former
from engine.training.losses.boxes import detection_loss
from engine.training.losses.labels import balanced_weights
from engine.training.losses.masks import instance_mask_loss, semantic_loss

_MAX_WEIGHT = 10.0
_MASK_SHARE = 2.0


def label_weights(splits: Splits) -> Tensor:
    """Return the weight of each label (K,) that gives rare ones the say of common ones."""
    names = Counter(
        region.label for record in splits.train.records for region in labelled_regions(record)
    )
    counts = torch.tensor([names[label] for label in splits.labels])
    return balanced_weights(counts, int(counts.sum()), multi_label=False).clamp(max=_MAX_WEIGHT)


def detection_objective(weights_K: Tensor | None) -> Objective:
    """Return the loss of a ``LightDetector``."""

    def loss(model: nn.Module, batch: Batch) -> Tensor:
        if not isinstance(model, LightDetector):
            raise _unexpected(model)
        predictions = model(batch.inputs[TENSOR])
        weights = _on(weights_K, predictions.logits_BAK)
        value, _ = detection_loss(
            predictions, model.places, _objects(batch.targets, len(batch)), weights
        )
        return value

    return loss


def detr_objective() -> Objective:
    """Return the loss of a ``DetrDetector``: that of the library it comes from."""

    def loss(model: nn.Module, batch: Batch) -> Tensor:
        if not isinstance(model, DetrDetector):
            raise _unexpected(model)
        return model.loss(batch.inputs[TENSOR], _objects(batch.targets, len(batch)))

    return loss


def instance_objective(weights_K: Tensor | None) -> Objective:
    """Return the loss of an ``InstanceSegmenter``."""

    def loss(model: nn.Module, batch: Batch) -> Tensor:
        if not isinstance(model, InstanceSegmenter):
            raise _unexpected(model)
        boxes, coefficients, prototypes = model(batch.inputs[TENSOR])
        objects = _objects(batch.targets, len(batch))
        weights = _on(weights_K, coefficients)
        value, assignment = detection_loss(boxes, model.places, objects, weights)
        masks = instance_mask_loss(
            coefficients, prototypes, assignment, objects, batch.targets["masks"], model.mask_stride
        )
        return value + _MASK_SHARE * masks

    return loss


def semantic_objective(weights_K: Tensor | None) -> Objective:
    """Return the loss of a network that gives logits (B, 1 + K, h, w)."""

    def loss(model: nn.Module, batch: Batch) -> Tensor:
        logits = model(batch.inputs[TENSOR])
        classes = batch.targets["classes"]
        if classes.shape[1:] != logits.shape[2:]:
            logits = functional.interpolate(logits, classes.shape[1:], mode="bilinear")
        weights = None
        if weights_K is not None:
            weights = torch.cat([weights_K.new_ones(1), weights_K]).to(logits.device)
        return semantic_loss(logits, classes, weights)

    return loss


def mask_set_objective(weights_K: Tensor | None) -> Objective:
    """Return the loss of a ``Mask2Former``: that of the library it comes from.

    Single objects are learnt as they are marked; of classes of pixels each that an image has is
    one mask, the background too. Where an image does not reach there is no mask.
    """

    def loss(model: nn.Module, batch: Batch) -> Tensor:
        if not isinstance(model, Mask2Former):
            raise _unexpected(model)
        image, targets = batch.inputs[TENSOR], batch.targets
        if "classes" in targets:
            labels, masks = _masks_of_classes(targets["classes"], model.head.out_features)
        else:
            places = [targets["samples"] == sample for sample in range(len(batch))]
            labels = [targets["labels"][place] for place in places]
            masks = [targets["masks"][place] for place in places]
        return model.loss(image, labels, masks, _on(weights_K, image))

    return loss


def _masks_of_classes(classes_Bhw: Tensor, background: int) -> tuple[list[Tensor], list[Tensor]]:
    """Return per image the classes that it has, (N), and the cells of each, (N, h, w).

    Args:
        classes_Bhw: 0 for the background, then the labels in order, -1 for neither.
        background: the class that stands for 0.
    """
    labels, masks = [], []
    for classes_hw in classes_Bhw:
        present_N = classes_hw[classes_hw >= 0].unique()
        masks.append((classes_hw == present_N[:, None, None]).float())
        labels.append(torch.where(present_N == 0, background, present_N - 1).long())
    return labels, masks


def _objects(targets: Mapping[str, Tensor], num_samples: int) -> Objects:
    return pad_objects(targets["boxes"], targets["labels"], targets["samples"], num_samples)


def _on(weights_K: Tensor | None, like: Tensor) -> Tensor | None:
    return None if weights_K is None else weights_K.to(like.device)


def _unexpected(model: nn.Module) -> TypeError:
    return TypeError(f"{type(model).__name__} is not a network of this task.")
