"""What is refused of parts that people register themselves, before anything is trained."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
import torch
from easel import register
from torch import nn

from engine.errors import SpecError
from engine.interfaces.batch import Batch
from engine.specs.training import PluginSpec, TrainingSpec
from engine.tasks.loading import task_of
from engine.tasks.own_parts import TAKES_LOSSES
from tests.engine.images import write_folder
from tests.engine.runs import spec_of


@pytest.fixture(autouse=True)
def _nothing_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.tasks.own_parts.networks", networks := {})
    monkeypatch.setattr("engine.tasks.own_parts.losses", losses := {})
    monkeypatch.setattr(register, "networks", networks)
    monkeypatch.setattr(register, "losses", losses)


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
        ({"loss": "absent", "task": "tabular.prediction"}, "part_unsupported"),
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
