"""How far each place of an image is from anything that normal images show: a memory of patches.

Features of normal images are kept, thinned out to a few that cover the rest. A place of a new
image is as unusual as the distance to the nearest of them. The memory is part of the network, so
a runtime needs no code of its own.

Source: Roth et al., CVPR 2022 (PatchCore).
"""

# B batch, D0 features of a place, D those that are compared, P places, M remembered
# N neighbours, H W of the image, h w of its places

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.models.vision.anomaly.anomaly_maps import AnomalyMapper

NUM_NEIGHBOURS = 9
"""How many remembered places around the nearest one tell how lonely it is (eq. 7, ``b``)."""
_WORST_SHARE = 0.02


class PatchMemory(AnomalyMapper):
    """Distances to a memory; before there is one, what the head says of painted defects.

    Args:
        features: network (B, 3, H, W) → (B, D0, h, w).
        num_features: D0.
        is_learnt: whether the features are learnt by telling painted defects from the rest. Then
            ``forward`` answers with the head until ``remember`` was called.
    """

    center: Tensor
    projection: Tensor
    memory: Tensor
    neighbours: Tensor

    def __init__(self, features: nn.Module, num_features: int, *, is_learnt: bool) -> None:
        super().__init__()
        self.features = features
        self.head = nn.Conv2d(num_features, 1, 1)
        self.has_memory = not is_learnt
        self.register_buffer("center", torch.zeros(num_features))
        self.register_buffer("projection", torch.eye(num_features))
        self.register_buffer("memory", torch.zeros(1, num_features))
        self.register_buffer("neighbours", torch.zeros(1, 1, dtype=torch.int64))

    def remember(
        self, center_D0: Tensor, projection_D0D: Tensor, memory_MD: Tensor, neighbours_MN: Tensor
    ) -> None:
        """Answer with distances to these from now on; ``engine.training.vision`` chooses them."""
        self.center, self.projection = center_D0, projection_D0D
        self.memory, self.neighbours = memory_MD, neighbours_MN
        self.has_memory = True

    def logits(self, image: Tensor) -> Tensor:
        """Return how surely each place is painted (B, 1, h, w), before the sigmoid."""
        logits: Tensor = self.head(self.features(image))
        return logits

    def patches(self, image: Tensor) -> Tensor:
        """Return the features of each place and its eight neighbours, averaged (B, D0, h, w)."""
        return functional.avg_pool2d(
            self.features(image), 3, stride=1, padding=1, count_include_pad=False
        )

    def distances(self, image: Tensor) -> tuple[Tensor, Tensor]:
        """Return the score of each image (B,) and of its places (B, h, w), from 0 upwards."""
        if not self.has_memory:
            surely = self.logits(image)[:, 0].sigmoid()
            return surely.amax(dim=(1, 2)), surely
        features = self.patches(image)
        size = features.shape[2:]
        places_BPD = (features.flatten(2).transpose(1, 2) - self.center) @ self.projection
        # The place's own square is left out: it is the same for all that is remembered.
        squares_BPM = self.memory.square().sum(dim=1) - 2 * (places_BPD @ self.memory.T)
        nearest_BP = squares_BPM.topk(1, dim=2, largest=False).indices[:, :, 0]
        # Taken anew from the difference: the sum above loses its digits where both are close.
        distance_BP = _distance(places_BPD, self.memory[nearest_BP])
        # Light, or features of the whole image, move all its places: that shows in the score.
        beyond_BP = distance_BP - distance_BP.amin(dim=1, keepdim=True)
        scores_B = self._scores(places_BPD, distance_BP, nearest_BP)
        return scores_B, beyond_BP.reshape(-1, *size)

    def _scores(self, places_BPD: Tensor, distance_BP: Tensor, nearest_BP: Tensor) -> Tensor:
        """Return the mean distance of the worst places, weighed by how lonely the worst one is.

        The mean stands for the maximum of the source: it is calmer on small images.

        Source: Roth et al., CVPR 2022, eq. 7.
        """
        worst = distance_BP.topk(max(1, round(distance_BP.shape[1] * _WORST_SHARE)), dim=1)
        worst_B1, own_B1 = worst.indices[:, :1], worst.values[:, :1]
        nearest_B = nearest_BP.gather(1, worst_B1)[:, 0]
        place_BD = places_BPD.gather(1, worst_B1[:, :, None].expand(-1, -1, places_BPD.shape[2]))
        around_BND = self.memory[self.neighbours[nearest_B]]
        around_BN = _distance(place_BD, around_BND)
        # exp(own) / sum(exp(around)), in a form that cannot overflow.
        shares_B = (around_BN - own_B1).exp().sum(dim=1)
        return worst.values.mean(dim=1) * (1 - 1 / shares_B.clamp(min=1))


def _distance(one: Tensor, other: Tensor) -> Tensor:
    """Return the distance of the last axes."""
    return (one - other).square().sum(dim=-1).clamp(min=1e-12).sqrt()
