"""How many rows a run learns from and is evaluated on; asked by the page and the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.catalog import PredictionKind, TaskCard
from engine.specs.data import Split
from engine.validation.checks import Finding

FEWEST_ROWS = 7
"""With fewer no fold is left that anything can be learnt from, however they are divided."""

ADVISED_ROWS = 200
"""With fewer the part that evaluates a model holds some 20 rows: its figures are rough."""


def divided(rows: Mapping[Split, int], card: TaskCard) -> dict[Split, int]:
    """Return about how many rows each part of a run has, of tables whose split may be named.

    A part that no table is named for is taken from the training rows. The latest points of series
    are held out whatever their tables are named for.
    """
    share = card.held_out_share
    if share is None:
        return dict(rows)
    held_out = (Split.VALIDATION, Split.TEST)
    if card.prediction is PredictionKind.FORECAST:
        rows = {Split.TRAIN: sum(rows.values())}
    train = rows.get(Split.TRAIN, 0)
    parts = {split: rows.get(split, 0) or round(train * share) for split in held_out}
    taken = sum(parts[split] for split in held_out if not rows.get(split, 0))
    return {Split.TRAIN: train - taken, **parts}


def check_rows(num_rows: int, card: TaskCard) -> Iterator[Finding]:
    """Yield that there are too few rows to learn from, or few to be evaluated by.

    Args:
        num_rows: that can be learnt from.
        card: of the task.
    """
    if num_rows < FEWEST_ROWS:
        yield Finding(
            "table_too_short",
            {"count": num_rows, "minimum": FEWEST_ROWS},
            f"There are {num_rows} rows to learn from; at least {FEWEST_ROWS} are needed. Add "
            "rows.",
            blocking=True,
        )
    else:
        yield from advise_rows(num_rows, card)


def advise_rows(num_rows: int, card: TaskCard) -> Iterator[Finding]:
    """Yield that a model is evaluated by few rows."""
    if num_rows >= ADVISED_ROWS:
        return
    parts = divided({Split.TRAIN: num_rows}, card)
    yield Finding(
        "rows_below_advice",
        {"count": num_rows, "test": parts[Split.TEST], "advised": ADVISED_ROWS},
        f"There are {num_rows} rows. About {parts[Split.TEST]} of them evaluate the "
        f"model, so its figures will be rough; from {ADVISED_ROWS} rows on they tell more.",
        blocking=False,
    )
