"""Losses of reading: characters without places, and maps of regions."""

# B batch, T columns, K characters and the blank, H height, W width

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

# Slope of the step that stands for binarisation.
_STEEPNESS = 50.0
_NEGATIVES_PER_POSITIVE = 3
_WIDTH_GROUPS, _LEAST_GROUP = 3, 12
_MAP_WEIGHT, _THRESHOLD_WEIGHT = 1.0, 10.0


def ctc_loss(logits: Tensor, columns: Tensor, characters: Tensor, lengths: Tensor) -> Tensor:
    """Return the mean negative log-likelihood per character of all alignments.

    Texts that need more columns than their line has count nothing.

    Args:
        logits: (B, T, K); class 0 is the blank.
        columns: (B,) columns of each line, without padding.
        characters: the classes of all texts, end to end.
        lengths: (B,) number of characters of each text.

    Source: Graves et al., ICML 2006, equation 14.
    """
    scores = logits.float().log_softmax(dim=2).transpose(0, 1)
    return functional.ctc_loss(scores, characters, columns, lengths, zero_infinity=True)


def lines_loss(
    recognizer: Callable[[Tensor], Tensor],
    lines: Tensor,
    columns: Tensor,
    characters: Tensor,
    lengths: Tensor,
) -> Tensor:
    """Return ``ctc_loss`` of lines, recognised in groups of alike width.

    Most lines are far shorter than the longest, and what pads them would take most of the time. Few
    lines stay together: batch norm learns little from groups of three.

    Args:
        recognizer: lines (B, 1, H, W) to logits (B, T, K).
        lines: (B, 1, H, W), padded on the right.
        columns: (B,) columns of each line, without padding.
        characters: the classes of all texts, end to end.
        lengths: (B,) number of characters of each text.
    """
    ends = lengths.cumsum(0).tolist()
    texts = [characters[end - size : end] for end, size in zip(ends, lengths.tolist(), strict=True)]
    total = lines.new_zeros(())
    pixels = lines.shape[3] // int(columns.max())
    num_groups = min(_WIDTH_GROUPS, max(1, len(lines) // _LEAST_GROUP))
    for group in columns.argsort(stable=True).chunk(num_groups):
        width = int(columns[group].max()) * pixels
        logits = recognizer(lines[group, :, :, :width])
        own = torch.cat([texts[place] for place in group.tolist()])
        total = total + len(group) * ctc_loss(logits, columns[group], own, lengths[group])
    return total / len(lines)


def map_loss(logits: Tensor, shrunk: Tensor, border: Tensor, known: Tensor) -> Tensor:
    """Return the loss of the probability, binary and threshold maps together.

    Args:
        logits: (B, 2, H, W), probability and threshold.
        shrunk: (B, H, W) 1 inside of shrunk regions.
        border: (B, H, W) wanted threshold, 0 where none is wanted.
        known: (B, H, W) 0 where nothing may be learnt: lines that nobody can read.

    Source: Liao et al., AAAI 2020, equations 2 and 8 to 10; hard negatives three to one.
    """
    probability, threshold = logits[:, 0].float(), logits[:, 1].float()
    entropy = functional.binary_cross_entropy_with_logits(probability, shrunk, reduction="none")
    wanted = _balanced_mean(entropy, shrunk, known)
    step = torch.sigmoid(_STEEPNESS * (probability.sigmoid() - threshold.sigmoid()))
    overlap = (step * shrunk * known).sum()
    dice = 1 - 2 * overlap / ((step * known).sum() + (shrunk * known).sum() + 1e-6)
    has_border = (border > 0) * known
    far = (threshold.sigmoid() - border).abs() * has_border
    edges = far.sum() / has_border.sum().clamp(min=1)
    return wanted + _MAP_WEIGHT * dice + _THRESHOLD_WEIGHT * edges


def _balanced_mean(entropy: Tensor, shrunk: Tensor, known: Tensor) -> Tensor:
    """Average over all cells of text and the hardest of the others, three times as many."""
    positive = shrunk * known
    negative = (1 - shrunk) * known
    num_positive = int(positive.sum())
    # An image without text still teaches what is none.
    num_negative = min(
        int(negative.sum()), max(_NEGATIVES_PER_POSITIVE * num_positive, shrunk[0].numel() // 16)
    )
    hardest = (entropy * negative).flatten().topk(num_negative).values
    return ((entropy * positive).sum() + hardest.sum()) / (num_positive + num_negative + 1e-6)
