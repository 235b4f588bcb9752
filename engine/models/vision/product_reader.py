"""Two networks that read a shelf: one finds products, one turns a product into a vector.

The detector knows one class, so it finds products that it never saw; the embedder is trained so
that products lie in directions of their own, and what a product is called is data beside it.
"""

# B crops, S side of a crop, D numbers of a vector, K products of training

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.errors import SpecError
from engine.models.vision.classification.residual import ResidualBlock, convolution
from engine.models.vision.detection.light_detector import BoxPredictions, LightDetector
from engine.models.vision.detectors import build_detector


class _Shape(NamedTuple):
    detector: str
    width: int


_SHAPES = {
    "shelf_small": _Shape("light_nano", 32),
    "shelf_medium": _Shape("light_small", 48),
    "shelf_large": _Shape("light_medium", 64),
}


class ProductEmbedder(nn.Module):
    """Crops (B, 3, S, S) in -1..1 to vectors (B, D) of length one.

    Args:
        embedding_size: D.
        width: channels of the first of four stages; each later one has twice as many.
        dropout: before the vector.
    """

    def __init__(self, embedding_size: int, width: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.stem = convolution(3, width, 5, stride=2)
        self.stages = nn.Sequential(
            ResidualBlock(width, width, stride=1),
            ResidualBlock(width, 2 * width, stride=2),
            ResidualBlock(2 * width, 4 * width, stride=2),
            ResidualBlock(4 * width, 8 * width, stride=2),
        )
        self.dropout = nn.Dropout(dropout)
        self.vector = nn.Linear(8 * width, embedding_size, bias=False)

    def forward(self, crop: Tensor) -> Tensor:
        """Return unit vectors; named as in the package."""
        features = self.stages(self.stem(crop)).mean(dim=(2, 3))
        return functional.normalize(self.vector(self.dropout(features)), dim=1)


class Centres(nn.Module):
    """The direction (K, D) of each product of training: what vectors are drawn to."""

    def __init__(self, num_products: int, embedding_size: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(num_products, embedding_size))

    def directions(self) -> Tensor:
        """Return unit vectors (K, D)."""
        return functional.normalize(self.weight, dim=1)

    def forward(self, vectors_BD: Tensor) -> Tensor:
        """Return cosines (B, K)."""
        return vectors_BD @ self.directions().T


class ProductReader(nn.Module):
    """Both networks of one package, trained together, and the centres they are trained with.

    Args:
        detector: of one class.
        embedder: of its finds.
        num_products: K.
        embedding_size: D.
    """

    def __init__(
        self,
        detector: LightDetector,
        embedder: ProductEmbedder,
        num_products: int,
        embedding_size: int,
    ) -> None:
        super().__init__()
        self.detector = detector
        self.embedder = embedder
        # Named so that incremental training copies its rows by product.
        self.head = Centres(num_products, embedding_size)

    def forward(self, image: Tensor) -> BoxPredictions:
        """Return what the detector says of normalised images."""
        predictions: BoxPredictions = self.detector(image)
        return predictions


def build_product_reader(
    backbone: str, size: tuple[int, int], num_products: int, embedding_size: int
) -> ProductReader:
    """Build both networks with random weights.

    Args:
        backbone: a key of the retail cards of the catalog.
        size: height and width of the detector's image, multiples of 32.
        num_products: number of labels.
        embedding_size: numbers of a vector.

    Raises:
        SpecError: when there is no such backbone.
    """
    if backbone not in _SHAPES:
        raise SpecError(
            f"There is no network '{backbone}'. Choose one that the task's card lists.",
            code="backbone_unknown",
            backbone=backbone,
        )
    shape = _SHAPES[backbone]
    return ProductReader(
        build_detector(shape.detector, size, 1),
        ProductEmbedder(embedding_size, shape.width),
        num_products,
        embedding_size,
    )
