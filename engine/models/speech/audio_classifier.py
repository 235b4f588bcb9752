"""The one shape of all audio classifiers."""

# B batch, T frames, M mel bands, D feature channels, K classes, t m feature map

from __future__ import annotations

from torch import Tensor

from engine.models.pooled_classifier import PooledClassifier


class AudioClassifier(PooledClassifier):
    """Classify recordings; the feature map is (B, D, t, m)."""

    def forward(self, features: Tensor) -> Tensor:
        """Return logits (B, K) for log-mel features (B, T, M); named as in the package."""
        return self.classify(features)
