"""How many labels it takes to learn nearly all there is, chosen at random and by their use.

``python -m tests.benchmarks active_learning``: on the groceries (photographs, 14 classes) and the
hotel reviews (texts, 2 classes) a fast learner is taught batch by batch. Batches are drawn at
random, or by ``engine.selection`` from what the learner itself doubts. Both curves are printed,
means over the seeds, and how many labels bring each to the accuracy of all labels less a point, and
to nine tenths of it.

The learner is a logistic regression: of photographs on the points of ``engine.embeddings``, which
the product's own suggestions are learnt from, of texts on the weighted counts of their runs of
characters. It is no trained network: what is measured is the choice of samples, not the learner.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from engine.catalog import Media
from engine.embeddings.embedders import require_embedder
from engine.selection.batch import spread_order, useful_order
from tests.benchmarks.tasks.measuring import shared_data

SEEDS, QUICK_SEEDS = 5, 1
LESS, MOST = 0.01, 0.9
NUM_TEST_REVIEWS = 1500


@dataclass(frozen=True)
class Problem:
    """Numbers and classes to learn from and to be evaluated on, and where the samples lie."""

    name: str
    train: Any
    classes: NDArray[np.intp]
    test: Any
    test_classes: NDArray[np.intp]
    points: NDArray[np.float32]
    batch: int
    max_labels: int


def run(quick: bool) -> Mapping[str, float]:
    """Print both curves of both problems; return the labels needed and their ratio."""
    figures: dict[str, float] = {}
    num_seeds = QUICK_SEEDS if quick else SEEDS
    for problem in (groceries(), reviews()):
        full = _learnt(problem, np.arange(len(problem.classes)))[1]
        print(f"{problem.name}: {full:.4f} of all {len(problem.classes)} labels")
        needed, mostly = {}, {}
        for way, choose in {"random": _at_random, "useful": _by_use}.items():
            curves = [_curve(problem, choose, seed) for seed in range(num_seeds)]
            mean = np.mean(curves, axis=0)
            counts = _counts(problem)
            print(
                f"  {way}: " + " ".join(f"{n}:{x:.3f}" for n, x in zip(counts, mean, strict=True))
            )
            each = [_reached(counts, curve, full - LESS) for curve in curves]
            needed[way] = _reached(counts, mean, full - LESS)
            print(f"  {way} needs {needed[way]} labels (mean curve); each seed {each}")
            mostly[way] = _reached(counts, mean, full * MOST)
            print(f"  {way} needs {mostly[way]} labels for nine tenths")
            figures[f"{problem.name}_{way}_labels"] = needed[way]
            figures[f"{problem.name}_{way}_labels_mostly"] = mostly[way]
        figures[f"{problem.name}_accuracy_of_all"] = round(full, 4)
        figures[f"{problem.name}_ratio"] = round(needed["useful"] / needed["random"], 3)
        figures[f"{problem.name}_ratio_mostly"] = round(mostly["useful"] / mostly["random"], 3)
        print(f"  ratio {figures[f'{problem.name}_ratio']}")
    return figures


def groceries() -> Problem:
    """Photographs from shops; the test part is the collection's own."""
    contents: dict[str, list[bytes]] = {}
    names: dict[str, list[str]] = {}
    for split in ("train", "test"):
        files = sorted(shared_data("groceries", split).glob("*/*.jpg"))
        contents[split] = [file.read_bytes() for file in files]
        names[split] = [file.parent.name for file in files]
    known = sorted(set(names["train"]))
    embed = require_embedder(Media.IMAGE)
    embed.fit(contents["train"])
    points = {split: embed(found) for split, found in contents.items()}
    return Problem(
        "groceries",
        points["train"],
        np.array([known.index(name) for name in names["train"]]),
        points["test"],
        np.array([known.index(name) for name in names["test"]]),
        points["train"],
        batch=14,
        max_labels=420,
    )


def reviews() -> Problem:
    """Reviews of hotels; the test part is drawn once, the same for every seed."""
    with shared_data("hotel_reviews_zh", "reviews.csv").open(
        encoding="utf-8-sig", newline=""
    ) as file:
        rows = [row for row in csv.DictReader(file) if row["review"].strip()]
    places = np.random.default_rng(0).permutation(len(rows))
    texts = [rows[place]["review"] for place in places]
    classes = np.array([int(rows[place]["label"]) for place in places])
    counts = TfidfVectorizer(analyzer="char", ngram_range=(1, 3), min_df=2, sublinear_tf=True)
    table = counts.fit_transform(texts)
    contents = [text.encode() for text in texts[NUM_TEST_REVIEWS:]]
    embedder = require_embedder(Media.TEXT)
    embedder.fit(contents[:2000])
    return Problem(
        "reviews",
        table[NUM_TEST_REVIEWS:],
        classes[NUM_TEST_REVIEWS:],
        table[:NUM_TEST_REVIEWS],
        classes[:NUM_TEST_REVIEWS],
        embedder(contents),
        batch=100,
        max_labels=3500,
    )


Choose = Callable[
    [Problem, NDArray[np.intp], LogisticRegression | None, np.random.Generator], NDArray[np.intp]
]


def _at_random(
    problem: Problem,
    pool: NDArray[np.intp],
    learner: LogisticRegression | None,
    generator: np.random.Generator,
) -> NDArray[np.intp]:
    return generator.permutation(pool)


def _by_use(
    problem: Problem,
    pool: NDArray[np.intp],
    learner: LogisticRegression | None,
    generator: np.random.Generator,
) -> NDArray[np.intp]:
    """Return the pool by doubt and spread, as the product orders its queue."""
    points = problem.points[pool]
    if learner is None:
        return pool[spread_order(points, generator, problem.batch)]
    chances = np.sort(learner.predict_proba(problem.train[pool]), axis=1)
    uncertainty = 1 - (chances[:, -1] - chances[:, -2])
    return pool[useful_order(points, uncertainty, generator, problem.batch)]


def _curve(problem: Problem, choose: Choose, seed: int) -> list[float]:
    """Return the accuracy on the test part after each batch."""
    generator = np.random.default_rng(seed)
    labelled = np.zeros(0, np.intp)
    learner: LogisticRegression | None = None
    curve = []
    for count in _counts(problem):
        pool = np.setdiff1d(np.arange(len(problem.classes)), labelled)
        chosen = choose(problem, pool, learner, generator)[: count - len(labelled)]
        labelled = np.concatenate([labelled, chosen])
        learner, accuracy = _learnt(problem, labelled)
        curve.append(accuracy)
    return curve


def _learnt(
    problem: Problem, labelled: NDArray[np.intp]
) -> tuple[LogisticRegression | None, float]:
    classes = problem.classes[labelled]
    if len(set(classes)) < 2:
        return None, float(np.mean(problem.test_classes == classes[0]))
    learner = LogisticRegression(C=10, max_iter=1000, tol=1e-3)
    learner.fit(problem.train[labelled], classes)
    return learner, float(learner.score(problem.test, problem.test_classes))


def _counts(problem: Problem) -> list[int]:
    return list(range(problem.batch, problem.max_labels + 1, problem.batch))


def _reached(counts: list[int], curve: Any, target: float) -> int:
    """Return the first count from which the target is reached, the last one if it never is."""
    return next((n for n, x in zip(counts, curve, strict=True) if x >= target), counts[-1])
