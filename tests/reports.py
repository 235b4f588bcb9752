"""Reports of models, made from little."""

from __future__ import annotations

from typing import Any

from engine.specs.data import Split
from engine.specs.package.report import (
    ClassificationReport,
    ClassReport,
    Estimate,
    MetricValue,
    RuntimeCheck,
    SectionedReport,
    TrainingSummary,
)

RUNTIME = RuntimeCheck(
    runtime="onnxruntime",
    num_samples=10,
    metric=0.0,
    trained_metric=0.0,
    max_abs_difference=0.0,
    size_bytes=1,
    latency_p50_ms=1.0,
    latency_p99_ms=1.0,
    device="cpu",
)


def summary(**changes: Any) -> TrainingSummary:
    """Return how a model was made, as a long run on much data would say."""
    values = {
        "backbone": "x",
        "pretrained": None,
        "from_scratch": False,
        "epochs": 20,
        "best_epoch": 12,
        "train_samples": 5000,
        "train_seconds": 1.0,
        "device": "cpu",
        "parameters": 1,
    }
    return TrainingSummary(**(values | changes))


def sectioned(metric: str, value: float, **changes: Any) -> SectionedReport:
    """Return the report of a task with sections, by its primary metric."""
    values: dict[str, Any] = {
        "split": Split.TEST,
        "num_samples": 200,
        "primary_metric": metric,
        "metrics": (MetricValue(name=metric, value=value),),
        "labels": ("a", "b"),
        "sections": (),
        "runtime": RUNTIME,
        "training": summary(),
    }
    return SectionedReport(**(values | changes))


def classified(confusion: list[list[int]], **changes: Any) -> ClassificationReport:
    """Return the report of a classifier from counts of actual (rows) against given (columns)."""
    num, size = sum(map(sum, confusion)), len(confusion)
    right = [confusion[k][k] for k in range(size)]
    shown = [sum(row) for row in confusion]
    recalls = [r / n for r, n in zip(right, shown, strict=True) if n]
    estimate = Estimate(value=sum(right) / num, low=0.0, high=1.0, num_samples=num)
    classes = tuple(
        ClassReport(
            label=f"l{k}",
            num_samples=shown[k],
            num_predicted=sum(row[k] for row in confusion),
            precision=0.5,
            recall=0.5,
            f1=0.5,
            average_precision=0.5,
            recommended_threshold=0.5,
            curve=(),
        )
        for k in range(size)
    )
    values: dict[str, Any] = {
        "multi_label": False,
        "split": Split.TEST,
        "num_samples": num,
        "primary_metric": "accuracy",
        "accuracy": estimate,
        "macro_precision": 0.5,
        "macro_recall": sum(recalls) / len(recalls),
        "macro_f1": estimate,
        "mean_average_precision": 0.5,
        "top_k": (),
        "labels": tuple(one.label for one in classes),
        "classes": classes,
        "confusion": tuple(map(tuple, confusion)),
        "mistakes": (),
        "num_mistakes": 0,
        "examples": (),
        "runtime": RUNTIME,
        "training": summary(),
    }
    return ClassificationReport(**(values | changes))
