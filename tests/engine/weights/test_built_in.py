"""The weights that come with the engine: whole, small, for the networks that name them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn

from engine.catalog import TASKS
from engine.catalog.cards import BackboneCard, TaskCard
from engine.cli import main
from engine.errors import ResourceError
from engine.models.vision.anomaly.patch_features import CspPatches, build_patch_memory
from engine.models.vision.classification.backbones import build_classifier
from engine.models.vision.classification.photo_cnn import PhotoCnn
from engine.models.vision.classification.small_cnn import SmallCnn
from engine.models.vision.detection.csp import CspBackbone
from engine.models.vision.detectors import (
    build_detector,
    build_instance_segmenter,
    build_semantic_segmenter,
)
from engine.options import options_of
from engine.pretraining.learning import Pretrained
from engine.pretraining.recipes import RECIPES
from engine.pretraining.result import write_result
from engine.specs.parse import parse_training_spec
from engine.specs.schedule import ScheduleOptions
from engine.specs.training import PretrainedSpec
from engine.training.resolve import SchedulePreset, resolve_schedule
from engine.weights import built_in
from engine.weights.built_in import FOLDER, built_in_file, load_built_in, read_card
from engine.weights.pretrained import find_weights
from tests.engine.images import write_folder
from tests.engine.runs import events, image_folder, spec_document, train

MOST_MEGABYTES, MOST_MEGABYTES_OF_ALL = 6, 40
STARTED: list[tuple[TaskCard, BackboneCard]] = [
    (card, backbone)
    for card in TASKS.values()
    for backbone in card.backbones
    if backbone.has_built_in
]
PHOTO = built_in_file("easel/photo_cnn")


def _detector(weights: Path | None) -> CspBackbone:
    return build_detector("light_nano", (64, 64), 2, weights).backbone


def _instances(weights: Path | None) -> CspBackbone:
    return build_instance_segmenter("light_nano", (64, 64), 2, weights).backbone


def _semantic(weights: Path | None) -> CspBackbone:
    return build_semantic_segmenter("light_nano", 2, weights).backbone


def _patches(weights: Path | None) -> CspBackbone:
    memory = build_patch_memory("patch_cnn", (64, 64), weights)
    assert isinstance(memory.features, CspPatches)
    # What is known already is not learnt anew.
    assert memory.has_memory is (weights is not None)
    return memory.features.backbone


def test_each_file_is_named_by_a_network_and_is_what_its_card_says() -> None:
    files = sorted(FOLDER.glob("*.safetensors"))
    assert {f"easel/{file.stem}" for file in files} == {one.weights for _, one in STARTED}
    assert sum(file.stat().st_size for file in files) < MOST_MEGABYTES_OF_ALL * 1e6
    for file in files:
        assert file.stat().st_size < MOST_MEGABYTES * 1e6
        card = read_card(file)
        assert card.licence == "Apache-2.0"
        assert card.version == RECIPES[card.key].version
        model = RECIPES[card.key](card.seed).new_model()
        load_built_in(model.get_submodule("network"), file)


@pytest.mark.parametrize(
    ("card", "backbone"), STARTED, ids=[f"{card.key}-{one.key}" for card, one in STARTED]
)
def test_a_run_finds_them_unasked_for_a_folder(card: TaskCard, backbone: BackboneCard) -> None:
    for spec in (PretrainedSpec(), PretrainedSpec(folder="/no/such/folder")):
        found = find_weights(spec, backbone)
        assert found is not None
        assert found.is_file()
    assert find_weights(None, backbone) is None


def test_they_begin_a_network_whose_head_is_new() -> None:
    known, other = (build_classifier("photo_cnn", 32, 3, PHOTO) for _ in range(2))
    random = build_classifier("photo_cnn", 32, 3)
    first, second, third = (
        nn.utils.parameters_to_vector(model.features.parameters())
        for model in (known, other, random)
    )
    assert torch.equal(first, second)
    assert not torch.allclose(first, third)
    assert not torch.equal(known.head.weight, other.head.weight)


@pytest.mark.parametrize("make", [_detector, _instances, _semantic, _patches])
def test_what_finds_things_starts_from_weights_of_its_backbone(
    tmp_path: Path, make: Callable[[Path | None], CspBackbone]
) -> None:
    recipe = RECIPES["csp_nano"](0)
    network = recipe.new_model().get_submodule("network")
    write_result(recipe, Pretrained(network, 0, 0.0, {}), 0, "cpu", tmp_path)
    wanted = nn.utils.parameters_to_vector(network.half().float().parameters())

    started = make(tmp_path / "csp_nano.safetensors")
    assert torch.equal(nn.utils.parameters_to_vector(started.parameters()), wanted)
    assert not torch.equal(nn.utils.parameters_to_vector(make(None).parameters()), wanted)


def test_weights_of_another_network_are_refused_by_name() -> None:
    with pytest.raises(ResourceError, match=r"of another network.*stages\.3") as refused:
        load_built_in(SmallCnn(), PHOTO)
    assert refused.value.code == "weights_damaged"


@pytest.mark.parametrize("harm", ["cut off", "changed", "without a card", "absent"])
def test_a_damaged_file_is_refused(tmp_path: Path, harm: str) -> None:
    file = tmp_path / PHOTO.name
    content = PHOTO.read_bytes()
    if harm != "absent":
        file.write_bytes(content[: len(content) // 2] if harm == "cut off" else content)
    if harm == "changed":
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    if harm != "without a card":
        shutil.copy(PHOTO.with_suffix(".json"), tmp_path)
    with pytest.raises(ResourceError, match="cannot be used") as refused:
        load_built_in(PhotoCnn(), file)
    assert refused.value.code == "weights_damaged"


def test_a_run_that_cannot_use_them_ends_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built_in, "FOLDER", tmp_path)
    document = _photographs(tmp_path) | {"pretrained": {}}
    with pytest.raises(ResourceError, match="train from scratch"):
        train(parse_training_spec(document), tmp_path / "work")


def _photographs(root: Path) -> dict[str, object]:
    data = image_folder(write_folder(root / "data", 4, size=32), validation_share=0.25)
    return spec_document(data, epochs=1, image_size=32) | {"backbone": "photo_cnn"}


@pytest.mark.parametrize(("flags", "start"), [((), "easel/photo_cnn"), (("--from-scratch",), None)])
def test_the_command_starts_from_them_unless_told_otherwise(
    tmp_path: Path, flags: tuple[str, ...], start: str | None
) -> None:
    data = write_folder(tmp_path / "data", 4, size=32)
    work = tmp_path / "work"
    command = [
        "train", "--data", str(data), "--work", str(work), "--backbone", "photo_cnn",
        "--option", "epochs=1", "--option", "image_size=32", "--threads", "1", *flags,
    ]  # fmt: skip
    assert main(command) == 0
    manifest = (work / "package" / "manifest.json").read_text()
    assert (f'"pretrained":"{start}"' in manifest.replace(" ", "")) is (start is not None)
    model_card = (work / "package" / "MODEL_CARD.md").read_text()
    assert ("weights of easel/photo_cnn" in model_card) is (start is not None)
    codes = {one.get("code") for one in events(work)}
    assert "from_scratch" not in codes
    assert ("started_from_weights" in codes) is (start is not None)


def test_they_have_a_rate_and_a_length_of_training_of_their_own() -> None:
    preset = SchedulePreset(
        new_rate=4e-3, known_rate=5e-4, new_steps=800, known_steps=100,
        built_in_rate=2e-3, built_in_steps=400,
    )  # fmt: skip
    spec = parse_training_spec(
        spec_document(Path("unused"), epochs="auto", batch_size=8) | {"backbone": "photo_cnn"}
    )

    def chosen(**changes: object) -> tuple[object, object]:
        resolved = resolve_schedule(spec.model_copy(update=changes), 80, preset)
        options = options_of(resolved, ScheduleOptions)
        return options.learning_rate, options.epochs

    assert chosen() == (4e-3, 60)
    assert chosen(pretrained=PretrainedSpec()) == (2e-3, 40)
    assert chosen(initial_package="package") == (5e-4, 10)
    assert chosen(initial_package="package", pretrained=PretrainedSpec()) == (5e-4, 10)
    other = {"backbone": "resnet18", "pretrained": PretrainedSpec(folder="folder")}
    assert chosen(**other) == (5e-4, 10)
