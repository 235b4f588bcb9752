"""Pretrained and initial weights: loaded exactly, heads new, absence said out loud."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file
from torch.nn import functional

from engine.data.no_samples import NoSamples
from engine.errors import ResourceError, SpecError
from engine.interfaces.dataset import Splits
from engine.models.vision.classification.backbones import build_classifier
from engine.models.vision.classification.classifier import ImageClassifier
from engine.specs.training import PretrainedSpec
from engine.tasks.image.classification import TASK
from engine.weights.initial import compare_labels, load_initial
from tests.engine.images import write_folder
from tests.engine.runs import events, spec_of, train

LABELS = ("a", "b", "c")


@pytest.fixture(scope="module")
def weights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with weights of a tiny ResNet under the name the catalog gives resnet18."""
    from transformers import ResNetConfig, ResNetForImageClassification

    folder = tmp_path_factory.mktemp("weights")
    config = ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type="basic", num_labels=3
    )
    torch.manual_seed(11)
    ResNetForImageClassification(config).save_pretrained(folder / "microsoft/resnet-18")
    return folder


def build(weights: Path, seed: int) -> ImageClassifier:
    spec = spec_of(Path("unused")).model_copy(
        update={"backbone": "resnet18", "pretrained": PretrainedSpec(folder=str(weights))}
    )
    torch.manual_seed(seed)
    nothing = NoSamples()
    model = TASK.build_model(spec, Splits(nothing, nothing, nothing, LABELS))
    assert isinstance(model, ImageClassifier)
    return model


def test_the_backbone_is_the_saved_one_and_the_head_is_new(weights: Path) -> None:
    from safetensors.torch import load_file

    saved = load_file(weights / "microsoft/resnet-18/model.safetensors")
    first, second = build(weights, 1), build(weights, 2)

    loaded = {
        f"resnet.{name}": value for name, value in first.features.network.state_dict().items()
    }
    backbone = {name for name in saved if name.startswith("resnet.")}
    assert backbone == set(loaded)
    for name in backbone:
        assert torch.equal(loaded[name], saved[name]), name
    # The label counts agree, so a library that only looks at shapes would keep the old head.
    assert first.head.weight.shape == saved["classifier.1.weight"].shape
    assert not torch.equal(first.head.weight, saved["classifier.1.weight"])
    assert not torch.equal(first.head.weight, second.head.weight)


def test_a_loaded_model_learns(weights: Path) -> None:
    model = build(weights, 1)
    images, targets = torch.randn(12, 3, 32, 32), torch.arange(12) % 3
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(12):
        loss = functional.cross_entropy(model(images), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))

    assert losses[-1] < losses[0] / 2


def test_absent_weights_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="microsoft/resnet-18") as error:
        build(tmp_path, 1)
    assert error.value.code == "weights_absent"


def test_absent_weights_that_may_be_replaced_are_said_in_the_events(tmp_path: Path) -> None:
    data = write_folder(tmp_path / "data", per_class=6)
    spec = spec_of(data, epochs=1, image_size=32).model_copy(
        update={
            "backbone": "resnet18",
            "pretrained": PretrainedSpec(folder=str(tmp_path), absent="scratch"),
        }
    )

    trained = train(spec, tmp_path / "work")

    assert trained.summary.from_scratch
    assert trained.summary.pretrained is None
    warnings = [event for event in events(tmp_path / "work") if event["kind"] == "warning"]
    assert "from_scratch" in {event["code"] for event in warnings}


def write_package(folder: Path, model: ImageClassifier, labels: tuple[str, ...]) -> Path:
    """Write what incremental training reads of a package."""
    folder.mkdir()
    save_file(model.state_dict(), folder / "weights.safetensors")
    document = {
        "name": "m",
        "version": "1",
        "task": "image.classification",
        "multi_label": False,
        "backbone": "small_cnn",
        "pretrained": None,
        "licence": "MIT",
        "labels": [{"name": label, "threshold": 0.5} for label in labels],
        "input": {"kind": "image"},
        "preprocessing": [],
        "networks": [],
        "postprocessing": [],
        "golden": {"cases": []},
        "files": [],
        "lineage": {
            "run_id": "r",
            "dataset_version_id": None,
            "initial_model": None,
            "engine_version": "1",
            "created_at": "2026-01-01T00:00:00Z",
        },
    }
    (folder / "manifest.json").write_text(json.dumps(document))
    return folder


def test_rows_of_the_head_follow_their_label_names(tmp_path: Path) -> None:
    before = build_classifier("small_cnn", 16, 3)
    package = write_package(tmp_path / "package", before, LABELS)
    after = build_classifier("small_cnn", 16, 3)
    fresh = after.head.weight.detach().clone()

    load_initial(after, package, "small_cnn", ("c", "new", "a"))

    assert torch.equal(after.head.weight[0], before.head.weight[2])
    assert torch.equal(after.head.weight[1], fresh[1])
    assert torch.equal(after.head.weight[2], before.head.weight[0])
    for name, value in after.features.state_dict().items():
        assert torch.equal(value, before.features.state_dict()[name]), name
    change = compare_labels(package, ("c", "new", "a"))
    assert (change.kept, change.new, change.dropped) == (("c", "a"), ("new",), ("b",))


def test_a_package_of_another_backbone_is_refused(tmp_path: Path) -> None:
    package = write_package(tmp_path / "package", build_classifier("small_cnn", 16, 3), LABELS)

    with pytest.raises(SpecError) as error:
        load_initial(build_classifier("small_cnn", 16, 3), package, "resnet18", LABELS)
    assert error.value.code == "initial_backbone_differs"


def test_an_absent_package_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError) as error:
        compare_labels(tmp_path / "gone", LABELS)
    assert error.value.code == "initial_package_absent"
