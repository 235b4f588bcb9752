"""What is refused of parts that people register themselves, before anything is trained."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from easel import register
from PIL import Image
from torch import nn

from engine.errors import DataError, SpecError
from engine.interfaces.batch import Batch
from engine.interfaces.run import Scores
from engine.specs.data import Split
from engine.specs.parse import parse_training_spec
from engine.specs.training import PluginSpec, TrainingSpec
from engine.tasks.loading import load_task, task_of
from engine.tasks.own_data import write_dataset
from engine.tasks.own_parts import TAKES_LOSSES, with_own_parts
from tests.engine.images import write_folder
from tests.engine.recordings import audio_folder, write_recordings
from tests.engine.runs import events, spec_of, train
from tests.engine.texts import reviews, text_document, write_texts
from tests.engine.videos import video_folder, write_videos


@pytest.fixture(autouse=True)
def _nothing_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in ("networks", "losses", "metrics", "datasets"):
        monkeypatch.setattr(f"engine.tasks.own_parts.{kind}", parts := {})
        monkeypatch.setattr(register, kind, parts)


@pytest.fixture
def spec(tmp_path: Path) -> TrainingSpec:
    return spec_of(write_folder(tmp_path / "photos", per_class=4), epochs=1, image_size=16)


def plugin(folder: Path, text: str) -> dict[str, Any]:
    """Write a plugin and return the change of a spec that names it."""
    file = folder / "parts.py"
    file.write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"plugins": (PluginSpec(file=str(file), sha256=digest),)}


@pytest.mark.parametrize(
    ("built", "words"),
    [
        (lambda inputs, num_labels: "no network", "not a torch.nn.Module"),
        (lambda inputs, num_labels: nn.Identity(), "unexpected keyword argument 'image'"),
        (lambda inputs, num_labels: Flat(num_labels + 1), r"\(2, 4\); logits \(2, 3\)"),
        (lambda inputs, num_labels: Flat(num_labels, features=nn.Flatten()), "rename it"),
        (lambda inputs, num_labels: 1 / 0, "ZeroDivisionError"),
    ],
)
def test_a_network_that_gives_no_logits_is_refused_with_the_reason(
    spec: TrainingSpec, built: Any, words: str
) -> None:
    register.network("mine")(built)
    own = spec.model_copy(update={"backbone": "mine", "loss": "any"})
    register.loss("any")(lambda logits, targets: logits.sum())
    task: Any = task_of(own)
    splits = task.build_splits(own)
    with pytest.raises(SpecError, match=words) as caught:
        task.build_model(task.resolve(own, splits), splits)
    assert caught.value.code == "network_unfit"


class Flat(nn.Module):
    """Adds up pixels."""

    def __init__(self, num_outputs: int, features: nn.Module | None = None) -> None:
        super().__init__()
        self.features = features or nn.Conv2d(3, 3, 1)
        self.head = nn.LazyLinear(num_outputs)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        logits: torch.Tensor = self.head(self.features(image).flatten(1))
        return logits


@pytest.mark.parametrize("task", TAKES_LOSSES)
def test_a_loss_of_ones_own_is_what_is_learnt_by(task: str, spec: TrainingSpec) -> None:
    register.loss("mine")(lambda logits, targets: logits.sum() + targets.sum())
    batch = Batch({"x": torch.ones(2, 3)}, {"labels": torch.tensor([0, 4])})
    own: Any = task_of(spec.model_copy(update={"task": task, "loss": "mine"}))
    objective = own.objective(spec, None)
    assert objective(lambda x: 2 * x, batch) == 16


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"loss": "absent"}, "part_unknown"),
        ({"metric": "absent"}, "part_unknown"),
        ({"loss": "absent", "task": "tabular.prediction"}, "part_unsupported"),
        ({"metric": "absent", "task": "tabular.prediction"}, "part_unsupported"),
        ({"plugins": (PluginSpec(file="/no/such.py", sha256=""),)}, "plugin_unusable"),
        ({"plugins": (PluginSpec(file="/no/such.txt", sha256=""),)}, "plugin_unusable"),
    ],
)
def test_a_part_that_is_not_there_is_named(
    spec: TrainingSpec, change: dict[str, Any], code: str
) -> None:
    with pytest.raises(SpecError) as caught:
        task_of(spec.model_copy(update=change))
    assert caught.value.code == code


def test_a_plugin_that_ends_with_an_error_is_refused_with_its_words(
    spec: TrainingSpec, tmp_path: Path
) -> None:
    own = spec.model_copy(update=plugin(tmp_path, "raise ValueError('not today')\n"))
    for _ in range(2):
        with pytest.raises(SpecError, match="ValueError: not today"):
            task_of(own)


def test_two_parts_of_one_name_are_refused(spec: TrainingSpec, tmp_path: Path) -> None:
    text = "import easel\n" + "easel.register.loss('one')(print)\n" * 2
    with pytest.raises(SpecError, match="two parts called 'one'"):
        task_of(spec.model_copy(update=plugin(tmp_path, text)))


class Summed(nn.Module):
    """Adds up whatever it is given."""

    def __init__(self, num_labels: int) -> None:
        super().__init__()
        self.head = nn.Linear(1, num_labels)

    def forward(self, **inputs: torch.Tensor) -> torch.Tensor:
        total = sum(values.float().flatten(1).sum(1, keepdim=True) for values in inputs.values())
        logits: torch.Tensor = self.head(total)
        return logits


def test_a_network_of_ones_own_is_built_for_each_kind_of_sample_that_takes_one(
    tmp_path: Path,
) -> None:
    register.network("mine")(lambda inputs, num_labels: Summed(num_labels))
    heard = {"sample_rate": 8000, "window_seconds": 0.4, "num_bands": 16}
    videos = write_videos(tmp_path / "videos", 4, ("left", "spin"), size=32, num_frames=4)
    documents: list[dict[str, Any]] = [
        {
            "task": "speech.sound_classification",
            "data": audio_folder(write_recordings(tmp_path / "recordings", 4)),
            "options": heard,
        },
        {
            "task": "video.classification",
            "data": video_folder(videos),
            "options": {"num_frames": 4, "image_size": 32},
        },
        text_document(
            "text.classification",
            write_texts(tmp_path, reviews(40), labels=["bad", "good"]),
            "mine",
        ),
    ]
    for document in documents:
        own = parse_training_spec({"run_id": "run", **document, "backbone": "mine"})
        task: Any = with_own_parts(load_task(own.task), own)
        splits = task.build_splits(own)
        resolved = task.resolve(own, splits)
        model = task.build_model(resolved, splits)
        batch = task.augment(resolved, splits, splits.train.read([0, 1]), 1)
        assert model(**batch.inputs).shape == (2, len(splits.labels)), own.task
        assert task.objective(resolved, splits)(model, batch) > 0


def test_a_builder_that_wants_to_know_is_told_how_many_words_there_are(tmp_path: Path) -> None:
    told: list[int] = []

    def mine(inputs: object, num_labels: int, num_ids: int) -> nn.Module:
        told.append(num_ids)
        return Summed(num_labels)

    register.network("mine")(mine)
    own = parse_training_spec(
        text_document(
            "text.classification",
            write_texts(tmp_path, reviews(40), labels=["bad", "good"]),
            "mine",
        )
    )
    task: Any = with_own_parts(load_task(own.task), own)
    splits = task.build_splits(own)
    task.build_model(task.resolve(own, splits), splits)
    assert told[0] > int(splits.train.read([0, 1]).inputs["input_ids"].max())


def test_what_is_fitted_to_its_optimum_takes_no_loss(tmp_path: Path) -> None:
    register.loss("mine")(lambda logits, targets: logits.sum())
    document = text_document(
        "text.classification",
        write_texts(tmp_path, reviews(8), labels=["bad", "good"]),
        "nb_ngrams",
    )
    with pytest.raises(SpecError, match="Take a network"):
        task_of(parse_training_spec({**document, "loss": "mine"}))


def test_metrics_of_ones_own_stand_beside_the_others_and_choose_the_epoch(
    spec: TrainingSpec, tmp_path: Path
) -> None:
    shapes: list[Any] = []

    def worst(truth: Any, scores: Any) -> float:
        shapes.append((truth.shape, scores.shape, truth.sum(1).tolist()))
        # The first epoch is the best by it.
        return float(len(shapes))

    register.metric("worst", higher_is_better=False)(worst)
    own = spec.model_copy(
        update={"metric": "worst", "options": spec.options.model_copy(update={"epochs": 3})}
    )
    trained = train(own, tmp_path / "work", task=task_of(own))
    assert trained.summary.best_epoch == 1
    told = [e["values"] for e in events(tmp_path / "work") if e.get("split") == "validation"]
    assert [values["worst"] for values in told] == [1, 2, 3]
    truth, scores, sums = shapes[0]
    assert truth == scores == (len(trained.splits.validation), 3)
    assert set(sums) == {1.0}


@pytest.mark.parametrize(
    ("name", "metric", "code"),
    [
        ("mine", lambda truth, scores: 1 / 0, "metric_unusable"),
        ("mine", lambda truth, scores: float("nan"), "metric_unusable"),
        ("accuracy", lambda truth, scores: 1.0, "part_repeated"),
    ],
)
def test_a_metric_that_gives_no_number_is_refused(
    spec: TrainingSpec, name: str, metric: Any, code: str
) -> None:
    register.metric(name)(metric)
    task = with_own_parts(load_task(spec.task), spec)
    records = [SimpleNamespace(labels=("down",)), SimpleNamespace(labels=("slope",))]
    scores: Any = Scores(Split.VALIDATION, records, [np.zeros(3, np.float32)] * 2)
    splits: Any = SimpleNamespace(labels=("across", "down", "slope"), multi_label=False)
    with pytest.raises(SpecError) as caught:
        task.evaluator.metrics(scores, splits)
    assert caught.value.code == code


def test_a_task_without_scores_takes_no_metric(spec: TrainingSpec) -> None:
    register.metric("mine")(lambda truth, scores: 1.0)
    with pytest.raises(SpecError, match="takes no metrics of your own"):
        with_own_parts(load_task("image.object_detection"), spec)


def test_a_dataset_of_ones_own_is_written_once_as_what_every_task_reads(tmp_path: Path) -> None:
    register.dataset("mine")(
        lambda: [(np.zeros((4, 4, 3), np.uint8), "a"), {"text": "…", "labels": ["b"]}]
    )
    folder = write_dataset("mine", "image.classification", tmp_path / "data")
    lines = [json.loads(line) for line in (folder / "data.jsonl").read_text("utf-8").splitlines()]
    assert [line["labels"] for line in lines] == [["a"], ["b"]]
    with Image.open(folder / lines[0]["file"]) as image:
        assert image.size == (4, 4)
    with pytest.raises(SpecError, match="Did you mean 'mine'"):
        write_dataset("mime", "image.classification", tmp_path)
    register.dataset("broken")(lambda: 1 / 0)
    with pytest.raises(DataError, match="ZeroDivisionError"):
        write_dataset("broken", "image.classification", tmp_path)
