"""Callbacks of a training: people's own, and those that write to other tools."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import easel
import pytest
from easel.callbacks import Callback, MLflow, Run, StopTraining, TensorBoard, WandB
from easel.training.callbacks import CallbackList
from easel.training.engine import COMMAND

from tests.engine.images import write_folder


class Diary(Callback):
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.words: list[Any] = []

    def on_start(self, run: Run) -> None:
        self.words.append(("start", run.settings["epochs"]))

    def on_epoch_end(self, epoch: float, metrics: Mapping[str, float]) -> None:
        self.words.append((epoch, sorted(metrics)))

    def on_end(self, model: easel.TrainedModel) -> None:
        self.words.append(("end", model.task))

    def on_failure(self, error: BaseException) -> None:
        self.words.append(("failure", type(error).__name__))


def test_a_callback_is_told_of_each_epoch_and_may_end_the_training_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COMMAND, f"{sys.executable} -m engine")
    photos = write_folder(tmp_path / "photos", per_class=8)
    diary = Diary()

    def enough(epoch: float, metrics: Mapping[str, float]) -> None:
        if epoch == 2:
            raise StopTraining

    model = easel.fit(
        photos, task="image.classification", work=tmp_path / "work", epochs=500, image_size=16,
        threads=1, progress=False, callbacks=[diary, enough],
    )  # fmt: skip

    numbers = ["accuracy", "loss", "macro_f1", "macro_precision", "macro_recall"]
    names = ["train/learning_rate", "train/loss", *(f"validation/{name}" for name in numbers)]
    assert diary.words == [("start", 500), (1, names), (2, names), ("end", "image.classification")]
    # It may have gone on while it was asked to stop, but not for long.
    assert model.report["training"]["epochs"] < 400
    assert model.runtime.selftest().passed


@pytest.fixture
def run_told(tmp_path: Path) -> Any:
    """Return what tells a callback of a training of two epochs, without the training."""
    options = {"epochs": 2, "augmentation": {"erasing": 0.5}}
    spec = {"task": "image.classification", "backbone": "small_cnn", "seed": 0, "options": options}
    (tmp_path / "spec.json").write_text(json.dumps(spec))

    def tell(callback: Callback) -> CallbackList:
        told = CallbackList([callback], tmp_path)
        for epoch in (1.0, 2.0):
            for split, values in (("train", {"loss": 1 / epoch}), ("validation", {"accuracy": 1})):
                told({"kind": "metric", "split": split, "epoch": epoch, "values": values})
        return told

    return tell


MODEL: Any = SimpleNamespace(metrics={"accuracy": 0.9}, path=Path("package"))
EPOCHS = [
    {"train/loss": 1.0, "validation/accuracy": 1},
    {"train/loss": 0.5, "validation/accuracy": 1},
]
SETTINGS = {
    "task": "image.classification", "backbone": "small_cnn", "seed": 0, "epochs": 2,
    "augmentation.erasing": 0.5,
}  # fmt: skip


class Recorder:
    """Stands for a tool: it writes down how it is called."""

    def __init__(self, **known: Any) -> None:
        self.calls: list[tuple[str, Any]] = []
        vars(self).update(known)

    def __getattr__(self, name: str) -> Any:
        return lambda *words, **named: self.calls.append((name, (*words, *named.values())))


def test_mlflow_gets_settings_numbers_and_the_package_in_a_run_of_its_own(
    run_told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlflow = Recorder(active_run=lambda: None)
    monkeypatch.setitem(sys.modules, "mlflow", mlflow)
    run_told(MLflow("digits")).end(MODEL)
    assert mlflow.calls == [
        ("set_experiment", ("digits",)),
        ("start_run", ()),
        ("log_params", (SETTINGS,)),
        ("log_metrics", (EPOCHS[0], 1)),
        ("log_metrics", (EPOCHS[1], 2)),
        ("log_metrics", ({"accuracy": 0.9},)),
        ("log_artifacts", ("package", "package")),
        ("end_run", ("FINISHED",)),
    ]


def test_an_active_run_of_mlflow_is_joined_and_left_open(
    run_told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mlflow = Recorder(active_run=lambda: "mine")
    monkeypatch.setitem(sys.modules, "mlflow", mlflow)
    run_told(MLflow(with_package=False)).fail(KeyboardInterrupt())
    assert [name for name, _ in mlflow.calls] == ["log_params", "log_metrics", "log_metrics"]


def test_wandb_gets_settings_and_numbers_and_is_told_of_a_failure(
    run_told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, summary = Recorder(), Recorder()
    run = Recorder(config=config, summary=summary)
    wandb = SimpleNamespace(run=None, init=lambda **settings: run if settings else None)
    monkeypatch.setitem(sys.modules, "wandb", wandb)
    run_told(WandB(project="digits")).end(MODEL)
    run_told(WandB(project="digits")).fail(ValueError())
    assert config.calls[0] == ("update", (SETTINGS,))
    assert run.calls[:3] == [
        ("log", ({**EPOCHS[0], "epoch": 1.0},)),
        ("log", ({**EPOCHS[1], "epoch": 2.0},)),
        ("finish", (0,)),
    ]
    assert summary.calls == [("update", ({"accuracy": 0.9},))]
    assert run.calls[-1] == ("finish", (1,))


def test_tensorboard_gets_a_scalar_per_number_and_epoch(
    run_told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    events: list[Any] = []
    folders: list[str] = []

    def writer(folder: str) -> Any:
        folders.append(folder)
        return SimpleNamespace(add_event=events.append, close=lambda: events.append("closed"))

    values = SimpleNamespace(EventFileWriter=writer)
    summary = type("Summary", (SimpleNamespace,), {"Value": SimpleNamespace})
    for name, module in (
        ("tensorboard.summary.writer.event_file_writer", values),
        ("tensorboard.compat.proto.event_pb2", SimpleNamespace(Event=SimpleNamespace)),
        ("tensorboard.compat.proto.summary_pb2", SimpleNamespace(Summary=summary)),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    run_told(TensorBoard()).end(MODEL)
    assert folders == [str(tmp_path / "tensorboard")]
    assert events.pop() == "closed"
    told = [
        (event.step, {one.tag: one.simple_value for one in event.summary.value}) for event in events
    ]
    assert told == [(1, EPOCHS[0]), (2, EPOCHS[1])]


@pytest.mark.parametrize("kind", [MLflow, TensorBoard, WandB])
def test_a_tool_that_is_not_installed_is_named_before_anything_is_trained(
    kind: type[Callback], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mlflow", "tensorboard", "wandb"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(easel.EaselError, match="is not installed"):
        kind()
