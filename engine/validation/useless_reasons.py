"""Why a run may have learnt nothing, as far as the run itself tells, and what to try next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from engine.catalog.cards import TaskCard
from engine.catalog.kinds import Media
from engine.specs.package.report import ClassificationReport, Report

NextStep = Literal[
    "check_data", "label_more", "add_data", "choose_columns", "train_longer", "retry"
]
_FEW_PER_LABEL, _FEW_IN_ALL, _FEW_HELD_OUT = 20, 50, 20
_FEW_EPOCHS = 5
# The bounds that searches try learning rates between.
_HIGH_RATE, _LOW_RATE = 0.1, 1e-5
# What the check of the data warned of, and might be why.
_WARNINGS: Mapping[str, tuple[NextStep, ...]] = {
    "samples_below_advice": ("add_data", "label_more"),
    "imbalanced": ("add_data",),
    "unlabelled_ignored": ("label_more",),
    "images_tiny": ("check_data",),
    "test_split_empty": ("check_data",),
    "target_guessed": ("choose_columns",),
    "columns_constant": ("choose_columns",),
    "baseline_is_best": ("add_data",),
}


@dataclass(frozen=True)
class Warned:
    """What a run warned of."""

    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class Reason:
    """One thing that may be why, translated by ``code`` with ``params``; and what to do about it.

    A code that is a warning's has the text of that warning.
    """

    code: str
    params: Mapping[str, Any]
    next_steps: tuple[NextStep, ...]


def reasons_for(
    card: TaskCard, report: Report, options: Mapping[str, Any], warnings: Sequence[Warned]
) -> tuple[Reason, ...]:
    """Return what may be why a model is useless, the likeliest first; never nothing.

    Args:
        card: of the task.
        report: of the model.
        options: that were asked for.
        warnings: that the run gave.
    """
    found = [
        *_of_answers(report),
        *_of_samples(card, report),
        *_of_learning(report, options),
        *(
            Reason(one.code, one.params, _WARNINGS[one.code])
            for one in warnings
            if one.code in _WARNINGS
        ),
    ]
    if card.media is Media.TABLE:
        found.append(Reason("columns_say_little", {}, ("choose_columns", "add_data")))
    elif not found:
        found.append(Reason("labels_may_be_wrong", {}, ("check_data", "add_data")))
    return tuple({reason.code: reason for reason in found}.values())


def _of_answers(report: Report) -> Iterator[Reason]:
    if not isinstance(report, ClassificationReport) or report.multi_label:
        return
    most = max(report.classes, key=lambda one: one.num_predicted)
    if most.num_predicted == report.num_samples and len(report.classes) > 1:
        yield Reason("answers_alike", {"label": most.label}, ("check_data", "add_data"))


def _of_samples(card: TaskCard, report: Report) -> Iterator[Reason]:
    num, labels = report.training.train_samples, len(report.labels)
    # The labels of some tasks are kinds of field or none at all; the least is asked of all.
    wanted = max(_FEW_IN_ALL, _FEW_PER_LABEL * labels)
    if num < wanted:
        more: tuple[NextStep, ...] = ("add_data", "label_more")
        steps = more if card.annotation_card.is_labelled else ("add_data",)
        yield Reason("few_train_samples", {"count": num, "wanted": wanted}, steps)
    if report.num_samples < _FEW_HELD_OUT:
        yield Reason("few_held_out", {"count": report.num_samples}, ("add_data",))


def _of_learning(report: Report, options: Mapping[str, Any]) -> Iterator[Reason]:
    training, rate = report.training, options.get("learning_rate")
    if isinstance(rate, int | float) and rate >= _HIGH_RATE:
        yield Reason("rate_high", {"learning_rate": rate}, ("retry",))
    elif isinstance(rate, int | float) and rate <= _LOW_RATE:
        yield Reason("rate_low", {"learning_rate": rate}, ("retry",))
    if 0 < training.epochs < _FEW_EPOCHS:
        yield Reason("few_epochs", {"count": training.epochs}, ("train_longer",))
    elif training.epochs and training.best_epoch == training.epochs:
        yield Reason("still_learning", {"count": training.epochs}, ("train_longer",))
    if training.from_scratch and training.epochs:
        yield Reason("from_scratch_run", {}, ("add_data", "train_longer"))
