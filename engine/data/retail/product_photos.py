"""Cut-outs of products: of photos that show one alone, and of shelves where each has a box."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from easel.runtime.image import Pixels
from easel.runtime.retail.cutout import CutOut, cut_out
from PIL import Image

from engine.data.decoding import decoded_image
from engine.data.files import SampleFiles
from engine.data.image.region_boxes import enclosing_box, labelled_regions
from engine.specs.data import SampleRecord

MAX_SIDE = 192
# Together they must fit into memory: about half a gigabyte.
_MAX_CUTOUTS = 4000
_LEAST_PER_PRODUCT = 2

CutOuts = Mapping[str, Sequence[CutOut]]


def is_shelf(record: SampleRecord) -> bool:
    """Tell a shelf, on which products are annotated, from a photo that is named as a whole."""
    return bool(record.regions) or not record.labels


def read_cutouts(
    records: Sequence[SampleRecord], files: SampleFiles, num_threads: int = 1
) -> CutOuts:
    """Return the cut-outs of products, at most 192 pixels wide and high, by product.

    Of very many photos the first of each product are read.

    Raises:
        DataError: ``image_unreadable`` when a photo is damaged; names it.
    """
    chosen = _chosen(records)

    def cut(record: SampleRecord) -> list[tuple[str, CutOut]]:
        pixels = decoded_image(record, files)
        if not is_shelf(record):
            return [(record.labels[0], cut_out(_at_most(pixels)))]
        return [
            (str(region.label), _whole(_at_most(_part(pixels, enclosing_box(region.geometry)))))
            for region in labelled_regions(record)
        ]

    cutouts: dict[str, list[CutOut]] = defaultdict(list)
    with ThreadPoolExecutor(max_workers=num_threads) as pool:
        for found in pool.map(cut, chosen):
            for product, one in found:
                cutouts[product].append(one)
    most = _most_per_product(len(cutouts))
    return {product: ones[:most] for product, ones in sorted(cutouts.items())}


def _chosen(records: Sequence[SampleRecord]) -> list[SampleRecord]:
    """Return shelves with products, and the first photos of each product."""
    names = {name for record in records for name in record.labels}
    most, counts, chosen = _most_per_product(len(names)), dict.fromkeys(names, 0), []
    for record in records:
        if is_shelf(record):
            if labelled_regions(record):
                chosen.append(record)
        elif counts[record.labels[0]] < most:
            counts[record.labels[0]] += 1
            chosen.append(record)
    return chosen


def _most_per_product(num_products: int) -> int:
    return max(_LEAST_PER_PRODUCT, _MAX_CUTOUTS // max(1, num_products))


def _at_most(pixels: Pixels) -> Pixels:
    image = Image.fromarray(pixels)
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.BILINEAR)
    return np.asarray(image)


def _part(pixels: Pixels, corners: tuple[float, float, float, float]) -> Pixels:
    height, width = pixels.shape[:2]
    left, top = min(max(int(corners[0]), 0), width - 1), min(max(int(corners[1]), 0), height - 1)
    right, bottom = max(left + 1, round(corners[2])), max(top + 1, round(corners[3]))
    return np.ascontiguousarray(pixels[top:bottom, left:right])


def _whole(pixels: Pixels) -> CutOut:
    return CutOut(pixels, np.full(pixels.shape[:2], 255, np.uint8))
