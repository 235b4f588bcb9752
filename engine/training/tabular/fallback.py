"""Whether a plain model does better than the blend on rows that neither was chosen by."""

# V validation rows, S scores

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.data.tabular.encoded_table import Floats, Question

MIN_ROWS = 20
"""With fewer rows, chance alone decides."""


def better_plain_model(
    question: Question, blended: Floats, plain: Mapping[str, Floats], truth: Floats
) -> str | None:
    """Return the plain model that beats the blend by more than noise, ``None`` where none does.

    Of classes, errors count as well as losses: what is better in one of them beyond noise is not
    given up for the other.

    Args:
        question: decides the loss.
        blended: (V, S) scores of the blend.
        plain: the same of each plain model.
        truth: (V,).
    """
    if len(truth) < MIN_ROWS:
        return None
    weights = question.weights(truth)
    ours = [weights * one for one in _measured(question, blended, truth)]
    beaten = {}
    for name, scores in plain.items():
        theirs = [weights * one for one in _measured(question, scores, truth)]
        gains = [_gain(a - b) for a, b in zip(ours, theirs, strict=True)]
        if max(gains) > 1 and min(gains) > -1:
            beaten[name] = float(theirs[0].mean())
    return min(beaten, key=beaten.__getitem__, default=None)


def _measured(question: Question, scores: Floats, truth: Floats) -> list[Floats]:
    """Return the loss of each row, and of classes whether it is decided wrongly."""
    losses = question.losses(scores, truth)
    if question.problem == "regression":
        return [losses]
    return [losses, (question.decided(scores) != truth).astype(np.float64)]


def _gain(differences: Floats) -> float:
    """Return a mean difference in its standard errors."""
    error = float(differences.std(ddof=1)) / len(differences) ** 0.5
    return float(differences.mean()) / error if error > 0 else 0.0
