"""Products on a shelf: found as such, then told apart by a library: ``recognise_products``.

Exact definition: ``docs/reference/manifest-ops.md``.
"""

# N detections, D numbers of a vector, P products, S side of a crop

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.image.geometry import Pixels
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, named, number, op_name, order_error, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.boxes import FIELDS as BOX_FIELDS
from easel.runtime.predictions.boxes import BoxesDecoder, Found, image_context
from easel.runtime.predictions.outputs import require_finite, shape_error
from easel.runtime.results import Box, PredictOptions, Result
from easel.runtime.retail.layers import agree, layers_of
from easel.runtime.retail.library import MAX_CROPS, Library, crop_tensor, crops, read_library
from easel.runtime.retail.shelf import UNKNOWN, Product

FIELDS: dict[str, set[str]] = {
    **BOX_FIELDS,
    "recognise_products": {
        "embedder",
        "library",
        "vectors",
        "crop_size",
        "product_threshold",
        "num_nearest",
        "neighbour_share",
    },
}
CROP, VECTOR = "crop", "vector"
"""Input and output of the embedder: (R, 3, S, S) and (R, D)."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Named:
    """Detections with what they may be.

    Attributes:
        found: places of products, whatever they are.
        similarities_NP: with each product of the library.
        probabilities_NP: of each product, if it is one of them.
    """

    found: Found
    similarities_NP: Floats
    probabilities_NP: Floats

    @property
    def products_N(self) -> NDArray[np.intp]:
        """The most probable product of each detection."""
        best: NDArray[np.intp] = self.probabilities_NP.argmax(axis=1)
        return best

    @property
    def scores_NP(self) -> Floats:
        """How sure it is that a detection is a product, and that one."""
        scores: Floats = self.found.scores_N[:, np.newaxis] * self.probabilities_NP
        return scores


class ProductsDecoder:
    """A compiled op list: ``boxes`` of one label, then ``recognise_products``.

    Attributes:
        networks: the embedder.
        crop_size: S.
        product_threshold: the least score of what is taken for a product.
    """

    networks: Sequence[str]

    def __init__(
        self, ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
    ) -> None:
        """Compile an op list; the library is read when it is first needed.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        names = [op_name(op, FIELDS, "postprocessing") for op in ops]
        if names != ["boxes", "recognise_products"]:
            raise order_error("postprocessing", names, "one boxes and one recognise_products")
        op = ops[1]
        self.product_threshold = number(op, "product_threshold", 0.3, 0, 1)
        self._boxes = BoxesDecoder(ops[0], [("product", self.product_threshold)])
        self._thresholds = dict(labels)
        self.embedder = named(op, "embedder")
        self.networks = (self.embedder,)
        self._files = named(op, "library"), named(op, "vectors")
        self.crop_size = whole(op, "crop_size", 64, 16, 512)
        self._num_nearest = whole(op, "num_nearest", 5, 1)
        self._neighbour_share = number(op, "neighbour_share", 0.4, 0, 1)
        self._read = read
        self._library: Library | None = None

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Return the facings of a shelf by descending score.

        A detection that is unlike all products is ``unknown``, with the score of its place. Other
        detections whose score is less than the threshold, by default that of their label, are left
        out.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``library_invalid``, or ``op_order`` when no source is kept.
        """
        named = self.recognise(example, outputs, networks, self.product_threshold)
        context, layers = image_context(example), layers_of(named.found.boxes_N4)
        kept = self.decide(named, options.threshold)
        scores = np.where(
            kept.is_unknown_N,
            named.found.scores_N,
            named.scores_NP[np.arange(len(named.found)), named.products_N],
        )
        products = self.library.products
        results: list[Result] = []
        for at in np.argsort(-scores, kind="stable"):
            if kept.is_kept_N[at]:
                name = UNKNOWN if kept.is_unknown_N[at] else products[named.products_N[at]]
                box = Box.around(named.found.boxes_N4[at], context.width, context.height)
                results.append(Product(name, float(scores[at]), box, int(layers[at])))
        return results[: options.top_num]

    def decide(self, named: Named, threshold: float | None = None) -> Decided:
        """Say of each detection whether it is answered, and whether as unknown.

        Args:
            named: the detections.
            threshold: the least score; by default each label's recommended one.
        """
        library, places = self.library, np.arange(len(named.found))
        limits_P = np.array(
            [
                self._thresholds.get(name, self.product_threshold)
                if threshold is None
                else threshold
                for name in library.products
            ]
        )
        is_unknown = named.similarities_NP.max(axis=1, initial=-1.0) < library.unknown_below
        best = named.products_N
        sure = named.scores_NP[places, best] >= limits_P[best]
        unknown_limit = self.product_threshold if threshold is None else threshold
        return Decided(
            np.where(is_unknown, named.found.scores_N >= unknown_limit, sure), is_unknown
        )

    def recognise(
        self, example: Example, outputs: Tensors, networks: Networks, threshold: float
    ) -> Named:
        """Find products and compare them with the library.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``library_invalid``, or ``op_order`` when no source is kept.
        """
        found = self._boxes.find(example, outputs, threshold)
        vectors_ND = self.embed(self.cut(example, found.boxes_N4), networks)
        library = self.library
        if not len(found):
            nothing = np.zeros((0, len(library.products)))
            return Named(found, nothing, nothing)
        return self.name(found, vectors_ND, library.similarities(vectors_ND, self._num_nearest))

    def name(self, found: Found, vectors_ND: Floats, similarities_NP: Floats) -> Named:
        """Let neighbours agree on what they are, and say how probable each product is."""
        agreed = agree(similarities_NP, vectors_ND, found.boxes_N4, self._neighbour_share)
        return Named(found, agreed, self.library.probabilities(agreed))

    def find(self, example: Example, outputs: Tensors, threshold: float) -> Found:
        """Return the places of products, whatever they are."""
        return self._boxes.find(example, outputs, threshold)

    def cut(self, example: Example, boxes_N4: Floats) -> NDArray[np.uint8]:
        """Cut detections out of the image that was sent, (N, S, S, 3)."""
        return crops(_pixels(example), boxes_N4, self.crop_size)

    def embed(self, crops_NSS3: NDArray[np.uint8], networks: Networks) -> Floats:
        """Return the vectors (N, D) of crops.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        parts = [
            _vectors(networks(self.embedder, {CROP: crop_tensor(crops_NSS3[at : at + MAX_CROPS])}))
            for at in range(0, len(crops_NSS3), MAX_CROPS)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, 0))

    @property
    def library(self) -> Library:
        """The products that are known; training sets it before there is a file.

        Raises:
            PackageError: ``file_missing`` or ``library_invalid``.
        """
        if self._library is None:
            # Several threads may get here at once; all of them read the same.
            document, vectors = self._files
            self._library = read_library(self._read(document), self._read(vectors), document)
        return self._library

    @library.setter
    def library(self, library: Library) -> None:
        self._library = library


@dataclass(frozen=True)
class Decided:
    """What is answered of detections: whether at all, and whether as an unknown product."""

    is_kept_N: NDArray[np.bool_]
    is_unknown_N: NDArray[np.bool_]


def _vectors(outputs: Tensors) -> Floats:
    rows = outputs.get(VECTOR)
    if rows is None or rows.ndim != 2:
        raise shape_error(outputs, "'vector' (crops, numbers)")
    require_finite(rows)
    return rows.astype(np.float64)


def _pixels(example: Example) -> Pixels:
    pixels = image_context(example).pixels
    if pixels is None:
        raise PackageError(
            "The answer 'recognise_products' looks at the image again, which the preprocessing "
            "does not keep: it must begin with keep_source. Export the package again.",
            code="op_order",
        )
    return pixels


open_decoder = ProductsDecoder
