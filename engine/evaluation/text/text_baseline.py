"""What a text classifier has to beat: TF-IDF of n-grams and a logistic regression."""

# N samples, V n-grams, K labels

from __future__ import annotations

import numpy as np
from easel.runtime.text.preprocessing import Preprocessing

from engine.data.label_targets import label_targets
from engine.data.text.dataset import TextDataset
from engine.data.text.reading import ngram_reading
from engine.data.text.vocabulary import ngrams_of
from engine.interfaces.run import TrainedModel
from engine.metrics.decisions import decide
from engine.specs.package.report import MetricValue
from engine.training.text.logistic import fit_logistic
from engine.training.text.ngrams import count_matrix, inverse_document_frequency, view_features

MAX_TEXTS, MAX_NGRAMS, STRENGTH = 20_000, 200_000, 10.0


def linear_baseline(trained: TrainedModel[TextDataset]) -> MetricValue | None:
    """Return the accuracy on the held-out samples of a linear model fitted on the same texts.

    Of more than 20,000 training texts the first so many are taken. ``None`` for the linear model
    itself, which has nothing to be compared with.
    """
    if trained.spec.backbone == "linear_ngrams":
        return None
    splits = trained.splits
    train, held_out = splits.train, splits.held_out()[1]
    indices = range(min(len(train), MAX_TEXTS))
    texts = [train.texts(index)[0] for index in indices]
    reading = ngram_reading(texts, unit="auto", longest="auto", max_ngrams=MAX_NGRAMS)
    count = Preprocessing([reading.op.model_dump(mode="json")], reading.files.__getitem__)
    size = len(ngrams_of(reading.vocabulary))
    counts = count_matrix([count((text,)) for text in texts], size)
    rarity = inverse_document_frequency(counts)
    targets = label_targets(
        [train.records[index] for index in indices], splits.labels, splits.multi_label
    )
    fitted = fit_logistic(
        view_features(counts, rarity, counted=True),
        targets.astype(np.float64)
        if splits.multi_label
        else np.eye(len(splits.labels))[targets.astype(np.intp)],
        multi_label=splits.multi_label,
        strength=STRENGTH,
    )
    asked = count_matrix([count(held_out.texts(i)) for i in range(len(held_out))], size)
    logits = view_features(asked, rarity, counted=True) @ fitted.weights + fitted.bias
    actual = label_targets(held_out.records, splits.labels, splits.multi_label)
    decisions = decide(logits.astype(np.float32), actual, splits.multi_label)
    return MetricValue(name="accuracy", value=float(decisions.correct.mean()))
