"""The one shape of all image classifiers."""

# B batch, H height, W width, D feature channels, K classes, h w feature map

from __future__ import annotations

from torch import Tensor

from engine.models.pooled_classifier import PooledClassifier


class ImageClassifier(PooledClassifier):
    """Classify images; the feature map is (B, D, h, w)."""

    def forward(self, image: Tensor) -> Tensor:
        """Return logits (B, K) for normalised images (B, 3, H, W); named as in the package."""
        return self.classify(image)
