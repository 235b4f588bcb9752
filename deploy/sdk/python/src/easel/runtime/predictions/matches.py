"""How well an image and a text go together, and what of a gallery goes best with either."""

# R rows, D numbers of a vector, P images, T texts

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from easel.errors import BackendError, PackageError
from easel.runtime.example import Example, Tensors
from easel.runtime.image_text import ImageTextContext
from easel.runtime.inputs import ReadFile
from easel.runtime.ops import Op, named, sole_op, whole
from easel.runtime.predictions import Networks
from easel.runtime.predictions.labels import sigmoid
from easel.runtime.predictions.outputs import require_finite
from easel.runtime.results import Prediction, PredictOptions, Result

FIELDS: dict[str, set[str]] = {"matches": {"text_network", "names", "vectors", "top_num"}}
MATCH = "match"
"""The name of the one result when both an image and a text were sent."""

Vectors = NDArray[np.float64]


@dataclass(frozen=True)
class Gallery:
    """Images and texts that are searched.

    Attributes:
        images: their P names.
        texts: the T texts.
        image_vectors: (P, D).
        text_vectors: (T, D).
    """

    images: tuple[str, ...]
    texts: tuple[str, ...]
    image_vectors: Vectors
    text_vectors: Vectors


class MatchesDecoder:
    """A compiled op list: ``matches`` alone.

    Both networks answer one vector per row; the sigmoid of the inner product of an image's and a
    text's vector is the probability that they belong together. A text of several windows has the
    mean of their vectors. A request with both is answered by
    that one score. A text alone is answered by the images of the gallery, an image alone by its
    texts: descending score, ties in the order of the gallery.

    Attributes:
        networks: the one that takes texts.
    """

    networks: Sequence[str]

    def __init__(self, ops: Sequence[Op], read: ReadFile) -> None:
        """Compile an op list; the gallery is read when it is first searched.

        Raises:
            PackageError: ``op_unknown``, ``op_invalid`` or ``op_order``.
        """
        op = sole_op(ops, FIELDS)
        self._text_network = named(op, "text_network")
        self._names, self._vectors = named(op, "names"), named(op, "vectors")
        self._top_num = whole(op, "top_num", 10, 1)
        self.networks = (self._text_network,)
        self._read = read
        self._gallery: Gallery | None = None

    def __call__(
        self, example: Example, outputs: Tensors, options: PredictOptions, networks: Networks
    ) -> list[Result]:
        """Compare image and text, or search the gallery for either.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
            PackageError: ``gallery_invalid`` when the gallery cannot be read.
        """
        context = example.context
        if not isinstance(context, ImageTextContext):
            raise _no_imagenamed(example)
        text = self.text_vector(example, networks)
        if not context.has_image and text is not None:
            gallery = self.gallery()
            return self._ranked(gallery.images, gallery.image_vectors @ text, options)
        image = self.image_vector(outputs)
        if text is not None:
            return [Prediction(MATCH, float(sigmoid(image @ text)))]
        gallery = self.gallery()
        return self._ranked(gallery.texts, gallery.text_vectors @ image, options)

    def image_vector(self, outputs: Tensors) -> Vectors:
        """Return the image's vector (D,) of the first network's outputs on one example.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        return _vector(outputs)

    def text_vector(self, example: Example, networks: Networks) -> Vectors | None:
        """Return the text's vector (D,), ``None`` when the example has no text.

        Raises:
            BackendError: ``output_shape`` or ``output_not_finite``.
        """
        context = example.context
        if not isinstance(context, ImageTextContext):
            raise _no_imagenamed(example)
        if context.text_tensors is None:
            return None
        return _vector(networks(self._text_network, context.text_tensors), several=True)

    def gallery(self) -> Gallery:
        """Return what is searched.

        Raises:
            PackageError: ``file_missing`` or ``gallery_invalid``.
        """
        if self._gallery is None:
            self._gallery = _read_gallery(self._names, self._vectors, self._read)
        return self._gallery

    def _ranked(
        self, names: Sequence[str], logits: Vectors, options: PredictOptions
    ) -> list[Result]:
        scores = sigmoid(logits)
        order = np.argsort(-logits, kind="stable")
        if options.threshold is not None:
            order = order[scores[order] >= options.threshold]
        top_num = self._top_num if options.top_num is None else options.top_num
        return [Prediction(names[i], float(scores[i])) for i in order[:top_num]]


def _vector(outputs: Tensors, several: bool = False) -> Vectors:
    rows = next(iter(outputs.values()))
    if rows.ndim != 2 or len(rows) == 0 or (len(rows) > 1 and not several):
        raise BackendError(
            f"The network answered the shape {rows.shape} where one vector is expected. "
            "The package is inconsistent; export it again.",
            code="output_shape",
        )
    vector: Vectors = rows.astype(np.float64).mean(axis=0)
    require_finite(vector)
    return vector


def _read_gallery(names: str, vectors: str, read: ReadFile) -> Gallery:
    try:
        known = json.loads(read(names).decode("utf-8"))
        images, texts = tuple(map(str, known["pictures"])), tuple(map(str, known["texts"]))
        rows = np.load(io.BytesIO(read(vectors)), allow_pickle=False).astype(np.float64)
    except (ValueError, KeyError, TypeError) as error:
        raise _gallery_invalid(names, str(error)) from error
    if rows.ndim != 2 or len(rows) != len(images) + len(texts):
        raise _gallery_invalid(names, f"{rows.shape} vectors for {len(images)} + {len(texts)}")
    return Gallery(images, texts, rows[: len(images)], rows[len(images) :])


def _gallery_invalid(file: str, reason: str) -> PackageError:
    return PackageError(
        f"The gallery '{file}' cannot be used ({reason}). Export the package again.",
        code="gallery_invalid",
        file=file,
    )


def _no_imagenamed(example: Example) -> PackageError:
    return PackageError(
        f"The answer 'matches' needs images and texts, not {type(example.context).__name__}. "
        "Export the package again.",
        code="op_invalid",
        op="matches",
    )


def open_decoder(
    ops: Sequence[Op], labels: Sequence[tuple[str, float]], read: ReadFile
) -> MatchesDecoder:
    """Compile a postprocessing that ends with ``matches``; see ``easel.runtime.predictions``."""
    return MatchesDecoder(ops, read)
