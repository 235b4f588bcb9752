"""Random changes of training batches of images with annotated regions, or with a class per cell."""

from __future__ import annotations

import torch
from easel.runtime.image import TENSOR

from engine.data.augmentation.boxes import AnnotatedImages, mosaic, move, move_classes
from engine.data.augmentation.images import transform_colors
from engine.data.image.normalization import IMAGENET
from engine.interfaces.batch import Batch
from engine.specs.options.image.object_detection import RegionAugmentationSpec


def augment_regions(batch: Batch, options: RegionAugmentationSpec, step_seed: int) -> Batch:
    """Change images at random together with ``boxes`` and, if any, ``masks`` and ``points``.

    A batch without targets, as a preview has, gets none.
    """
    generator = torch.Generator().manual_seed(step_seed)
    targets = batch.targets
    annotated = AnnotatedImages(
        images_BCHW=batch.inputs[TENSOR],
        boxes_N4=targets.get("boxes", torch.zeros(0, 4)),
        labels_N=targets.get("labels", torch.zeros(0, dtype=torch.int64)),
        samples_N=targets.get("samples", torch.zeros(0, dtype=torch.int64)),
        masks_Nhw=targets.get("masks"),
        points_NK3=targets.get("points"),
    )
    annotated = move(mosaic(annotated, options.mosaic, generator), options, generator)
    images = transform_colors(annotated.images_BCHW, options, IMAGENET, generator)
    changed = {
        "boxes": annotated.boxes_N4,
        "labels": annotated.labels_N,
        "samples": annotated.samples_N,
    }
    if annotated.masks_Nhw is not None:
        changed["masks"] = annotated.masks_Nhw
    if annotated.points_NK3 is not None:
        changed["points"] = annotated.points_NK3
    return Batch({TENSOR: images}, changed)


def augment_classes(batch: Batch, options: RegionAugmentationSpec, step_seed: int) -> Batch:
    """Change images at random together with ``classes``; mosaics are not made of these."""
    generator = torch.Generator().manual_seed(step_seed)
    images = batch.inputs[TENSOR]
    classes = batch.targets.get("classes", torch.zeros(len(images), 1, 1, dtype=torch.int64))
    images, classes = move_classes(images, classes, options, generator)
    images = transform_colors(images, options, IMAGENET, generator)
    return Batch({TENSOR: images}, {"classes": classes})
