"""Random changes of images together with the boxes and masks of their objects.

Objects of a batch stand end to end; ``samples`` says whose each is. Images, boxes and masks are
all changed by one affine map per image.
"""

# B images, N objects of all images, C channels, H height, W width, h w of masks

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Protocol

import torch
from torch import Tensor
from torch.nn import functional

from engine.data.augmentation.images import random_signs

# An object of which less is left is no longer worth finding.
_MIN_VISIBLE = 0.3
_MIN_PIXELS = 2.0


class PlaceOptions(Protocol):
    """How strongly images are moved about."""

    @property
    def horizontal_flip(self) -> bool: ...
    @property
    def vertical_flip(self) -> bool: ...
    @property
    def translation(self) -> float: ...
    @property
    def scale(self) -> float: ...
    @property
    def stretch(self) -> float: ...
    @property
    def mosaic(self) -> float: ...


@dataclass(frozen=True)
class AnnotatedImages:
    """Images and what is annotated on them.

    Attributes:
        images_BCHW: float32, normalised; outside an image is 0.
        boxes_N4: x1 y1 x2 y2 in pixels.
        labels_N: class of each object.
        samples_N: image of each object.
        masks_Nhw: 0..1 over the whole image, at any resolution; ``None`` where there are none.
        points_NK3: K named points of each object: x, y in pixels, and 0 for a point that it does
            not have; ``None`` where there are none.
    """

    images_BCHW: Tensor
    boxes_N4: Tensor
    labels_N: Tensor
    samples_N: Tensor
    masks_Nhw: Tensor | None = None
    points_NK3: Tensor | None = None

    def kept(self, keep_N: Tensor) -> AnnotatedImages:
        """Return the same images with some of the objects only."""
        return replace(
            self,
            boxes_N4=self.boxes_N4[keep_N],
            labels_N=self.labels_N[keep_N],
            samples_N=self.samples_N[keep_N],
            masks_Nhw=None if self.masks_Nhw is None else self.masks_Nhw[keep_N],
            points_NK3=None if self.points_NK3 is None else self.points_NK3[keep_N],
        )


def move(
    annotated: AnnotatedImages, options: PlaceOptions, generator: torch.Generator
) -> AnnotatedImages:
    """Flip, scale, stretch and shift each image at random, with everything on it.

    Objects of which less than 30 % is left in the image are dropped.
    """
    images = annotated.images_BCHW
    num_images, _, height, width = images.shape
    matrix_B23 = random_maps(num_images, options, generator).to(images.device)
    grid = functional.affine_grid(matrix_B23, list(images.shape), align_corners=False)
    moved = functional.grid_sample(images, grid, padding_mode="zeros", align_corners=False)
    boxes_N4 = _moved_boxes(annotated.boxes_N4, matrix_B23[annotated.samples_N], height, width)
    masks = annotated.masks_Nhw
    if masks is not None and len(masks):
        shape = [len(masks), 1, *masks.shape[1:]]
        grid = functional.affine_grid(matrix_B23[annotated.samples_N], shape, align_corners=False)
        masks = functional.grid_sample(masks[:, None], grid, align_corners=False)[:, 0]
    points = annotated.points_NK3
    if points is not None:
        points = _moved_points(points, matrix_B23[annotated.samples_N], height, width)
    whole = replace(
        annotated, images_BCHW=moved, boxes_N4=boxes_N4, masks_Nhw=masks, points_NK3=points
    )
    frame = boxes_N4.new_tensor([0, 0, width, height]).expand(len(boxes_N4), 4)
    return _clipped(whole, frame)


def move_classes(
    images_BCHW: Tensor,
    classes_Bhw: Tensor,
    options: PlaceOptions,
    generator: torch.Generator,
) -> tuple[Tensor, Tensor]:
    """Flip, scale, stretch and shift images at random, with the class of each of their cells.

    Args:
        images_BCHW: float32, normalised.
        classes_Bhw: class of each cell, -1 for none; so is what comes in from outside.
        options: how strongly.
        generator: the only source of randomness.
    """
    matrix_B23 = random_maps(len(images_BCHW), options, generator).to(images_BCHW.device)
    grid = functional.affine_grid(matrix_B23, list(images_BCHW.shape), align_corners=False)
    moved = functional.grid_sample(images_BCHW, grid, align_corners=False)
    shape = [len(classes_Bhw), 1, *classes_Bhw.shape[1:]]
    grid = functional.affine_grid(matrix_B23, shape, align_corners=False)
    # One more, so that the zeros from outside are -1 again afterwards.
    shifted = (classes_Bhw + 1).float()[:, None]
    taken = functional.grid_sample(shifted, grid, mode="nearest", align_corners=False)
    return moved, taken[:, 0].round().long() - 1


def random_maps(num_images: int, options: PlaceOptions, generator: torch.Generator) -> Tensor:
    """Return a map (B, 2, 3) per image from places of the result to places of the source.

    Places are in -1..1 along each axis, as in ``torch.nn.functional.affine_grid``.
    """

    def spread(limit: float) -> Tensor:
        return (torch.rand(num_images, generator=generator) * 2 - 1) * limit

    # Symmetric on a logarithmic scale: as often twice as large as half as large.
    zoom = spread(-math.log(1 - options.scale) if options.scale else 0.0)
    stretch = spread(-math.log(1 - options.stretch) / 2 if options.stretch else 0.0)
    shift_x, shift_y = spread(2 * options.translation), spread(2 * options.translation)
    sign_x = random_signs(num_images, options.horizontal_flip, generator)
    sign_y = random_signs(num_images, options.vertical_flip, generator)
    zero = torch.zeros(num_images)
    return torch.stack(
        [
            torch.stack([sign_x * torch.exp(-zoom - stretch), zero, shift_x], dim=1),
            torch.stack([zero, sign_y * torch.exp(-zoom + stretch), shift_y], dim=1),
        ],
        dim=1,
    )


def mosaic(
    annotated: AnnotatedImages, probability: float, generator: torch.Generator
) -> AnnotatedImages:
    """Put images together from the four quarters of four images of the batch.

    A quarter keeps its place, so that nothing is resampled here; where the quarters meet is
    random. Objects of which less than 30 % is left in their quarter are dropped.

    Args:
        probability: share of the images that are put together.

    Source: Bochkovskiy et al., 2020 (YOLOv4), section 3.3, with cuts in place of scaled images.
    """
    images = annotated.images_BCHW
    num_images, _, height, width = images.shape
    if not probability or num_images < 2:
        return annotated
    chosen_B = torch.rand(num_images, generator=generator) < probability
    x_B = ((torch.rand(num_images, generator=generator) / 2 + 0.25) * width).round()
    y_B = ((torch.rand(num_images, generator=generator) / 2 + 0.25) * height).round()
    column, row = torch.arange(width) + 0.5, torch.arange(height) + 0.5
    result = images.clone()
    parts = []
    for quarter in range(4):
        is_right, is_low = quarter % 2 == 1, quarter >= 2
        source_B = torch.arange(num_images)
        if quarter:
            partner_B = torch.randperm(num_images, generator=generator)
            source_B = torch.where(chosen_B, partner_B, source_B)
        frame_B4 = torch.stack(
            [
                x_B if is_right else torch.zeros_like(x_B),
                y_B if is_low else torch.zeros_like(y_B),
                torch.full_like(x_B, width) if is_right else x_B,
                torch.full_like(y_B, height) if is_low else y_B,
            ],
            dim=1,
        )
        in_columns = (column >= frame_B4[:, :1]) & (column < frame_B4[:, 2:3])
        in_rows = (row >= frame_B4[:, 1:2]) & (row < frame_B4[:, 3:])
        area_BHW = in_rows[:, :, None] & in_columns[:, None, :] & chosen_B[:, None, None]
        result = torch.where(area_BHW[:, None].to(images.device), images[source_B], result)
        if quarter:
            # An image that stays whole has its objects from the first part; empty frames take none.
            frame_B4 = frame_B4 * chosen_B[:, None]
        else:
            whole = torch.tensor([0.0, 0.0, width, height])
            frame_B4 = torch.where(chosen_B[:, None], frame_B4, whole)
        parts.append(_taken(annotated, source_B, frame_B4))
    masks = [part.masks_Nhw for part in parts if part.masks_Nhw is not None]
    points = [part.points_NK3 for part in parts if part.points_NK3 is not None]
    return AnnotatedImages(
        images_BCHW=result,
        boxes_N4=torch.cat([part.boxes_N4 for part in parts]),
        labels_N=torch.cat([part.labels_N for part in parts]),
        samples_N=torch.cat([part.samples_N for part in parts]),
        masks_Nhw=torch.cat(masks) if masks else None,
        points_NK3=torch.cat(points) if points else None,
    )


def _taken(annotated: AnnotatedImages, source_B: Tensor, frame_B4: Tensor) -> AnnotatedImages:
    """Return the objects of ``source_B`` as far as they are in the frames of the new images."""
    samples = annotated.samples_N
    pairs = (samples[:, None] == source_B.to(samples.device)).nonzero()
    objects, targets = pairs[:, 0], pairs[:, 1]
    taken = replace(annotated.kept(objects), samples_N=targets)
    return _clipped(taken, frame_B4.to(samples.device)[targets])


def _clipped(annotated: AnnotatedImages, frames_N4: Tensor) -> AnnotatedImages:
    """Cut the objects off at a frame each; drop those of which too little is left."""
    boxes = annotated.boxes_N4
    low = torch.maximum(boxes[:, :2], frames_N4[:, :2])
    high = torch.minimum(boxes[:, 2:], frames_N4[:, 2:])
    sides = (high - low).clamp(min=0)
    whole = (boxes[:, 2:] - boxes[:, :2]).prod(dim=1)
    keep = (sides.prod(dim=1) >= _MIN_VISIBLE * whole) & (sides >= _MIN_PIXELS).all(dim=1)
    masks = annotated.masks_Nhw
    if masks is not None and len(masks):
        masks = masks * _inside(frames_N4, masks.shape[1:], annotated.images_BCHW.shape[2:])
    points = annotated.points_NK3
    if points is not None:
        places_NK2 = points[:, :, :2]
        inside = (places_NK2 >= frames_N4[:, None, :2]) & (places_NK2 < frames_N4[:, None, 2:])
        points = torch.cat([places_NK2, points[:, :, 2:] * inside.all(dim=2, keepdim=True)], dim=2)
    boxes = torch.cat([low, high], dim=1)
    return replace(annotated, boxes_N4=boxes, masks_Nhw=masks, points_NK3=points).kept(keep)


def _inside(frames_N4: Tensor, size: torch.Size, image_size: torch.Size) -> Tensor:
    """Return (N, h, w): 1 where the middle of a mask's pixel is in the frame."""
    rows = (torch.arange(size[0], device=frames_N4.device) + 0.5) * (image_size[0] / size[0])
    columns = (torch.arange(size[1], device=frames_N4.device) + 0.5) * (image_size[1] / size[1])
    in_rows = (rows >= frames_N4[:, 1:2]) & (rows < frames_N4[:, 3:])
    in_columns = (columns >= frames_N4[:, :1]) & (columns < frames_N4[:, 2:3])
    return (in_rows[:, :, None] & in_columns[:, None, :]).float()


def _moved_boxes(boxes_N4: Tensor, matrix_N23: Tensor, height: int, width: int) -> Tensor:
    """Return where boxes of the source are in the result; the maps turn nothing."""
    corners = [
        _moved_places(corner_N2, matrix_N23, height, width)
        for corner_N2 in (boxes_N4[:, :2], boxes_N4[:, 2:])
    ]
    low, high = torch.minimum(*corners), torch.maximum(*corners)
    return torch.cat([low, high], dim=1)


def _moved_points(points_NK3: Tensor, matrix_N23: Tensor, height: int, width: int) -> Tensor:
    """Return where named points of the source are in the result."""
    num_points = points_NK3.shape[1]
    places = points_NK3[:, :, :2].reshape(-1, 2)
    moved = _moved_places(places, matrix_N23.repeat_interleave(num_points, 0), height, width)
    return torch.cat([moved.view(-1, num_points, 2), points_NK3[:, :, 2:]], dim=2)


def _moved_places(places_N2: Tensor, matrix_N23: Tensor, height: int, width: int) -> Tensor:
    size = places_N2.new_tensor([width, height])
    scale_N2 = torch.stack([matrix_N23[:, 0, 0], matrix_N23[:, 1, 1]], dim=1)
    place = places_N2 / size * 2 - 1
    return ((place - matrix_N23[:, :, 2]) / scale_N2 + 1) / 2 * size
