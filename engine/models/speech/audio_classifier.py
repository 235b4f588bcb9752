"""The one shape of all audio classifiers: feature map, mean over places, linear head."""

# B batch, T frames, M mel bands, D feature channels, K classes, t m feature map

from __future__ import annotations

from torch import Tensor, nn


class AudioClassifier(nn.Module):
    """Classify recordings by the mean of a feature map.

    Args:
        features: (B, T, M) → (B, D, t, m).
        num_features: D.
        num_classes: K.
        dropout: share of the mean features that training drops.
        normalize: put a layer norm before the head, as transformers expect.
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

    def forward(self, features: Tensor) -> Tensor:
        """Return logits (B, K) for log-mel features (B, T, M); named as in the package."""
        map_BDtm = self.features(features)
        mean_BD = map_BDtm.mean(dim=(2, 3))
        logits_BK: Tensor = self.head(self.dropout(self.norm(mean_BD)))
        return logits_BK
