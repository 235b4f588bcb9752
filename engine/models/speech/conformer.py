"""A small conformer of ours: log-mel features to characters, column by column."""

# B batch, T frames, M mel bands, C columns (T / 4), D size, H heads, K characters and the blank

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 4
"""Frames of one column."""

_ROTATION_BASE = 10_000.0
_WIDENING = 2


class ConformerCtc(nn.Module):
    """Features (B, T, M), T a multiple of 4, to the logits (B, T / 4, K) of characters.

    Args:
        num_mels: M.
        num_classes: K; class 0 is the blank.
        size: D.
        num_blocks: conformer blocks.
        num_heads: of the attention; D / H is even.
        kernel: columns that a block's convolution sees, odd.
        dropout: share that training drops.

    Source: Gulati et al., Conformer, Interspeech 2020, with rotary positions (Su et al.,
    arXiv 2104.09864) in place of relative encodings: they need no table of a largest length.
    """

    def __init__(
        self,
        num_mels: int,
        num_classes: int,
        *,
        size: int,
        num_blocks: int,
        num_heads: int = 4,
        kernel: int = 15,
        dropout: float = 0.1,
    ) -> None:
        super().__init__()
        self.size = size
        self.subsampling = Subsampling(num_mels, size, dropout)
        self.blocks = nn.ModuleList(
            ConformerBlock(size, num_heads, kernel, dropout) for _ in range(num_blocks)
        )
        self.characters = nn.Linear(size, num_classes)

    def forward(self, features: Tensor) -> Tensor:
        """Return logits (B, C, K); named as in the package."""
        columns_BCD = self.subsampling(features)
        for block in self.blocks:
            columns_BCD = block(columns_BCD)
        logits_BCK: Tensor = self.characters(columns_BCD)
        return logits_BCK

    @torch.no_grad()
    def add_classes(self, num_classes: int) -> None:
        """Give the last layer more classes behind those that it knows; their rows are new."""
        known = self.characters
        self.characters = nn.Linear(self.size, num_classes)
        self.characters.weight[: known.out_features] = known.weight
        self.characters.bias[: known.out_features] = known.bias


class Subsampling(nn.Module):
    """Two convolutions that halve time and pitch, then a linear layer over what is left."""

    def __init__(self, num_mels: int, size: int, dropout: float, channels: int = 32) -> None:
        super().__init__()
        self.convolutions = nn.Sequential(
            nn.Conv2d(1, channels, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )
        # Each convolution rounds up what it halves.
        quarter = (num_mels + 3) // 4
        self.projection = nn.Linear(channels * quarter, size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, features_BTM: Tensor) -> Tensor:
        """Return columns (B, C, D)."""
        maps = self.convolutions(features_BTM[:, None])
        columns: Tensor = self.dropout(self.projection(maps.transpose(1, 2).flatten(2)))
        return columns


class ConformerBlock(nn.Module):
    """Half a feed-forward layer, attention, convolution, the other half; (B, C, D) to the same."""

    def __init__(self, size: int, num_heads: int, kernel: int, dropout: float) -> None:
        super().__init__()
        self.before = _feed_forward(size, dropout)
        self.attention = RotaryAttention(size, num_heads, dropout)
        self.convolution = ConvolutionLayer(size, kernel, dropout)
        self.after = _feed_forward(size, dropout)
        self.norm = nn.LayerNorm(size)

    def forward(self, columns_BCD: Tensor) -> Tensor:
        """Return the columns after the block."""
        columns_BCD = columns_BCD + 0.5 * self.before(columns_BCD)
        columns_BCD = columns_BCD + self.attention(columns_BCD)
        columns_BCD = columns_BCD + self.convolution(columns_BCD)
        columns_BCD = columns_BCD + 0.5 * self.after(columns_BCD)
        normed: Tensor = self.norm(columns_BCD)
        return normed


class RotaryAttention(nn.Module):
    """Self-attention in which queries and keys are turned by their column."""

    def __init__(self, size: int, num_heads: int, dropout: float) -> None:
        super().__init__()
        self._num_heads = num_heads
        self._dropout = dropout
        self.norm = nn.LayerNorm(size)
        self.inputs = nn.Linear(size, 3 * size)
        self.output = nn.Linear(size, size)

    def forward(self, columns_BCD: Tensor) -> Tensor:
        """Return what each column takes from the others."""
        heads = self.inputs(self.norm(columns_BCD)).unflatten(2, (3, self._num_heads, -1))
        query, key, value = heads.permute(2, 0, 3, 1, 4).unbind(0)
        # The function drops in evaluation too, unless it is told not to.
        mixed = functional.scaled_dot_product_attention(
            _turned(query), _turned(key), value, dropout_p=self._dropout if self.training else 0.0
        )
        output: Tensor = self.output(mixed.transpose(1, 2).flatten(2))
        return functional.dropout(output, self._dropout, self.training)


def _turned(heads_BHCd: Tensor) -> Tensor:
    """Turn pairs of numbers by an angle that grows with the column.

    Source: Su et al., arXiv 2104.09864, equation 34, with halves in place of neighbours.
    """
    num_columns, size = heads_BHCd.shape[2], heads_BHCd.shape[3]
    device = heads_BHCd.device
    rates = _ROTATION_BASE ** (-torch.arange(0, size, 2, device=device) / size)
    angles = torch.arange(num_columns, device=device)[:, None] * rates
    first, second = heads_BHCd.chunk(2, dim=3)
    sine, cosine = angles.sin().to(first.dtype), angles.cos().to(first.dtype)
    return torch.cat((first * cosine - second * sine, second * cosine + first * sine), dim=3)


class ConvolutionLayer(nn.Module):
    """A gated depthwise convolution over neighbouring columns."""

    def __init__(self, size: int, kernel: int, dropout: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.gate = nn.Linear(size, 2 * size)
        self.depthwise = nn.Conv1d(size, size, kernel, padding=kernel // 2, groups=size, bias=False)
        self.depthwise_norm = nn.BatchNorm1d(size)
        self.output = nn.Linear(size, size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, columns_BCD: Tensor) -> Tensor:
        """Return what the neighbourhood of each column says."""
        gated = functional.glu(self.gate(self.norm(columns_BCD)), dim=2)
        near = self.depthwise_norm(self.depthwise(gated.transpose(1, 2)))
        output: Tensor = self.dropout(self.output(functional.silu(near).transpose(1, 2)))
        return output


def _feed_forward(size: int, dropout: float) -> nn.Sequential:
    return nn.Sequential(
        nn.LayerNorm(size),
        nn.Linear(size, _WIDENING * size),
        nn.SiLU(),
        nn.Dropout(dropout),
        nn.Linear(_WIDENING * size, size),
        nn.Dropout(dropout),
    )
