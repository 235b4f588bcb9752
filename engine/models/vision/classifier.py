"""The one shape of all image classifiers: feature map, mean over places, linear head."""

# B batch, C channels, H height, W width, D feature channels, K classes

from __future__ import annotations

from torch import Tensor, nn


class ImageClassifier(nn.Module):
    """Classify images by the mean of a feature map.

    That the head sees nothing but this mean is what makes class-activation maps exact for every
    backbone: the features at a place say how much the place speaks for a class.

    Args:
        features: (B, 3, H, W) → (B, D, h, w).
        num_features: D.
        num_classes: K.
        dropout: share of the mean features that training drops.
        normalize: put a layer norm before the head, as ConvNeXt and ViT expect.
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

    def forward(self, image: Tensor) -> Tensor:
        """Return logits (B, K) for normalised images (B, 3, H, W); named as in the package."""
        features_BDhw = self.features(image)
        features_BD = features_BDhw.mean(dim=(2, 3))
        logits_BK: Tensor = self.head(self.dropout(self.norm(features_BD)))
        return logits_BK
