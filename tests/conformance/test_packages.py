"""Every task and every backbone of the catalog ends in a package that answers like its model."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import torch
from easel.runtime.ops import Preprocessing

from engine.catalog import TASKS, AnnotationKind
from engine.events import EventSink
from engine.export.onnx import export_onnx
from engine.export.package import build_package
from engine.export.verify import verify_package
from engine.specs.manifest import Manifest
from engine.specs.report import ClassificationReport
from engine.tasks.task import load_task
from tests.engine.evaluation.small_models import DIGITS, read_json, small_model

CLASSES = [key for key, card in TASKS.items() if card.annotation is AnnotationKind.CLASSES]
KINDS = [(key, multi) for key in CLASSES for multi in {False, TASKS[key].supports_multi_label}]
BACKBONES = [(key, card.key) for key in TASKS for card in TASKS[key].backbones]


def test_every_kind_of_annotation_is_covered() -> None:
    assert sorted(TASKS) == sorted(CLASSES), "write data for the new kind of annotation here"


@pytest.mark.parametrize(("key", "multi_label"), KINDS)
def test_task_ends_in_a_verified_package_with_a_whole_report(
    key: str, multi_label: bool, tmp_path: Path
) -> None:
    data, work = tmp_path / "data", tmp_path / "work"
    data.mkdir()
    work.mkdir()
    labels = ("even", "large", "round") if multi_label else DIGITS
    trained = small_model(data, key=key, labels=labels, multi_label=multi_label, epochs=2)
    with EventSink(work / "events.jsonl") as emit:
        package = build_package(load_task(key), trained, work=work, emit=emit)
    verify_package(package)

    manifest = Manifest.model_validate(read_json(package / "manifest.json"))
    assert (manifest.task, manifest.multi_label) == (key, multi_label)
    assert tuple(label.name for label in manifest.labels) == labels
    report = ClassificationReport.model_validate(read_json(package / "report.json"))
    assert report.runtime.metric == report.runtime.trained_metric == report.accuracy.value
    assert report.runtime.num_samples == report.num_samples == len(trained.splits.test)
    assert [item.label for item in report.classes] == list(labels)
    assert report.num_mistakes == round((1 - report.accuracy.value) * report.num_samples)


@pytest.mark.parametrize(("key", "backbone"), BACKBONES)
def test_backbone_answers_alike_once_exported(key: str, backbone: str, tmp_path: Path) -> None:
    task = load_task(key)
    trained = small_model(tmp_path, key=key, backbone=backbone, image_size=32)
    ops = [op.model_dump() for op in task.preprocessing(trained.spec)]
    size = Preprocessing(ops).size
    export_onnx(trained.model, input_size=size, path=tmp_path / "model.onnx")

    images, _ = trained.splits.test.read(range(3))
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    for batch in (1, 3):
        (logits,) = session.run(["logits"], {"image": images[:batch]})
        with torch.inference_mode():
            expected = trained.model.eval()(torch.from_numpy(images[:batch])).numpy()
        # Both compute in float32; the order of sums differs.
        np.testing.assert_allclose(logits, expected, atol=1e-4, rtol=0)
