"""The one shape of all classifiers of images, videos and recordings: the mean of a feature map."""

# B batch, D feature channels, K classes; a feature map has as many axes of places as its input

from __future__ import annotations

from torch import Tensor, nn


class PooledClassifier(nn.Module):
    """Classify by the mean of a feature map.

    That the head sees nothing but this mean is what makes class-activation maps exact for every
    backbone: the features at a place say how much the place speaks for a class.

    Args:
        features: makes a map (B, D, …) of the input.
        num_features: D.
        num_classes: K.
        dropout: share of the mean features that training drops.
        normalize: put a layer norm before the head, as transformers and ConvNeXt expect.
    """

    def __init__(
        self,
        features: nn.Module,
        num_features: int,
        num_classes: int,
        *,
        dropout: float = 0.0,
        normalize: bool = False,
    ) -> None:
        super().__init__()
        self.features = features
        self.norm = nn.LayerNorm(num_features) if normalize else nn.Identity()
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(num_features, num_classes)
        nn.init.trunc_normal_(self.head.weight, std=0.02)
        nn.init.zeros_(self.head.bias)

    def pooled(self, inputs: Tensor) -> Tensor:
        """Return what the head sees (B, D)."""
        places = self.features(inputs)
        means_BD: Tensor = self.norm(places.mean(dim=tuple(range(2, places.ndim))))
        return means_BD

    def classify(self, inputs: Tensor) -> Tensor:
        """Return logits (B, K)."""
        logits_BK: Tensor = self.head(self.dropout(self.pooled(inputs)))
        return logits_BK
