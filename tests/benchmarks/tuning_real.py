"""How good the samplers are on real trainings, in rounds of eight, as a study runs them.

Bar: on the network for digits SFDE needs at most half of the trials of random search to be as good
as random search gets in all of its rounds (the median of its seeds). Trials are counted as BBOB
counts them, as the expected running time: those of all seeds over the number of seeds that arrived
(Hansen et al. 2021, "COCO"). Losses are of held-out samples, the same for all; the other problems,
of scikit-learn, are small and say whether anything is wrong rather than who is better.
"""

from __future__ import annotations

import csv
import os
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_wine
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVR
from sklearn.tree import DecisionTreeClassifier
from torch import Tensor, nn

from engine.models.vision.classification.classifier import ImageClassifier
from engine.models.vision.classification.small_cnn import SmallCnn
from engine.specs.tuning.search_space import (
    Choices,
    FloatRange,
    IntRange,
    Parameter,
    SearchSpace,
    Value,
)
from tests.benchmarks.tasks.measuring import shared_data
from tests.benchmarks.tuning.peers import build
from tests.benchmarks.tuning.problem import Settings

PEERS = ("random", "tpe", "catcma", "sfde")
WIDTH, NUM_TRIALS = 8, 64
_NUM_EPOCHS = 3
_NUM_DIGITS = 500
_NUM_REVIEWS, _NUM_CHARACTERS = 600, 200


@dataclass(frozen=True)
class Training:
    """Something that is trained: a space and the loss of every setting of it."""

    space: SearchSpace
    loss: Callable[[Settings], float]


def run(*, quick: bool) -> Mapping[str, float]:
    """Search each with every peer; figures are medians over the seeds."""
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    figures: dict[str, float] = {}
    for name, training in TRAININGS.items():
        traces = {
            peer: [_trace(training, peer, seed) for seed in range(3 if quick else 10)]
            for peer in PEERS
        }
        target = statistics.median(float(one[-1]) for one in traces["random"])
        for peer, found in traces.items():
            figures[f"{name}_{peer}_loss"] = statistics.median(float(one[-1]) for one in found)
            figures[f"{name}_{peer}_trials"] = _expected_trials(found, target)
        said = "  ".join(
            f"{peer} {figures[f'{name}_{peer}_loss']:.4f} ({figures[f'{name}_{peer}_trials']:.0f})"
            for peer in PEERS
        )
        print(f"  {name}: loss (expected trials to {target:.4f})  {said}", flush=True)
    return figures


def _trace(training: Training, peer_name: str, seed: int) -> NDArray[np.float64]:
    """Return the least loss after each trial."""
    peer = build(peer_name, training.space, seed, WIDTH)
    losses: list[float] = []
    while len(losses) < NUM_TRIALS:
        batch = peer.ask(WIDTH)
        found = [training.loss(settings) for settings in batch]
        peer.tell(found)
        losses += found
    return np.minimum.accumulate(np.array(losses))


def _expected_trials(traces: Sequence[NDArray[np.float64]], loss: float) -> float:
    """Return the trials of whole rounds that a seed spends for each that reaches the loss.

    Where none does it is the trials of all of them, which is too few.
    """
    reached = [np.flatnonzero(trace_N <= loss) for trace_N in traces]
    spent = [(int(at[0]) // WIDTH + 1) * WIDTH if len(at) else NUM_TRIALS for at in reached]
    return sum(spent) / max(sum(len(at) > 0 for at in reached), 1)


def _number(settings: Settings, name: str) -> float:
    return float(cast(float, settings[name]))


def _digits_loss(settings: Settings) -> float:
    """Return the cross entropy of held-out digits after a short training of our small network."""
    images_BCHW, labels_B = _digits()
    torch.manual_seed(0)
    network = ImageClassifier(
        SmallCnn(), SmallCnn.num_features, 10, dropout=_number(settings, "dropout")
    )
    objective = nn.CrossEntropyLoss(label_smoothing=_number(settings, "label_smoothing"))
    rate, decay = _number(settings, "learning_rate"), _number(settings, "weight_decay")
    optimizer: torch.optim.Optimizer
    if settings["optimizer"] == "sgd":
        optimizer = torch.optim.SGD(network.parameters(), rate, momentum=0.9, weight_decay=decay)
    else:
        optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=decay)
    size = int(_number(settings, "batch_size"))
    for _ in range(_NUM_EPOCHS):
        for batch in torch.split(torch.randperm(_NUM_DIGITS), size):
            if len(batch) < 2:  # A batch norm of one sample is undefined.
                continue
            optimizer.zero_grad()
            objective(network(images_BCHW[batch]), labels_B[batch]).backward()
            optimizer.step()
    network.eval()
    with torch.no_grad():
        scores_BK = network(images_BCHW[_NUM_DIGITS:])
    loss = float(nn.functional.cross_entropy(scores_BK, labels_B[_NUM_DIGITS:]))
    return loss if np.isfinite(loss) else 1e3


@cache
def _digits() -> tuple[Tensor, Tensor]:
    pixels, labels = load_digits(return_X_y=True)
    order = np.random.default_rng(0).permutation(len(labels))[: 2 * _NUM_DIGITS]
    images_BHW = torch.from_numpy(pixels[order].astype(np.float32) / 16 - 0.5).reshape(-1, 8, 8)
    return images_BHW[:, None].repeat(1, 3, 1, 1), torch.from_numpy(labels[order])


def _reviews_loss(settings: Settings) -> float:
    """Return the out-of-fold log loss of hotel reviews by their runs of characters."""
    texts, labels = _reviews()
    shortest, longest = int(_number(settings, "shortest")), int(_number(settings, "longest"))
    words = TfidfVectorizer(
        analyzer="char",
        ngram_range=(shortest, max(shortest, longest)),
        min_df=int(_number(settings, "least_documents")),
        sublinear_tf=settings["counts"] == "logarithms",
    )
    model = LogisticRegression(C=_number(settings, "c"), max_iter=200)
    return _out_of_fold(make_pipeline(words, model), texts, labels)


@cache
def _reviews() -> tuple[list[str], NDArray[Any]]:
    with shared_data("hotel_reviews_zh", "reviews.csv").open(encoding="utf-8-sig") as file:
        rows = [row for row in csv.DictReader(file) if row["review"].strip()]
    chosen = np.random.default_rng(0).permutation(len(rows))[:_NUM_REVIEWS]
    texts = [rows[place]["review"][:_NUM_CHARACTERS] for place in chosen]
    return texts, np.array([int(rows[place]["label"]) for place in chosen])


def _out_of_fold(model: Any, samples: Any, labels: NDArray[Any]) -> float:
    chances = cross_val_predict(model, samples, labels, cv=3, method="predict_proba")
    chances = np.clip(chances, 1e-6, 1.0)
    return float(log_loss(labels, chances / chances.sum(axis=1, keepdims=True)))


def _diabetes_loss(settings: Settings) -> float:
    """Return the out-of-fold squared error of a support vector regression, in variances."""
    samples, values = load_diabetes(return_X_y=True)
    values = (values - values.mean()) / values.std()
    model = SVR(
        C=_number(settings, "c"),
        gamma=_number(settings, "gamma"),
        epsilon=_number(settings, "epsilon"),
    )
    found = cross_val_predict(make_pipeline(StandardScaler(), model), samples, values, cv=3)
    return float(np.mean((found - values) ** 2))


def _cancer_loss(settings: Settings) -> float:
    """Return the out-of-fold log loss of a linear model learnt by stochastic gradients."""
    model = SGDClassifier(
        loss="log_loss",
        penalty=cast(Any, settings["penalty"]),
        alpha=_number(settings, "alpha"),
        learning_rate="constant",
        eta0=_number(settings, "rate"),
        random_state=0,
    )
    samples, labels = load_breast_cancer(return_X_y=True)
    return _out_of_fold(make_pipeline(StandardScaler(), model), samples, labels)


def _wine_loss(settings: Settings) -> float:
    """Return the out-of-fold log loss of a decision tree."""
    model = DecisionTreeClassifier(
        criterion=cast(Any, settings["criterion"]),
        max_depth=int(_number(settings, "depth")),
        min_samples_leaf=int(_number(settings, "leaf")),
        ccp_alpha=_number(settings, "pruning"),
        random_state=0,
    )
    samples, labels = load_wine(return_X_y=True)
    return _out_of_fold(model, samples, labels)


def _space(**ranges: FloatRange | IntRange | Choices) -> SearchSpace:
    return SearchSpace(
        parameters=tuple(Parameter(name=name, range=one) for name, one in ranges.items())
    )


def _log(low: float, high: float) -> FloatRange:
    return FloatRange(low=low, high=high, log=True)


def _choices(*values: Value) -> Choices:
    return Choices(values=values)


TRAININGS: Mapping[str, Training] = {
    "digits_network": Training(
        _space(
            learning_rate=_log(1e-5, 1.0),
            weight_decay=_log(1e-6, 1.0),
            batch_size=IntRange(low=8, high=256, log=True),
            optimizer=_choices("adamw", "sgd"),
            dropout=FloatRange(low=0.0, high=0.7),
            label_smoothing=FloatRange(low=0.0, high=0.4),
        ),
        _digits_loss,
    ),
    "hotel_reviews": Training(
        _space(
            c=_log(1e-3, 1e3),
            shortest=IntRange(low=1, high=3),
            longest=IntRange(low=1, high=4),
            least_documents=IntRange(low=1, high=8),
            counts=_choices("plain", "logarithms"),
        ),
        _reviews_loss,
    ),
    "diabetes_svr": Training(
        _space(c=_log(1e-3, 1e3), gamma=_log(1e-5, 10.0), epsilon=_log(1e-3, 1.0)),
        _diabetes_loss,
    ),
    "breast_cancer_sgd": Training(
        _space(
            alpha=_log(1e-7, 1.0), rate=_log(1e-5, 1.0), penalty=_choices("l1", "l2", "elasticnet")
        ),
        _cancer_loss,
    ),
    "wine_tree": Training(
        _space(
            criterion=_choices("gini", "entropy"),
            depth=IntRange(low=1, high=12),
            leaf=IntRange(low=1, high=30),
            pruning=_log(1e-5, 0.3),
        ),
        _wine_loss,
    ),
}
