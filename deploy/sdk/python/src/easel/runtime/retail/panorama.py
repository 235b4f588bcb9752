"""Put overlapping photos of a shelf together, and count what stands in an overlap once."""

# H height, W width, N boxes or points

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

from easel.errors import InputError
from easel.runtime.image.geometry import Pixels
from easel.runtime.predictions.suppression import pairwise_overlaps
from easel.runtime.results import Box, Detection, Result
from easel.runtime.retail.alignment import Affine, align
from easel.runtime.retail.layers import layers_of
from easel.runtime.retail.shelf import Product

MAX_SIDE = 20_000
"""Most pixels that a panorama may be wide or high."""
SAME = 0.45
"""Two detections of different photos that overlap this much in the panorama are one product."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Panorama:
    """Photos in one image.

    Attributes:
        pixels: (H, W, 3) uint8; black where no photo reaches.
        places: (P, 2, 3): each maps x y 1 of a photo to x y of the panorama.
    """

    pixels: Pixels
    places: NDArray[np.float64]


def stitch(photos: Sequence[Pixels]) -> Panorama:
    """Put photos of one shelf together, taken from left to right.

    Neighbours are aligned by an affine map each; where photos overlap they fade into each other.

    Args:
        photos: (H, W, 3) uint8 each, at least one, each overlapping the next by a fifth or more.

    Raises:
        InputError: ``photos_missing`` without a photo, ``photos_do_not_overlap`` naming two
            neighbours of which no common part was found, ``panorama_too_large``.
    """
    if not photos:
        raise InputError(
            "There is no photo to put together. Give at least one.", code="photos_missing"
        )
    places = [np.eye(3)]
    for number, (left, right) in enumerate(zip(photos, photos[1:]), start=1):
        found = align(left, right)
        if found is None:
            raise InputError(
                f"Photos {number} and {number + 1} do not show a common part of the shelf. Take "
                "them from left to right, each overlapping the one before by a third.",
                code="photos_do_not_overlap",
                photo=number,
            )
        places.append(places[-1] @ _square(found))
    corners = np.concatenate(
        [_corners(photo) @ place[:2, :2].T + place[:2, 2] for photo, place in zip(photos, places)]
    )
    low, high = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    width, height = (high - low).astype(int).tolist()
    if max(width, height) > MAX_SIDE:
        raise InputError(
            f"The panorama would be {width} x {height} pixels; at most {MAX_SIDE} are expected. "
            "Use fewer or smaller photos.",
            code="panorama_too_large",
        )
    moved = np.stack([_moved(place, -low)[:2] for place in places])
    return Panorama(_blend(photos, moved, (height, width)), moved)


def merge(found: Sequence[Sequence[Result]], panorama: Panorama) -> list[Product]:
    """Return what models found on single photos as products of the panorama.

    Of two detections of different photos that overlap, the surer one stays; the layers are those of
    the panorama.

    Args:
        found: the prediction for each photo.
        panorama: of these photos.
    """
    height, width = panorama.pixels.shape[:2]
    products: list[Product] = []
    corners: list[Floats] = []
    photos: list[int] = []
    for photo, (results, place) in enumerate(zip(found, panorama.places)):
        for one in results:
            if isinstance(one, Detection):
                corners.append(_mapped(one.box, place))
                box = Box.around(corners[-1], width, height)
                price = one.price if isinstance(one, Product) else None
                products.append(Product(one.name, one.score, box, price=price))
                photos.append(photo)
    if not products:
        return []
    boxes_N4, photo_N = np.stack(corners), np.asarray(photos)
    kept: list[int] = []
    for at in np.argsort([-one.score for one in products], kind="stable").tolist():
        others = [other for other in kept if photo_N[other] != photo_N[at]]
        if not others or pairwise_overlaps(boxes_N4[[at]], boxes_N4[others]).max() < SAME:
            kept.append(at)
    layers = layers_of(boxes_N4[kept])
    return [replace(products[at], layer=int(layer)) for at, layer in zip(kept, layers)]


def _blend(photos: Sequence[Pixels], places: Floats, size: tuple[int, int]) -> Pixels:
    total = np.zeros((*size, 3), np.float32)
    weight = np.zeros((*size, 1), np.float32)
    for photo, place in zip(photos, places):
        inverse = np.linalg.inv(_square(place))[:2]
        height, width = photo.shape[:2]
        data = tuple(inverse.reshape(-1).tolist())
        warped = Image.fromarray(photo).transform(
            size[::-1], Image.Transform.AFFINE, data, Image.Resampling.BILINEAR
        )
        # Photos fade out towards their edges, so that no seam is seen.
        across = np.minimum(np.arange(width) + 1, width - np.arange(width)) / width
        down = np.minimum(np.arange(height) + 1, height - np.arange(height)) / height
        fade = Image.fromarray(np.outer(down, across).astype(np.float32))
        share = np.asarray(
            fade.transform(size[::-1], Image.Transform.AFFINE, data, Image.Resampling.BILINEAR)
        )[:, :, np.newaxis]
        total += np.asarray(warped, np.float32) * share
        weight += share
    blended: Pixels = np.divide(total, weight, out=total, where=weight > 0).astype(np.uint8)
    return blended


def _corners(photo: Pixels) -> Floats:
    height, width = photo.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)


def _mapped(box: Box, place: Floats) -> Floats:
    """Return the upright box around a box of a photo in the panorama."""
    right, bottom = box.left + box.width, box.top + box.height
    corners = np.array(
        [[box.left, box.top], [right, box.top], [right, bottom], [box.left, bottom]], np.float64
    )
    moved = corners @ place[:, :2].T + place[:, 2]
    return np.concatenate([moved.min(axis=0), moved.max(axis=0)])


def _square(affine: ArrayLike | Affine) -> Floats:
    return np.vstack([np.asarray(affine, np.float64), [0.0, 0.0, 1.0]])


def _moved(place: Floats, shift: Floats) -> Floats:
    moved = place.copy()
    moved[:2, 2] += shift
    return moved
