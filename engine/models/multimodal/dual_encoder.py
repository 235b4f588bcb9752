"""Two towers, one for images and one for texts, whose vectors meet in one space."""

# B batch, C channels, H height, W width, T words, D numbers of an embedding

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.models.text.encoders import WordEmbedding

# The values that SigLIP starts from: most pairs of a batch do not match.
_FIRST_SCALE, _FIRST_BIAS = 10.0, -10.0
_LARGEST_SCALE = 100.0


class TextEncoder(nn.Module):
    """Embed words, let them see their neighbours, and keep the mean and the strongest of them.

    Nothing depends on the padding, and a text may have any length.

    Args:
        num_words: ids that the vocabulary gives out.
        size: D.
        hidden: channels in between.
        dropout: share of the values that training drops.
    """

    def __init__(self, num_words: int, size: int, hidden: int = 128, dropout: float = 0.1) -> None:
        super().__init__()
        self.embedding = WordEmbedding(num_words, hidden, dropout)
        self.convolutions = nn.ModuleList(
            nn.Conv1d(hidden, hidden, 3, padding=reach, dilation=reach) for reach in (1, 2)
        )
        self.norm = nn.LayerNorm(2 * hidden)
        self.dropout = nn.Dropout(dropout)
        self.projection = nn.Linear(2 * hidden, size)

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, D) of ids and mask (B, T)."""
        shown_BCT = attention_mask.unsqueeze(1).to(self.projection.weight.dtype)
        states_BCT = self.embedding(input_ids, attention_mask).transpose(1, 2)
        for convolution in self.convolutions:
            states_BCT = (states_BCT + torch.relu(convolution(states_BCT))) * shown_BCT
        mean_BC = states_BCT.sum(dim=2) / shown_BCT.sum(dim=2).clamp(min=1)
        # Padding never wins; the clamp bounds a text that has nothing else.
        strongest_BC = (states_BCT + (shown_BCT - 1) * 1e4).amax(dim=2).clamp(min=-1e3)
        both = self.norm(torch.cat([mean_BC, strongest_BC], dim=1))
        embedding_BD: Tensor = self.projection(self.dropout(both))
        return embedding_BD


class DualEncoder(nn.Module):
    """Vectors of images and texts whose inner product is the logit of a match.

    The logit is ``scale * cosine + bias``: the scale multiplies the text's unit vector, and the
    bias is one more number of it beside a 1 in the image's. So a runtime needs no constants.

    Args:
        image: (B, 3, H, W) → (B, D), such as a classifier with a class for each of its numbers.
        text: ids and mask → (B, D).
        scale: that training starts from.
        bias: the same.
        largest_scale: that training may reach.

    Source: Zhai et al., ICCV 2023, algorithm 1.
    """

    def __init__(
        self,
        image: nn.Module,
        text: nn.Module,
        *,
        scale: float = _FIRST_SCALE,
        bias: float = _FIRST_BIAS,
        largest_scale: float = _LARGEST_SCALE,
    ) -> None:
        super().__init__()
        self.image = ImageTower(image)
        self.text = TextTower(text, scale, bias, largest_scale)

    def forward(
        self, image: Tensor, input_ids: Tensor, attention_mask: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Return the vectors of images and of texts, (B, D + 1) each."""
        return self.image(image), self.text(input_ids, attention_mask)


class ImageTower(nn.Module):
    """An image's unit embedding, and a 1 that takes the bias."""

    def __init__(self, encoder: nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, image: Tensor) -> Tensor:
        """Return (B, D + 1)."""
        unit_BD = functional.normalize(self.encoder(image).float(), dim=1)
        return torch.cat([unit_BD, torch.ones_like(unit_BD[:, :1])], dim=1)


class TextTower(nn.Module):
    """A text's unit embedding times the scale, and the bias."""

    def __init__(self, encoder: nn.Module, scale: float, bias: float, largest_scale: float) -> None:
        super().__init__()
        self.encoder = encoder
        self.log_scale = nn.Parameter(torch.tensor(math.log(scale)))
        self.bias = nn.Parameter(torch.tensor(bias))
        self._largest_scale = largest_scale

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        """Return (B, D + 1)."""
        unit_BD = functional.normalize(self.encoder(input_ids, attention_mask).float(), dim=1)
        scale = self.log_scale.exp().clamp(max=self._largest_scale)
        return torch.cat([unit_BD * scale, torch.ones_like(unit_BD[:, :1]) * self.bias], dim=1)
