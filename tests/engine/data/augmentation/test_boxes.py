"""Images, boxes and masks are changed together."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.data.augmentation.boxes import AnnotatedImages, mosaic, move
from engine.specs.options.image.object_detection import RegionAugmentationSpec

STILL = RegionAugmentationSpec(
    horizontal_flip=False,
    vertical_flip=False,
    translation=0,
    scale=0,
    stretch=0,
    brightness=0,
    contrast=0,
    saturation=0,
    mosaic=0,
)


def _generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def _images(num: int, height: int = 48, width: int = 64) -> AnnotatedImages:
    """Return black images with one bright rectangle each, and its box and mask."""
    images = torch.zeros(num, 3, height, width)
    boxes = torch.tensor([[16.0 + 4 * at, 12.0, 36.0 + 4 * at, 28.0] for at in range(num)])
    for at, (left, top, right, bottom) in enumerate(boxes.int().tolist()):
        images[at, :, top:bottom, left:right] = 1.0
    return AnnotatedImages(
        images, boxes, torch.arange(num), torch.arange(num), images[:, 0].clone()
    )


def _bright_box(image_HW: Tensor) -> Tensor:
    rows, columns = torch.nonzero(image_HW > 0.5, as_tuple=True)
    return torch.stack([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1]).float()


def test_nothing_changes_when_all_is_switched_off() -> None:
    images = _images(3)
    moved = move(images, STILL, _generator())

    torch.testing.assert_close(moved.images_BCHW, images.images_BCHW, atol=1e-5, rtol=0)
    torch.testing.assert_close(moved.boxes_N4, images.boxes_N4)


@pytest.mark.parametrize("seed", range(6))
def test_boxes_and_masks_stay_on_their_objects(seed: int) -> None:
    options = RegionAugmentationSpec(scale=0.4, translation=0.2, stretch=0.3, vertical_flip=True)
    moved = move(_images(3), options, _generator(seed))

    assert moved.masks_Nhw is not None
    for box, sample, mask in zip(moved.boxes_N4, moved.samples_N, moved.masks_Nhw, strict=True):
        seen = _bright_box(moved.images_BCHW[sample, 0])
        # Resampling blurs edges over a pixel.
        assert (seen - box).abs().max() <= 1.0
        assert (_bright_box(mask) - box).abs().max() <= 1.0


def test_objects_that_leave_the_image_are_dropped() -> None:
    images = _images(1)
    options = _still_but(translation=0.5)
    kept = [len(move(images, options, _generator(seed)).boxes_N4) for seed in range(20)]

    assert {0, 1} == set(kept)


def _still_but(**changes: float) -> RegionAugmentationSpec:
    return STILL.model_copy(update=changes)


def test_the_same_seed_gives_the_same_images() -> None:
    options = RegionAugmentationSpec()
    first, second = (move(_images(2), options, _generator(7)) for _ in range(2))

    assert torch.equal(first.images_BCHW, second.images_BCHW)
    assert torch.equal(first.boxes_N4, second.boxes_N4)


@pytest.mark.parametrize("seed", range(6))
def test_a_mosaic_shows_the_objects_that_it_names(seed: int) -> None:
    images = _images(4)
    colours = torch.arange(1.0, 5.0)[:, None, None, None]
    images = replace(images, images_BCHW=images.images_BCHW * colours)
    mixed = mosaic(images, 1.0, _generator(seed))

    assert mixed.images_BCHW.shape == images.images_BCHW.shape
    assert mixed.masks_Nhw is not None
    for box, label, sample, mask in zip(
        mixed.boxes_N4, mixed.labels_N, mixed.samples_N, mixed.masks_Nhw, strict=True
    ):
        left, top, right, bottom = box.int().tolist()
        inside = mixed.images_BCHW[sample, 0, top:bottom, left:right]
        # The image number is its colour, so that the right object must be inside.
        assert (inside == label + 1).all()
        assert _bright_box(mask).tolist() == box.tolist()


def test_a_mosaic_that_no_image_takes_part_in_changes_nothing() -> None:
    images = _images(3)
    mixed = mosaic(images, 1e-9, _generator())

    assert torch.equal(mixed.images_BCHW, images.images_BCHW)
    assert torch.equal(mixed.boxes_N4, images.boxes_N4)
    assert torch.equal(mixed.samples_N, images.samples_N)
