"""A model that is no better than guessing is named as such, and a good one never."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalog import TASKS
from engine.specs.package.report import MetricValue, Report, SectionedReport
from engine.specs.package.sections import MatrixSection
from engine.validation.guessing import useless
from engine.validation.useless_reasons import Warned, reasons_for
from tests.reports import classified, sectioned, summary

GOOD = dict.fromkeys(("character_error_rate", "mase"), 0.02)
BAD = {"auroc": 0.51, "character_error_rate": 1.0, "mase": 1.02, "pearson": -0.1}


def reports_of(task: str, *, is_good: bool) -> Report:
    """Return the report of a good or a useless model, in the form that its task writes."""
    metric = TASKS[task].primary_metric
    if task == "tabular.prediction":
        explained = MetricValue(name="explained", value=0.4 if is_good else 0.01)
        return sectioned(metric, 0.9, metrics=(MetricValue(name=metric, value=0.9), explained))
    if metric == "accuracy":
        return classified([[98, 2], [2, 98]] if is_good else [[60, 40], [58, 42]])
    value = GOOD.get(metric, 0.95) if is_good else BAD.get(metric, 0.0)
    chance = MetricValue(name=metric, value=0.05)
    return sectioned(metric, value, baseline=chance if metric == "recall_at_5" else None)


@pytest.mark.parametrize("task", TASKS)
def test_every_task_knows_what_guessing_gives_by_its_primary_metric(task: str) -> None:
    card = TASKS[task]
    assert useless(card, reports_of(task, is_good=True)) is None
    found = useless(card, reports_of(task, is_good=False))
    assert found is not None
    assert found.is_useless


CLASSIFIER = TASKS["image.classification"]


def test_a_classifier_that_always_names_the_common_class_is_useless() -> None:
    found = useless(CLASSIFIER, classified([[95, 0], [5, 0]]))
    assert found is not None
    assert (found.metric, found.guess) == ("accuracy", 0.95)


def test_a_classifier_that_finds_the_rare_class_is_not_useless_for_being_as_often_right() -> None:
    assert useless(CLASSIFIER, classified([[90, 5], [0, 5]])) is None


def test_a_classifier_that_is_always_right_is_not_useless_however_few_samples_tell() -> None:
    assert useless(CLASSIFIER, classified([[2, 0], [0, 1]])) is None


def test_held_out_samples_of_one_class_alone_tell_nothing() -> None:
    assert useless(CLASSIFIER, classified([[0, 9], [0, 0]])) is None


def test_a_multi_label_classifier_is_measured_against_a_random_order() -> None:
    bad = classified([[60, 40], [58, 42]], multi_label=True, mean_average_precision=0.5)
    assert useless(CLASSIFIER, bad) is not None
    good = bad.model_copy(update={"mean_average_precision": 0.8})
    assert useless(CLASSIFIER, good) is None


def test_sentiment_of_whole_texts_is_measured_against_the_commonest_answer() -> None:
    matrix = MatrixSection(
        key="confusion", rows=("a", "b"), columns=("a", "b"), cells=((70, 0), (30, 0))
    )

    def report(text: float, f1: float) -> SectionedReport:
        values = {"accuracy": text, "text_accuracy": text, "f1": f1}
        metrics = tuple(MetricValue(name=name, value=value) for name, value in values.items())
        return sectioned("accuracy", text, metrics=metrics, sections=(matrix,))

    card = TASKS["text.sentiment"]
    assert useless(card, report(0.7, 0.0)) is not None
    assert useless(card, report(0.95, 0.0)) is None
    assert useless(card, report(0.7, 0.6)) is None


def codes(report: Report, options: dict[str, Any], *warnings: Warned, task: str) -> set[str]:
    return {reason.code for reason in reasons_for(TASKS[task], report, options, warnings)}


def test_the_reasons_are_those_that_the_run_shows() -> None:
    bad = classified([[10, 0], [8, 0]], training=summary(train_samples=30, epochs=2, best_epoch=2))
    warned = Warned("unlabelled_ignored", {"count": 4})
    found = codes(bad, {"learning_rate": 1.0}, warned, task="image.classification")
    assert found == {
        "answers_alike",
        "few_train_samples",
        "few_held_out",
        "few_epochs",
        "rate_high",
        "unlabelled_ignored",
    }


def test_a_run_that_shows_nothing_is_told_to_look_at_labels_or_columns() -> None:
    plain = classified([[60, 40], [58, 42]])
    assert codes(plain, {}, task="image.classification") == {"labels_may_be_wrong"}
    table = sectioned("explained", 0.0)
    assert codes(table, {}, task="tabular.prediction") == {"columns_say_little"}


def test_every_reason_leads_to_something_to_do() -> None:
    poor = classified([[9, 0], [9, 0]], training=summary(train_samples=9, epochs=9, best_epoch=9))
    for task in TASKS:
        assert all(one.next_steps for one in reasons_for(TASKS[task], poor, {}, ()))
