"""Why a model for tables answers as it does: of the whole model, and of each row."""

# R rows, F features

from __future__ import annotations

import numpy as np

from engine.data.tabular.dataset import TableDataset
from engine.data.tabular.encoded_table import Encoded, Floats
from engine.training.tabular.candidates import Scorer
from engine.training.tabular.ensemble import Ensemble

MAX_ROWS, NUM_SHUFFLES = 1500, 2


def permutation_importance(model: Scorer, dataset: TableDataset, seed: int) -> Floats:
    """Return by how much the loss of rows grows when one feature is shuffled (F,).

    At most 1500 rows, each feature shuffled twice.

    Source: Breiman, Random Forests, Machine Learning 45 (2001), section 10.
    """
    random = np.random.default_rng(seed)
    rows, targets = dataset.encoded, dataset.targets
    if len(rows) > MAX_ROWS:
        chosen = random.choice(len(rows), MAX_ROWS, replace=False)
        rows, targets = rows.rows(chosen), targets[chosen]
    question = dataset.meaning.question(())
    intact = question.loss(model.scores(rows), targets)
    num_numbers = rows.numbers.shape[1]
    grown = np.zeros(num_numbers + rows.categories.shape[1])
    for feature in range(len(grown)):
        for _ in range(NUM_SHUFFLES):
            order = random.permutation(len(rows))
            numbers, categories = rows.numbers.copy(), rows.categories.copy()
            if feature < num_numbers:
                numbers[:, feature] = numbers[order, feature]
            else:
                column = feature - num_numbers
                categories[:, column] = categories[order, column]
            shuffled = question.loss(model.scores(Encoded(numbers, categories)), targets)
            grown[feature] += (shuffled - intact) / NUM_SHUFFLES
    return grown


def contributions(ensemble: Ensemble, rows: Encoded) -> Floats | None:
    """Return how far each feature moves the score of each row (R, F), in log-odds or deviations.

    Exact Shapley values of the members that have them, trees and linear models, weighted as in the
    blend; ``None`` when no member has. Of several classes it is the last one's score.

    Source: Lundberg et al., From local explanations to global understanding with explainable AI
    for trees, Nature Machine Intelligence 2 (2020), algorithm 2.
    """
    total: Floats | None = None
    for weight, member in zip(ensemble.weights, ensemble.members, strict=True):
        explain = getattr(member, "contributions", None)
        if explain is None:
            continue
        part: Floats = weight * explain(rows)
        total = part if total is None else total + part
    return total
