"""Reports say what is true also where there is little, or nothing, to say."""

from __future__ import annotations

import time
import tracemalloc
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from easel.runtime import PredictOptions
from easel.runtime.predictions.labels import sigmoid, softmax
from numpy.typing import NDArray

from engine.catalog.image import CLASSIFICATION as IMAGE_CLASSIFICATION
from engine.data.label_targets import label_targets
from engine.errors import DataError
from engine.evaluation.classifier import Logits
from engine.export.model_card import _quality
from engine.interfaces.dataset import TaskDataset
from engine.interfaces.run import HeldOut, Scores, TrainedModel
from engine.models.vision.classification.backbones import build_classifier
from engine.specs.data import SampleRecord, Split
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.package.manifest import LabelSpec
from engine.specs.package.report import ClassificationReport
from engine.tasks.image.classification import TASK
from engine.training.losses.classification import resolved_weights
from engine.training.scoring import trained_model
from tests.engine.evaluation.small_models import DIGITS, RUNTIME, read_json, small_model


@dataclass(frozen=True)
class Few:
    """Training samples, by their records alone."""

    records: list[SampleRecord]


PROPERTIES = ("even", "large", "round")


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> TrainedModel:
    """An untrained network: the logits of these tests are made by hand."""
    return small_model(tmp_path_factory.mktemp("digits"))


@pytest.fixture(scope="module")
def properties(tmp_path_factory: pytest.TempPathFactory) -> TrainedModel:
    """The same for multi-label data."""
    folder = tmp_path_factory.mktemp("properties")
    return small_model(folder, labels=PROPERTIES, multi_label=True)


def held_out(
    trained: TrainedModel, logits: NDArray[np.float32], targets: NDArray[np.generic]
) -> Scores[Logits]:
    """Return logits for the held-out samples, which are given these labels."""
    labels = trained.splits.labels
    records = [
        record.model_copy(update={"labels": named(target, labels)})
        for record, target in zip(trained.splits.test.records, targets, strict=True)
    ]
    return Scores(Split.TEST, records, list(logits))


def named(target: NDArray[np.generic], labels: tuple[str, ...]) -> tuple[str, ...]:
    if target.ndim == 0:
        return (labels[int(target)],)
    return tuple(label for label, holds in zip(labels, target, strict=True) if holds)


def truth(trained: TrainedModel, dataset: TaskDataset | None = None) -> NDArray[np.generic]:
    splits = trained.splits
    return label_targets((dataset or splits.test).records, splits.labels, splits.multi_label)


def report_of(
    trained: TrainedModel, scores: Scores[Logits], work: Path, threshold: float = 0.5
) -> ClassificationReport:
    labels = [LabelSpec(name=name, threshold=threshold) for name in trained.splits.labels]
    report = TASK.evaluator.report(
        HeldOut(scores.split, scores.records, scores.outcomes, trained, labels, RUNTIME, work)
    )
    assert isinstance(report, ClassificationReport)
    (work / "report.json").write_text(report.model_dump_json())
    read_json(work / "report.json")
    return report


def one_hot_logits(classes: NDArray[np.generic], num_classes: int) -> NDArray[np.float32]:
    return (5 * np.eye(num_classes, dtype=np.float32))[classes.astype(int)]


def test_perfect_model_has_no_mistakes_and_two_examples_a_class(
    digits: TrainedModel, tmp_path: Path
) -> None:
    targets = truth(digits)
    report = report_of(digits, held_out(digits, one_hot_logits(targets, 10), targets), tmp_path)
    assert report.accuracy.value == 1.0 > report.accuracy.low
    assert (report.num_mistakes, report.mistakes) == (0, ())
    assert report.top_k == (1.0,) * 5
    assert [row[k] for k, row in enumerate(report.confusion)] == np.bincount(targets).tolist()
    assert len(report.examples) == 20
    assert {example.label for example in report.examples} == set(DIGITS)
    assert len({example.sample_id for example in report.examples}) == 20


def test_model_that_is_always_wrong_is_reported_as_such(
    digits: TrainedModel, tmp_path: Path
) -> None:
    targets = truth(digits)
    logits = one_hot_logits((targets.astype(int) + 1) % 10, 10)
    report = report_of(digits, held_out(digits, logits, targets), tmp_path)
    assert (report.accuracy.value, report.macro_f1.value) == (0.0, 0.0)
    assert report.num_mistakes == len(report.mistakes) == len(targets)
    assert report.examples == ()
    assert sum(mistake.heatmap is not None for mistake in report.mistakes) == 60
    first = report.mistakes[0]
    assert first.predicted == (str((int(first.actual[0]) + 1) % 10),)
    assert (tmp_path / str(first.heatmap)).is_file()


def test_a_class_without_a_held_out_sample_is_reported_as_untested(
    digits: TrainedModel, tmp_path: Path
) -> None:
    """A report of good parts alone once said accuracy and macro F1 1.0 of a useless model."""
    ones = np.ones(len(truth(digits)), dtype=np.int64)
    report = report_of(digits, held_out(digits, one_hot_logits(ones, 10), ones), tmp_path)
    assert report.untested == tuple(name for name in DIGITS if name != "1")
    assert report.classes[0].recall_interval is None
    low, high = report.classes[1].recall_interval or (0, 0)
    assert 0.9 < low < high == 1
    assert "1 of 10 labels were tested; not tested, and so in no mean: `0`" in _quality(report)


def test_models_of_a_rare_class_are_chosen_and_reported_by_macro_f1(
    digits: TrainedModel, tmp_path: Path
) -> None:
    card = IMAGE_CLASSIFICATION
    assert TASK.evaluator.primary_metric(card, digits.splits) == "accuracy"
    kept = [one for one in digits.splits.train.records if one.labels == ("3",)][3:]
    dropped = {record.id for record in kept}
    few = Few([one for one in digits.splits.train.records if one.id not in dropped])
    splits = replace(digits.splits, train=few)
    assert TASK.evaluator.primary_metric(card, splits) == "macro_f1"
    assert resolved_weights(ImageClassificationOptions(), splits) == "balanced"
    assert resolved_weights(ImageClassificationOptions(), digits.splits) == "none"
    assert resolved_weights(ImageClassificationOptions(class_weights="none"), splits) == "none"
    targets = truth(digits)
    trained = replace(digits, splits=splits)
    report = report_of(trained, held_out(digits, one_hot_logits(targets, 10), targets), tmp_path)
    assert (report.primary_metric, report.rarest) == ("macro_f1", "3")


def test_mistakes_come_surest_first(digits: TrainedModel, tmp_path: Path) -> None:
    targets = truth(digits)
    logits = np.random.default_rng(0).normal(size=(len(targets), 10)).astype(np.float32)
    scores = [
        m.score for m in report_of(digits, held_out(digits, logits, targets), tmp_path).mistakes
    ]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] > scores[-1] > 0.1


def test_class_absent_from_the_split_is_zero_of_zero_and_not_averaged(
    digits: TrainedModel, tmp_path: Path
) -> None:
    targets = np.zeros(120, dtype=np.int64)
    targets[0] = 1
    logits = one_hot_logits(targets, 10)
    logits[1] = 5 * np.eye(10)[7]
    report = report_of(digits, held_out(digits, logits, targets), tmp_path)
    only, single, given, absent = (report.classes[k] for k in (0, 1, 7, 9))
    assert (only.num_samples, only.num_predicted, only.recall) == (119, 118, 118 / 119)
    assert (single.num_samples, single.f1) == (1, 1.0)
    assert (given.num_samples, given.num_predicted, given.precision) == (0, 1, 0.0)
    assert (absent.num_samples, absent.num_predicted, absent.average_precision) == (0, 0, 0.0)
    assert report.macro_recall == pytest.approx((118 / 119 + 1) / 2)


def test_no_held_out_sample_is_refused(digits: TrainedModel, tmp_path: Path) -> None:
    nothing: Scores[Logits] = Scores(Split.TEST, (), ())
    with pytest.raises(DataError) as caught:
        report_of(digits, nothing, tmp_path)
    assert caught.value.code == "held_out_empty"


def test_multi_label_report_decides_at_the_recommended_thresholds(
    properties: TrainedModel, tmp_path: Path
) -> None:
    targets = truth(properties)
    logits = np.where(targets > 0, 0.5, -3.0).astype(np.float32)
    logits[0] = 3 * (1 - 2 * targets[0])
    scores = held_out(properties, logits, targets)
    report = report_of(properties, scores, tmp_path)
    assert report.accuracy.value == 119 / 120
    assert (report.confusion, report.top_k) == ((), ())
    assert report.mean_average_precision > 0.9
    (mistake,) = report.mistakes
    assert set(mistake.actual) | set(mistake.predicted) == set(PROPERTIES)
    assert set(mistake.actual) & set(mistake.predicted) == set()
    for item in report.classes:
        (point,) = (point for point in item.curve if point.threshold == 0.5)
        assert point.f1 == pytest.approx(item.f1, abs=1e-6)
    strict = report_of(properties, scores, tmp_path, threshold=0.9)
    assert strict.accuracy.value < 0.5


def test_multi_label_data_with_one_class_is_reported(tmp_path: Path) -> None:
    trained = small_model(tmp_path, labels=("even",), multi_label=True)
    targets = truth(trained)
    assert targets.shape == (120, 1)
    logits = np.where(targets > 0, 1.0, -1.0).astype(np.float32)
    report = report_of(trained, held_out(trained, logits, targets), tmp_path)
    assert (report.accuracy.value, report.macro_f1.value) == (1.0, 1.0)


def test_data_with_one_class_is_reported_without_a_second_to_compare(
    digits: TrainedModel, tmp_path: Path
) -> None:
    one = replace(
        digits,
        module=build_classifier("small_cnn", 16, 1),
        splits=replace(digits.splits, labels=("only",)),
    )
    scores = held_out(one, np.zeros((120, 1), np.float32), np.zeros(120, np.int64))
    report = report_of(one, scores, tmp_path)
    assert (report.accuracy.value, report.confusion, report.top_k) == (1.0, ((120,),), (1.0,))


def test_ten_thousand_classes_give_a_report_of_bounded_size(
    digits: TrainedModel, tmp_path: Path
) -> None:
    labels = tuple(f"class {k}" for k in range(10_000))
    model = build_classifier("small_cnn", 16, len(labels))
    many = replace(digits, module=model, splits=replace(digits.splits, labels=labels))
    random = np.random.default_rng(0)
    logits = random.normal(size=(120, 10_000)).astype(np.float32)
    began = time.process_time()
    report = report_of(many, held_out(many, logits, random.integers(10_000, size=120)), tmp_path)
    assert report.confusion == ()
    assert len(report.classes) == 10_000
    assert report.num_mistakes == 120
    assert (tmp_path / "report.json").stat().st_size < 8_000_000
    assert time.process_time() - began < 15


def test_many_classes_take_little_memory_beside_their_logits(digits: TrainedModel) -> None:
    """A table of double precision, as it would be for 10,000 classes, is never made."""
    random = np.random.default_rng(0)
    logits = random.normal(size=(3000, 3000)).astype(np.float32)
    targets = random.integers(3000, size=3000)
    splits = replace(digits.splits, labels=tuple(f"class {k}" for k in range(3000)))
    first = digits.splits.test.records[0]
    records: list[SampleRecord] = [
        first.model_copy(update={"labels": (splits.labels[target],)}) for target in targets
    ]
    scores = Scores(Split.TEST, records, list(logits))
    tracemalloc.start()
    try:
        numbers = TASK.evaluator.metrics(scores, splits)
        TASK.evaluator.recommend_thresholds(scores, splits)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert numbers["accuracy"] < 0.1
    # The logits once more as a table of single precision, and half of that to work with.
    assert peak_bytes < logits.size * 4 * 2.1


def test_report_of_the_digits_with_heat_maps_takes_under_two_seconds(
    digits: TrainedModel, tmp_path: Path
) -> None:
    targets = truth(digits)
    logits = np.random.default_rng(0).normal(size=(len(targets), 10)).astype(np.float32)
    began = time.process_time()
    report_of(digits, held_out(digits, logits, targets), tmp_path)
    assert time.process_time() - began < 2


def test_thresholds_are_chosen_per_class_on_validation(properties: TrainedModel) -> None:
    targets = truth(properties, properties.splits.validation)
    logits = np.where(targets > 0, [1.0, 0.0, -1.0], [0.0, -1.0, -2.0]).astype(np.float32)
    scores = Scores(Split.VALIDATION, properties.splits.validation.records, list(logits))
    chosen = TASK.evaluator.recommend_thresholds(scores, properties.splits)
    assert tuple(label.name for label in chosen) == PROPERTIES
    both = 1 / (1 + np.exp(-np.array([[1.0, 0.0, -1.0], [0.0, -1.0, -2.0]])))
    assert [label.threshold for label in chosen] == pytest.approx(both.mean(axis=0))


def test_thresholds_without_validation_samples_are_one_half(digits: TrainedModel) -> None:
    nothing: Scores[Logits] = Scores(Split.VALIDATION, (), ())
    chosen = TASK.evaluator.recommend_thresholds(nothing, digits.splits)
    assert [label.threshold for label in chosen] == [0.5] * 10


def test_decisions_at_the_thresholds_are_those_of_the_package(properties: TrainedModel) -> None:
    targets = truth(properties)
    scores = held_out(properties, np.where(targets > 0, 0.5, -3.0).astype(np.float32), targets)
    high = [LabelSpec(name=name, threshold=0.9) for name in PROPERTIES]
    assert TASK.evaluator.metrics(scores, properties.splits)["accuracy"] == 1.0
    assert TASK.evaluator.decided(scores, high, properties.splits)["accuracy"] < 0.5


@pytest.mark.parametrize("multi_label", [False, True])
def test_windows_of_a_sample_are_evaluated_by_the_scores_that_the_runtime_answers(
    multi_label: bool, digits: TrainedModel, properties: TrainedModel
) -> None:
    trained = properties if multi_label else digits
    model = trained_model(TASK, trained.spec, trained.splits, trained.networks)
    example = trained.splits.test.examples([0])[0]
    rows = np.random.default_rng(0).normal(size=(4, len(trained.splits.labels)))
    outputs = {"logits": rows.astype(np.float32)}

    logits = TASK.evaluator.outcome(model, example, outputs)

    options = PredictOptions(top_num=20, threshold=0.0)
    prediction = model.postprocess(example, outputs, options)
    scores = sigmoid(logits) if multi_label else softmax(logits)
    expected = dict(zip(trained.splits.labels, scores.tolist(), strict=True))
    assert {item.name: item.score for item in prediction} == pytest.approx(expected, abs=1e-6)
