"""What each column of a row contributes to the prediction about it, by the runtime alone.

Shapley values: how much the prediction changes on average when a column is told after others, in
all orders of telling. What is not told is missing, as an empty cell is. The contributions of all
columns add up to the prediction less that for an empty row. Of up to five columns they are exact;
of more they are the mean over orders drawn at random, each of them also backwards.

Source: Štrumbelj and Kononenko, Explaining prediction models and individual predictions with
feature contributions, Knowledge and Information Systems 41 (2014), algorithm 1.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import permutations
from typing import TYPE_CHECKING, Any

from easel.training.errors import TrainingFailed
from easel.training.explanation import Explanation

if TYPE_CHECKING:
    from easel.runtime import Model

_MOST_EXACT = 5
"""All orders of so many columns are tried: 120 of five."""
_ORDERS = 64
_ROWS_A_CALL = 1000

Present = frozenset[str]
"""Names of the columns that are told."""


def explain_row(model: Model, row: Any, label: str | None) -> Explanation:
    """Return what each column contributes to the probability of a class, or to a number.

    Args:
        model: of ``tabular.prediction``.
        row: its cells by column.
        label: the class; that of the prediction if left out.

    Raises:
        InputError: when the row cannot be used.
        TrainingFailed: ``data_invalid`` when it is no row; ``label_unknown``.
    """
    if not isinstance(row, Mapping):
        raise TrainingFailed(
            f"A {type(row).__name__} was given. Give one row: its cells by column, such as "
            "{'size': 3, 'colour': 'red'}.",
            code="data_invalid",
        )
    encoder: Any = model.pipeline.input.preprocessing
    columns = (*encoder.numbers, *encoder.times, *encoder.categories)
    (answer,) = _answers(model, [row])
    if model.labels:
        label = str(answer.value) if label is None else _known(label, model.labels)
    scores = _scores(model, row, columns, _orders(columns), label)
    weights = {
        name: sum(scores[before | {name}] - scores[before] for before in befores) / len(befores)
        for name, befores in _befores(_orders(columns)).items()
    }
    base, score = scores[frozenset()], scores[frozenset(columns)]
    return Explanation(label or str(answer.target), score, weights=weights, base=base)


def _orders(columns: Sequence[str]) -> list[tuple[str, ...]]:
    if len(columns) <= _MOST_EXACT:
        return list(permutations(columns))
    # The same orders for every row, so that the contributions of two rows can be compared.
    drawn = random.Random(0)
    orders = [tuple(drawn.sample(columns, len(columns))) for _ in range(_ORDERS // 2)]
    return [*orders, *(order[::-1] for order in orders)]


def _befores(orders: Sequence[tuple[str, ...]]) -> dict[str, list[Present]]:
    """Return, for each column, what is told before it in each of the orders."""
    found: dict[str, list[Present]] = {name: [] for name in orders[0]}
    for order in orders:
        for place, name in enumerate(order):
            found[name].append(frozenset(order[:place]))
    return found


def _scores(
    model: Model,
    row: Mapping[str, Any],
    columns: Sequence[str],
    orders: Sequence[tuple[str, ...]],
    label: str | None,
) -> dict[Present, float]:
    """Return the score of the row when only some of its columns are told."""
    asked = list({frozenset(order[:n]) for order in orders for n in range(len(columns) + 1)})
    rows = [
        {name: row.get(name) if name in present else None for name in columns} for present in asked
    ]
    scores: dict[Present, float] = {}
    for start in range(0, len(rows), _ROWS_A_CALL):
        part = slice(start, start + _ROWS_A_CALL)
        for present, answer in zip(asked[part], _answers(model, rows[part])):
            scores[present] = float(answer.value if label is None else answer.probabilities[label])
    return scores


def _answers(model: Model, rows: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    from easel.runtime.table.input import Rows

    source: Any = Rows(tuple(rows))
    answers: Sequence[Any] = model.predict(source, include_proba=True)
    return answers


def _known(label: str, labels: Sequence[str]) -> str:
    if label in labels:
        return label
    near = get_close_matches(label, labels, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    raise TrainingFailed(
        f"The model has no label '{label}'.{hint} It knows: {', '.join(labels)}.",
        code="label_unknown",
        label=label,
    )
