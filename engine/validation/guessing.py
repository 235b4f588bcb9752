"""Whether a model is better than a prediction that looks at no sample: its task's guess.

A model is useless when its primary metric has come less than a twentieth of the way from the guess
to the best there is. Where the held-out samples are nearly all alike, their share says little, so a
classifier is useless only when it also tells the classes no better apart than chance does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.catalog.cards import TaskCard
from engine.specs.package.report import ClassificationReport, Report, SectionedReport
from engine.specs.package.sections import MatrixSection

_LEAST_SKILL = 0.05
# What answering alike, or at random, gives by each primary metric that does not depend on the data.
_GUESSES: Mapping[str, float] = {
    "auroc": 0.5,
    "character_error_rate": 1.0,
    "f1": 0.0,
    "field_accuracy": 0.0,
    "hota": 0.0,
    "line_f1": 0.0,
    "map_50": 0.0,
    "mask_quality": 0.0,
    "mase": 1.0,
    "pearson": 0.0,
}


@dataclass(frozen=True)
class Rated:
    """A metric of a model beside what guessing gives of it, and the best there is."""

    metric: str
    value: float
    guess: float
    best: float = 1.0

    @property
    def is_useless(self) -> bool:
        """Tell whether the model is about as good as guessing, or worse."""
        # A guess that is nearly right already leaves nothing to tell a model by.
        reach = self.best - self.guess
        return abs(reach) > 0.01 and (self.value - self.guess) / reach < _LEAST_SKILL


def useless(card: TaskCard, report: Report) -> Rated | None:
    """Return what gives a model away as no better than guessing, ``None`` when it is better."""
    evaluated = _evaluated(card, report)
    # The first is what people know the task by.
    return evaluated[0] if evaluated and all(one.is_useless for one in evaluated) else None


def _evaluated(card: TaskCard, report: Report) -> list[Rated]:
    """Return what has to be as bad as guessing, all of it, for a model to be useless."""
    if isinstance(report, ClassificationReport):
        return _of_labels(report) if report.multi_label else _of_classes(report)
    values = {metric.name: metric.value for metric in report.metrics}
    if "explained" in values:
        # Of tables: accuracy and errors depend on the data, what they explain of it does not.
        return [Rated("explained", values["explained"], 0.0)]
    if card.primary_metric in _DEPENDENT:
        return _DEPENDENT[card.primary_metric](report)
    best = 1.0 if card.higher_is_better else 0.0
    guess = _GUESSES[card.primary_metric]
    return [Rated(card.primary_metric, report.metrics[0].value, guess, best)]


def _of_classes(report: ClassificationReport) -> list[Rated]:
    shown = [one.num_samples for one in report.classes if one.num_samples]
    return [
        Rated("accuracy", report.accuracy.value, max(shown) / sum(shown)),
        Rated("macro_recall", report.macro_recall, 1 / len(shown)),
    ]


def _of_labels(report: ClassificationReport) -> list[Rated]:
    # A random order of the samples has the share of those that show the label as its precision.
    shares = [one.num_samples / report.num_samples for one in report.classes if one.num_samples]
    if not shares:
        return []
    guess = sum(shares) / len(shares)
    return [Rated("mean_average_precision", report.mean_average_precision, guess)]


def _of_decisions(report: SectionedReport) -> list[Rated]:
    """Rate texts that have a label each, parts of them that have to be found, or both."""
    values = {metric.name: metric.value for metric in report.metrics}
    if "text_accuracy" not in values:
        return [Rated("accuracy", values["accuracy"], 0.0)]
    matrix = next(one for one in report.sections if isinstance(one, MatrixSection))
    rows = [sum(row) for row in matrix.cells]
    found = [Rated("f1", values["f1"], 0.0)] if "f1" in values else []
    return [Rated("text_accuracy", values["text_accuracy"], max(rows) / max(1, sum(rows))), *found]


def _of_matches(report: SectionedReport) -> list[Rated]:
    # The baseline of this task is a random order.
    guess = report.baseline.value if report.baseline is not None else 0.0
    return [Rated("recall_at_5", report.metrics[0].value, guess)]


_DEPENDENT: Mapping[str, Callable[[SectionedReport], list[Rated]]] = {
    "accuracy": _of_decisions,
    "recall_at_5": _of_matches,
}
