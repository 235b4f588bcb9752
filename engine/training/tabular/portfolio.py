"""Which candidates a run tries: by tier, by what the data is, and by what did well so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.data.tabular.encoded_table import Encoded, Question
from engine.models.tabular.boosting import TreeSettings
from engine.models.tabular.kernel import MAX_ROWS as MAX_KERNEL_ROWS
from engine.models.tabular.neighbours import MAX_ROWS as MAX_NEIGHBOUR_ROWS
from engine.models.tabular.ratio_features import RatioFeatures, candidate_pairs
from engine.specs.options.tabular.prediction import TabularPredictionOptions
from engine.training.tabular.candidates import Candidate, NetworkCandidate, TreeCandidate
from engine.training.tabular.graded import (
    forest_candidate,
    kernel_candidate,
    linear_candidate,
    neighbour_candidate,
)
from engine.training.tabular.networks import NetworkSettings

TREES = {"lightgbm": 4, "ensemble": 6, "ensemble_large": 16}
"""Boosters that are tried by default, per backbone."""

FEWEST_ROWS_FOR_THREADS = 10_000
"""With fewer rows threads wait for each other longer than they work."""

NUM_EARLY_BOOSTERS = 2
"""Boosters that come before learners of other kinds, whose errors differ from theirs."""

_NETWORKS: dict[str, tuple[NetworkSettings, ...]] = {
    "mlp": (NetworkSettings(),),
    "ft_transformer": (NetworkSettings(kind="ft_transformer"),),
    "ensemble": (NetworkSettings(),),
    "ensemble_large": (
        NetworkSettings(),
        NetworkSettings(members=8, width=64, dropout=0.05),
        NetworkSettings(kind="ft_transformer"),
    ),
}
_STEPS: dict[str, tuple[float, ...]] = {
    "num_leaves": (4, 6, 8, 12, 16, 24, 31),
    "min_rows_in_leaf": (3, 10, 20, 40),
    "feature_share": (0.2, 0.3, 0.4, 0.5, 0.7, 0.9),
    "row_share": (0.6, 0.7, 0.8, 0.9),
    "l2": (0.0, 1.0, 5.0, 20.0),
    "max_bins": (255, 1023),
    "category_smoothing": (10.0, 30.0, 100.0),
    "max_one_hot": (4, 16, 64),
}


@dataclass(frozen=True)
class Setting:
    """What candidates are made from."""

    backbone: str
    question: Question
    options: TabularPredictionOptions
    ratios: RatioFeatures
    num_rows: int
    seed: int
    num_threads: int
    on_round: Callable[[], None]

    @property
    def num_trees(self) -> int:
        """Return how many boosters are tried."""
        wanted = self.options.num_trials
        if self.backbone not in TREES:
            return 0
        return TREES[self.backbone] if wanted == "auto" else wanted


def setting(
    backbone: str,
    question: Question,
    options: TabularPredictionOptions,
    train: Encoded,
    *,
    seed: int,
    num_threads: int,
    on_round: Callable[[], None],
) -> Setting:
    """Look at the training rows once."""
    ratios = candidate_pairs(train)
    threads = num_threads if len(train) >= FEWEST_ROWS_FOR_THREADS else 1
    return Setting(backbone, question, options, ratios, len(train), seed, threads, on_round)


def fixed_candidates(given: Setting) -> Iterator[Candidate]:
    """Yield the baseline, and what is tried once, the cheap ones first."""
    yield linear_candidate(given.question)
    is_ensemble = given.backbone.startswith("ensemble")
    if is_ensemble or given.backbone == "random_forest":
        yield forest_candidate(
            given.question,
            seed=given.seed,
            num_threads=given.num_threads,
            on_round=given.on_round,
        )
    # Neighbours know no weights, and one that has all rows is as large as the table.
    if given.backbone == "neighbours" or (
        is_ensemble and given.num_rows <= MAX_NEIGHBOUR_ROWS and not given.question.class_weights
    ):
        yield neighbour_candidate(given.question)
    if is_ensemble and given.question.problem == "regression" and given.num_rows <= MAX_KERNEL_ROWS:
        yield kernel_candidate(given.question, given.ratios)
    for number, settings in enumerate(_NETWORKS.get(given.backbone, ())):
        epochs = given.options.max_epochs
        yield NetworkCandidate(
            name=f"{settings.kind}-{number}",
            question=given.question,
            settings=settings,
            ratios=given.ratios,
            max_rounds=settings.default_epochs(given.num_rows) if epochs == "auto" else epochs,
            seed=given.seed + number,
            num_threads=given.num_threads,
            on_round=given.on_round,
        )


def in_order(given: Setting) -> list[Candidate | int]:
    """Return all that is tried, what gives most for its time first; numbers stand for boosters.

    Which settings a booster gets depends on how earlier ones did.
    """
    baseline, *others = fixed_candidates(given)
    networks = [one for one in others if isinstance(one, NetworkCandidate)]
    forests = [one for one in others if one.name == "random_forest"]
    quick = [one for one in others if one not in networks and one not in forests]
    early, middle = NUM_EARLY_BOOSTERS, 2 * NUM_EARLY_BOOSTERS
    boosters = list(range(given.num_trees))
    return [
        baseline,
        *boosters[:early],
        *quick,
        *networks[:1],
        *boosters[early:middle],
        *forests,
        *boosters[middle:],
        *networks[1:],
    ]


def tree_candidate(given: Setting, number: int, ranked: Sequence[TreeSettings]) -> TreeCandidate:
    """Return the booster to try next.

    First known good settings, then changes of the best so far, and for the last third the best
    ones again: their mean over other seeds is steadier than any of them.

    Args:
        given: what candidates are made from.
        number: how many were tried before.
        ranked: settings of those, the best first.
    """
    known = _known_settings(given)
    again = number - given.num_trees * 2 // 3
    if number < len(known) or not ranked:
        settings = known[min(number, len(known) - 1)]
    elif again >= 0:
        settings = ranked[again % min(3, len(ranked))]
    else:
        random = np.random.default_rng((given.seed, number))
        settings = _changed(ranked[0], random, bool(given.ratios.pairs))
    if given.options.learning_rate != "auto":
        settings = replace(settings, learning_rate=given.options.learning_rate)
    return TreeCandidate(
        name=f"lightgbm-{number}",
        question=given.question,
        settings=settings,
        ratios=given.ratios,
        max_rounds=given.options.max_trees,
        patience=given.options.patience,
        # Boosters with the same settings, tried again for their mean, must draw other rows.
        seed=given.seed * 1000 + number,
        num_threads=given.num_threads,
        on_round=given.on_round,
    )


def _known_settings(given: Setting) -> list[TreeSettings]:
    few_leaves = TreeSettings(learning_rate=0.04, num_leaves=6, feature_share=0.2, max_bins=1023)
    settings = [
        few_leaves,
        TreeSettings(learning_rate=0.03, num_leaves=15),
        replace(few_leaves, num_leaves=10, learning_rate=0.03, feature_share=0.3),
    ]
    if given.question.num_codes:
        settings.append(replace(few_leaves, num_leaves=8, feature_share=0.25, category_pairs=True))
    if given.ratios.pairs:
        with_ratios = TreeSettings(learning_rate=0.03, num_leaves=8, row_share=0.7, ratios=True)
        settings.insert(1, with_ratios)
    return settings


def _changed(best: TreeSettings, random: np.random.Generator, can_use_ratios: bool) -> TreeSettings:
    """Change three settings of the best."""
    changes: dict[str, object] = {}
    for name in random.choice(sorted(_STEPS), size=3, replace=False):
        value = random.choice(_STEPS[str(name)])
        kind = type(getattr(best, str(name)))
        changes[str(name)] = kind(value)
    if can_use_ratios and random.random() < 0.3:
        changes["ratios"] = not best.ratios
    rate = best.learning_rate * float(np.exp(random.normal(0, 0.3)))
    changes["learning_rate"] = min(0.1, max(0.02, rate))
    return replace(best, **changes)  # type: ignore[arg-type]
