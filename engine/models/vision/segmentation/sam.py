"""Segment Anything, of the transformers library, as the two networks of a package.

The encoder looks at an image once; the decoder answers every prompt about it.

Source: Kirillov et al., ICCV 2023.
"""

# R rows, S side of the network's image, D size, N points, M masks, h w of the embedding

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from engine.weights.pretrained import load_whole, unusable

MODEL_TYPE = "sam"
EMBEDDING = "embedding"
DECODER_OUTPUTS = ("masks", "scores")
NOT_A_POINT = -1
# What a point says: beside the thing, on it, and the two corners of a box.
_NUM_KINDS = 4


class ImageEncoder(nn.Module):
    """What the decoder needs to know of an image.

    Args:
        network: a ``SamModel`` of the library.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        self.vision_encoder = network.vision_encoder

    def forward(self, image: Tensor) -> Tensor:
        """Return (R, D, h, w) of normalised images (R, 3, S, S)."""
        embedding: Tensor = self.vision_encoder(image).last_hidden_state
        return embedding


class PromptDecoder(nn.Module):
    """Masks of what points and the corners of a box mean.

    Args:
        network: a ``SamModel`` of the library.
    """

    def __init__(self, network: Any) -> None:
        super().__init__()
        prompts = network.prompt_encoder
        self.places = prompts.shared_embedding
        self.mask_decoder = network.mask_decoder
        self.size = (prompts.input_image_size, prompts.input_image_size)
        self.kinds = nn.Parameter(torch.cat([one.weight for one in prompts.point_embed]).detach())
        self.not_a_point = nn.Parameter(prompts.not_a_point_embed.weight.detach().clone())
        self.no_mask = nn.Parameter(prompts.no_mask_embed.weight.detach().clone())
        self.register_buffer("grid", network.get_image_wide_positional_embeddings().detach())

    def forward(self, embedding: Tensor, points: Tensor, labels: Tensor) -> tuple[Tensor, Tensor]:
        """Return masks and their estimated overlap with the truth.

        Args:
            embedding: (R, D, h, w) of the encoder.
            points: (R, N, 2), x and y in pixels of the network's image, edges counted from 0.
            labels: (R, N): 0 beside the thing, 1 on it, 2 and 3 corners of the box, -1 no point.

        Returns:
            Logits (R, M, 4h, 4w) of the one mask and of the three of an ambiguous prompt, and
            scores (R, M).
        """
        places = self.places(points[:, None], self.size)
        is_none = (labels == NOT_A_POINT)[:, None, :, None]
        prompts = torch.where(is_none, self.not_a_point, places)
        for kind in range(_NUM_KINDS):
            prompts = prompts + (labels == kind)[:, None, :, None] * self.kinds[kind]
        grid = self.get_buffer("grid").expand(embedding.shape[0], -1, -1, -1)
        dense = self.no_mask.reshape(1, -1, 1, 1).expand_as(embedding)
        outputs = [
            self.mask_decoder(
                image_embeddings=embedding,
                image_positional_embeddings=grid,
                sparse_prompt_embeddings=prompts,
                dense_prompt_embeddings=dense,
                multimask_output=is_ambiguous,
            )
            for is_ambiguous in (False, True)
        ]
        masks = torch.cat([masks[:, 0] for masks, _ in outputs], dim=1)
        scores = torch.cat([scores[:, 0] for _, scores in outputs], dim=1)
        return masks, scores


def load_sam(folder: Path) -> Any:
    """Load a ``SamModel`` of the library from a folder, in evaluation mode.

    Raises:
        ResourceError: ``weights_unusable``.
    """
    try:
        kind = json.loads((folder / "config.json").read_bytes()).get("model_type")
    except (OSError, ValueError, AttributeError) as error:
        raise unusable(folder, str(error)) from error
    if kind != MODEL_TYPE:
        raise unusable(folder, f"its model_type is '{kind}' where '{MODEL_TYPE}' is expected")
    from transformers import SamModel

    return load_whole(SamModel, folder).eval()
