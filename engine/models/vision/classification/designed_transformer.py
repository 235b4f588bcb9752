"""A vision transformer whose shape a search may choose."""

# B batch, C channels, H height, W width, N patches, E width of a token, K heads

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.specs.tuning.network_design import TransformerDesign


class DesignedTransformer(nn.Module):
    """Feature map (B, E, h, w) of images (B, 3, H, W), one place per patch.

    Pre-norm blocks over overlapping patches with a learnt vector per place (Dosovitskiy et al.,
    ICLR 2021; overlapping as in Wu et al., ICCV 2021, which small data asks for).

    Args:
        design: the shape.
        image_size: H and W; patches at the border may reach beyond.
    """

    def __init__(self, design: TransformerDesign, image_size: int) -> None:
        super().__init__()
        self.num_features = design.heads * design.head_width
        patch = min(design.patch, image_size)
        reach = patch // 2
        self.patches = nn.Conv2d(3, self.num_features, patch + 2 * reach, patch, reach)
        side = (image_size - patch) // patch + 1
        self.places = nn.Parameter(torch.zeros(1, self.num_features, side, side))
        nn.init.trunc_normal_(self.places, std=0.02)
        self.blocks = nn.Sequential(*(Block(design) for _ in range(design.depth)))

    def forward(self, images_BCHW: Tensor) -> Tensor:
        """Return the feature map."""
        map_BEhw = self.patches(images_BCHW) + self.places
        tokens_BNE = self.blocks(map_BEhw.flatten(2).transpose(1, 2))
        return torch.as_tensor(tokens_BNE.transpose(1, 2).reshape(map_BEhw.shape))


class Block(nn.Module):
    """Self-attention and a network per token, each added to its input."""

    def __init__(self, design: TransformerDesign) -> None:
        super().__init__()
        width = design.heads * design.head_width
        inside = max(8, round(width * design.mlp_ratio))
        self._heads = design.heads
        self.attention_norm = nn.LayerNorm(width)
        self.queries_keys_values = nn.Linear(width, 3 * width)
        self.attended = nn.Linear(width, width)
        self.mlp = nn.Sequential(
            nn.LayerNorm(width), nn.Linear(width, inside), nn.GELU(), nn.Linear(inside, width)
        )

    def forward(self, tokens_BNE: Tensor) -> Tensor:
        """Return tokens of the same shape."""
        tokens_BNE = tokens_BNE + self._attend(self.attention_norm(tokens_BNE))
        result: Tensor = tokens_BNE + self.mlp(tokens_BNE)
        return result

    def _attend(self, tokens_BNE: Tensor) -> Tensor:
        num_samples, num_tokens, width = tokens_BNE.shape
        parts = self.queries_keys_values(tokens_BNE)
        parts = parts.view(num_samples, num_tokens, 3, self._heads, width // self._heads)
        queries_BKNe, keys_BKNe, values_BKNe = parts.permute(2, 0, 3, 1, 4).unbind(0)
        mixed_BKNe = functional.scaled_dot_product_attention(queries_BKNe, keys_BKNe, values_BKNe)
        result: Tensor = self.attended(mixed_BKNe.transpose(1, 2).reshape(tokens_BNE.shape))
        return result
