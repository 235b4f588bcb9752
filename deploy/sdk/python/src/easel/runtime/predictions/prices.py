"""Products on a shelf with the price tags below them: ``recognise_products``, ``read_prices``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from easel.runtime.example import Example, Tensors
from easel.runtime.image import TENSOR, Preprocessing
from easel.runtime.image.geometry import Pixels
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, invalid_op, named, number, op_name, order_error
from easel.runtime.predictions import Networks
from easel.runtime.predictions.products import ProductsDecoder
from easel.runtime.predictions.words import ReadLinesDecoder, source_pixels
from easel.runtime.results import PredictOptions, Result
from easel.runtime.retail.prices import (
    TAG,
    PriceTag,
    facing_of,
    price_of,
    tag_pieces,
    without_repeats,
)
from easel.runtime.retail.shelf import Product

_READER = ("recognizer", "characters", "line_height", "map_threshold", "region_threshold")
FIELDS: dict[str, set[str]] = {
    "boxes": set(),
    "recognise_products": set(),
    "read_prices": {"detector", "preprocessing", "tag_threshold", *_READER},
}
# A line that ends where a piece does goes on beyond it.
_EDGE = 2.0


class PricedProductsDecoder(ProductsDecoder):
    """A compiled op list: that of ``ProductsDecoder``, then ``read_prices``."""

    def __init__(
        self, ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
    ) -> None:
        """Compile an op list.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid``, ``op_order`` or ``vocabulary_invalid``.
        """
        if [op.get("op") for op in ops] != list(FIELDS):
            raise order_error(
                "postprocessing", [str(op.get("op")) for op in ops], ", ".join(FIELDS)
            )
        super().__init__(ops[:2], labels, read)
        op = ops[2]
        op_name(op, FIELDS, "postprocessing")
        steps = op.get("preprocessing")
        if not isinstance(steps, Sequence) or not all(isinstance(one, dict) for one in steps):
            raise invalid_op(op, "preprocessing must be a list of ops")
        self._detector = named(op, "detector")
        self._preprocessing = Preprocessing(steps)
        reader = {field: op[field] for field in _READER if field in op}
        self._reader = ReadLinesDecoder([{"op": "read_lines", **reader}], read)
        self._tag_threshold = number(op, "tag_threshold", 0.5, 0.0, 1.0)
        self.networks = (self.embedder, self._detector, *self._reader.networks)

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the facings of a shelf, those with a tag with their price, and then the tags.

        A caller's ``top_num`` is of facings; the tags are those of all that are left.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``library_invalid``, or ``op_order`` when no source is kept.
        """
        predicted = super().__call__(example, outputs, options, networks)
        products = [one for one in predicted if isinstance(one, Product)]
        tags = self.read_tags(source_pixels(example), products, networks)
        least = self._tag_threshold if options.threshold is None else options.threshold
        tags = [tag for tag in tags if tag.score >= least]
        for tag in tags:
            if tag.facing is not None:
                products[tag.facing] = replace(products[tag.facing], price=tag.price)
        return [*products, *tags]

    def read_tags(
        self, pixels: Pixels, products: Sequence[Product], networks: Networks
    ) -> list[PriceTag]:
        """Return the lines below products that say a price, from top to bottom."""
        height, width = pixels.shape[:2]
        tags = []
        for left, top, right, bottom in tag_pieces(
            products, (height, width), self._preprocessing.size[1]
        ):
            piece = np.ascontiguousarray(pixels[top:bottom, left:right])
            context = replace(self._preprocessing.context(piece.shape[:2]), pixels=piece)
            example = Example({TENSOR: self._preprocessing(piece)[np.newaxis]}, context)
            regions = self._reader.find(example, networks(self._detector, example.tensors))
            readings = self._reader.read(piece, regions, networks)
            for corners, reading in zip(regions, readings):
                price = price_of(reading.text)
                is_cut = (left > 0 and corners[:, 0].min() < _EDGE) or (
                    right < width and corners[:, 0].max() > right - left - _EDGE
                )
                if price is None or is_cut:
                    continue
                points = corners + np.array([left, top])
                tags.append(
                    PriceTag(
                        words=reading.text,
                        score=reading.score,
                        points=tuple((float(x), float(y)) for x, y in points),
                        name=TAG,
                        price=price,
                        facing=facing_of(points, products),
                    )
                )
        return without_repeats(tags)


open_decoder = PricedProductsDecoder
