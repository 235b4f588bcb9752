"""The library of products: vectors of known products, and how a crop is compared with them."""

# V vectors of the library, D numbers of a vector, P products, N crops, S side of a crop

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from easel.errors import PackageError
from easel.runtime.image.geometry import Pixels, resize

Floats = NDArray[np.float64]
# Crops that reach a network together; a shelf may show hundreds of products.
MAX_CROPS = 64


@dataclass(frozen=True)
class Library:
    """Products that can be recognised.

    Attributes:
        products: their P names.
        vectors_VD: of length one.
        owners_V: the product of each vector.
        scale: what similarities are multiplied by before the softmax over products.
        unknown_below: a crop whose best similarity is less is none of the products.
    """

    products: tuple[str, ...]
    vectors_VD: Floats
    owners_V: NDArray[np.intp]
    scale: float
    unknown_below: float

    def similarities(self, vectors_ND: ArrayLike, num_nearest: int) -> Floats:
        """Return how near crops are to each product, (N, P) in -1..1.

        It is the mean cosine of a crop with the ``num_nearest`` nearest vectors of the product, or
        with all of them where the product has fewer.
        """
        cosines_NV = np.asarray(vectors_ND, np.float64) @ self.vectors_VD.T
        nearest = np.empty((len(cosines_NV), len(self.products)))
        for product in range(len(self.products)):
            own = np.sort(cosines_NV[:, self.owners_V == product], axis=1)
            nearest[:, product] = own[:, -num_nearest:].mean(axis=1)
        return nearest

    def probabilities(self, similarities_NP: Floats) -> Floats:
        """Return the softmax over products of scaled similarities, (N, P)."""
        logits = similarities_NP * self.scale
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        probabilities: Floats = powers / powers.sum(axis=1, keepdims=True)
        return probabilities

    def with_product(self, product: str, vectors_ND: ArrayLike) -> Library:
        """Return the library with more vectors of a product, new or known."""
        names = self.products if product in self.products else (*self.products, product)
        added = np.asarray(vectors_ND, np.float64)
        return Library(
            names,
            np.concatenate([self.vectors_VD, added]),
            np.concatenate([self.owners_V, np.full(len(added), names.index(product))]),
            self.scale,
            self.unknown_below,
        )

    def files(self) -> tuple[bytes, bytes]:
        """Return the JSON and the ``.npy`` that ``read_library`` reads."""
        document = {
            "products": list(self.products),
            "owners": self.owners_V.tolist(),
            "scale": self.scale,
            "unknown_below": self.unknown_below,
        }
        content = io.BytesIO()
        np.save(content, self.vectors_VD.astype(np.float32), allow_pickle=False)
        return json.dumps(document, ensure_ascii=False).encode(), content.getvalue()


def read_library(document: bytes, vectors: bytes, file: str) -> Library:
    """Read the two files of a library.

    Args:
        document: JSON.
        vectors: ``.npy``.
        file: name of the first, for the message.

    Raises:
        PackageError: ``library_invalid``.
    """
    try:
        known: Any = json.loads(document.decode("utf-8"))
        products = tuple(map(str, known["products"]))
        owners = np.asarray(known["owners"], np.intp)
        scale, unknown_below = float(known["scale"]), float(known["unknown_below"])
        rows = np.load(io.BytesIO(vectors), allow_pickle=False).astype(np.float64)
    except (ValueError, KeyError, TypeError) as error:
        raise _invalid(file, str(error)) from error
    if rows.ndim != 2 or owners.shape != rows.shape[:1]:
        raise _invalid(file, f"vectors {rows.shape} for {owners.size} owners")
    if not products or set(owners.tolist()) != set(range(len(products))):
        raise _invalid(file, f"{len(products)} products, and not each has a vector")
    return Library(products, rows, owners, scale, unknown_below)


def crops(pixels: Pixels, boxes_N4: ArrayLike, size: int) -> NDArray[np.uint8]:
    """Cut products out of an image and resize them to squares.

    Args:
        pixels: (H, W, 3) uint8.
        boxes_N4: x1 y1 x2 y2 in pixels; rounded to whole ones, at least one wide and high.
        size: S.

    Returns:
        (N, S, S, 3) uint8.
    """
    height, width = pixels.shape[:2]
    cut = []
    for x1, y1, x2, y2 in np.floor(np.asarray(boxes_N4, np.float64) + 0.5).astype(int).tolist():
        left, top = min(max(x1, 0), width - 1), min(max(y1, 0), height - 1)
        right, bottom = min(max(x2, left + 1), width), min(max(y2, top + 1), height)
        part = pixels[top:bottom, left:right]
        cut.append(resize(part, (size, size), interpolation="bilinear_fx11", antialias="box"))
    return np.stack(cut) if cut else np.zeros((0, size, size, 3), np.uint8)


def crop_tensor(crops_NSS3: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return what the embedder takes: (N, 3, S, S) float32 in -1..1."""
    values = crops_NSS3.astype(np.float32) / np.float32(127.5) - np.float32(1)
    return np.ascontiguousarray(values.transpose(0, 3, 1, 2))


def _invalid(file: str, reason: str) -> PackageError:
    return PackageError(
        f"The library of products '{file}' cannot be used ({reason}). Export the package again.",
        code="library_invalid",
        file=file,
    )
