"""Losses that draw what belongs together close, and the rest of a batch apart."""

# B batch

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional


def same_pairs(texts: Tensor, images: Tensor) -> Tensor:
    """Return which image (rows) and text (columns) of a batch belong together, (B, B) bool.

    Pairs of one image do, and pairs with equal texts: neither may be pushed apart.

    Args:
        texts: (B,) the number of each pair's text, equal for equal texts.
        images: (B,) the number of each pair's image.
    """
    return (texts[:, None] == texts) | (images[:, None] == images)


def sigmoid_loss(logits: Tensor, matches: Tensor) -> Tensor:
    """Return the binary cross entropy of all pairs, summed over texts and averaged over images.

    Args:
        logits: (B, B), images by texts.
        matches: (B, B) bool.

    Source: Zhai et al., ICCV 2023, equation 1.
    """
    signs = matches.to(logits.dtype) * 2 - 1
    return -functional.logsigmoid(signs * logits).sum() / len(logits)


def softmax_loss(logits: Tensor, matches: Tensor) -> Tensor:
    """Return the cross entropy of each image among all texts and each text among all images.

    Where several match, each of them is an equal part of the target. A hundredth of the sigmoid
    loss keeps logits probabilities, which softmax alone does not see.

    Args:
        logits: (B, B), images by texts.
        matches: (B, B) bool.

    Source: Khosla et al., NeurIPS 2020, equation 2 (the mean outside of the logarithm), both ways.
    """
    shares = matches.to(logits.dtype)
    by_text = -(shares / shares.sum(dim=1, keepdim=True) * torch.log_softmax(logits, dim=1))
    by_image = -(shares / shares.sum(dim=0, keepdim=True) * torch.log_softmax(logits, dim=0))
    ranked = (by_text.sum() + by_image.sum()) / (2 * len(logits))
    return ranked + 0.01 * sigmoid_loss(logits, matches)
