"""A set of masks is learnt, packaged and answered: Mask2Former through the whole engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import easel.runtime
import pytest

from engine.commands.process import run_work
from engine.commands.train import train as train_and_package
from engine.errors import Cancelled
from engine.interrupt import Interrupt
from engine.models.vision.segmentation import mask2former
from engine.specs.package.report import SectionedReport
from engine.specs.parse import parse_training_spec
from engine.specs.training import TrainingSpec
from engine.training import loop
from tests.conformance.cases.image_segmentation import _document
from tests.engine.runs import train

TINY = mask2former._Shape(16, (1, 1, 1, 1), (1, 2, 2, 4), 32, 1, 3, 64, 64)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shrink the preset: the same code with other numbers, traced in a fraction of the time."""
    monkeypatch.setitem(mask2former._SHAPES, "mask2former_nano", TINY)


def spec_of(root: Path, **options: object) -> TrainingSpec:
    document = _document(root, **options)
    document["options"]["learning_rate"] = 3e-3
    return parse_training_spec({**document, "backbone": "mask2former_nano"})


@pytest.mark.parametrize(
    ("mode", "epochs", "least"),
    [("instance", 10, 0.4), pytest.param("semantic", 14, 0.4, marks=pytest.mark.exhaustive)],
)
def test_the_package_answers_as_the_trained_network_does(
    mode: str, epochs: int, least: float, tmp_path: Path
) -> None:
    spec, work = spec_of(tmp_path, mode=mode, epochs=epochs), tmp_path / "work"
    assert run_work(work, lambda emit, stop: train_and_package(spec, work, emit, stop)) == 0

    package = work / "package"
    report = SectionedReport.model_validate_json((package / "report.json").read_bytes())
    assert report.runtime.metric >= least
    assert abs(report.runtime.metric - report.runtime.trained_metric) <= 0.002
    model, images = easel.runtime.load(package), sorted(tmp_path.glob("data/files/*.png"))[:8]
    answers = [one for image in images for one in model.predict(image, threshold=0.1)]
    assert {one.document()["name"] for one in answers} <= {"red", "blue"}
    assert answers


def test_a_resumed_run_gives_the_bits_of_an_unbroken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = spec_of(tmp_path, mode="instance", epochs=2)
    unbroken = train(spec, tmp_path / "unbroken").module.state_dict()
    interrupt, step, steps = Interrupt(), loop.TrainingLoop._step, 0

    def stop(self: loop.TrainingLoop, batch: Any) -> None:
        nonlocal steps
        step(self, batch)
        steps += 1
        interrupt.requested = steps == 4

    with monkeypatch.context() as patch:
        patch.setattr(loop.TrainingLoop, "_step", stop)
        with pytest.raises(Cancelled):
            train(spec, tmp_path / "work", interrupt)
    resumed = train(spec, tmp_path / "work").module.state_dict()
    for name, value in unbroken.items():
        assert value.equal(resumed[name]), name
