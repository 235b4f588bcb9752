"""Image classification: what ``auto`` becomes, and how options reach the loss."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from engine.catalog.cards import BackboneCard
from engine.catalog.image import CLASSIFICATION
from engine.data.image.size import default_image_size
from engine.errors import SpecError
from engine.interfaces.batch import Batch
from engine.models.vision.classification.backbones import build_classifier
from engine.specs.data import SampleRecord, Split
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.parse import parse_training_spec
from engine.specs.training import TaskOptions
from engine.tasks.image.classification import TASK
from engine.training.recipe import recipe_of
from tests.engine.images import write_folder, write_multi_label
from tests.engine.runs import spec_document, spec_of


class Fixed(nn.Module):
    """Answers the same logits, whatever it is shown."""

    def __init__(self, logits: Tensor) -> None:
        super().__init__()
        self.logits = logits

    def forward(self, image: Tensor) -> Tensor:
        return self.logits


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_folder(tmp_path_factory.mktemp("data") / "stripes", per_class=12)


def record(width: int, height: int) -> SampleRecord:
    return SampleRecord(
        id="1",
        file="1.png",
        name="1.png",
        sha256="1",
        width=width,
        height=height,
        split=Split.TRAIN,
        labels=("a",),
    )


@pytest.mark.parametrize(
    ("backbone", "pixels", "is_pretrained", "expected"),
    [
        ("small_cnn", 8, False, 16),
        ("small_cnn", 28, False, 32),
        ("small_cnn", 4000, False, 64),
        ("photo_cnn", 28, False, 64),
        ("photo_cnn", 4000, False, 96),
        ("resnet18", 28, False, 64),
        ("resnet18", 100, False, 128),
        ("resnet18", 4000, False, 128),
        ("convnextv2_atto", 8, False, 64),
        ("resnet18", 28, True, 224),
    ],
)
def test_the_image_size_follows_the_data(
    backbone: str, pixels: int, is_pretrained: bool, expected: int
) -> None:
    card = CLASSIFICATION.backbone(backbone)
    records = [record(pixels, pixels // 2)] * 3

    assert default_image_size(records, card, "cpu", is_pretrained=is_pretrained) == expected


def test_a_large_network_sees_photos_whole_where_a_gpu_pays_for_it() -> None:
    card = CLASSIFICATION.backbone("resnet18")

    assert default_image_size([record(900, 600)], card, "cuda", is_pretrained=False) == 224


@pytest.mark.parametrize("card", CLASSIFICATION.backbones, ids=lambda card: card.key)
def test_a_backbone_takes_its_smallest_image_and_a_smaller_one_is_refused(
    card: BackboneCard, data: Path
) -> None:
    smallest = card.min_input_size
    model = build_classifier(card.key, smallest, 3).eval()
    assert model(torch.zeros(2, 3, smallest, smallest)).shape == (2, 3)

    spec = parse_training_spec(
        {**spec_document(data), "backbone": card.key, "options": {"image_size": smallest}}
    )
    assert TASK.build_splits(spec).train.read([0]).inputs["image"].shape[2:] == (smallest, smallest)
    if smallest > 8:
        small = spec.model_copy(
            update={"options": spec.options.model_copy(update={"image_size": smallest - 1})}
        )
        with pytest.raises(SpecError, match=f"at least {smallest} pixels") as refused:
            TASK.build_splits(small)
        assert refused.value.params["field"] == "options.image_size"


def test_resolving_leaves_no_auto_and_is_stable(tmp_path: Path) -> None:
    data = write_folder(tmp_path / "data", per_class=12)
    spec = parse_training_spec({**spec_document(data), "options": {}, "resources": {}})
    splits = TASK.build_splits(spec)

    resolved = TASK.resolve(spec, splits)

    # How tables are read is asked of the file itself, and there is none here.
    assert '"auto"' not in resolved.model_dump_json(exclude={"data": {"reading"}})
    assert TASK.resolve(resolved, splits) == resolved
    assert splits.train.read([0]).inputs["image"].shape[2:] == (16, 16)


def test_few_photographs_are_seen_more_often_than_few_drawings(data: Path) -> None:
    def epochs(backbone: str) -> int:
        document = {**spec_document(data), "backbone": backbone, "options": {}}
        spec = parse_training_spec(document)
        resolved = TASK.resolve(spec, TASK.build_splits(spec)).options
        assert isinstance(resolved, ImageClassificationOptions)
        assert resolved.epochs != "auto"
        return resolved.epochs

    assert epochs("photo_cnn") > epochs("small_cnn")


def test_unresolved_options_are_refused(tmp_path: Path) -> None:
    spec = spec_of(tmp_path).model_copy(update={"options": ImageClassificationOptions()})

    with pytest.raises(SpecError):
        recipe_of(spec)


def test_options_of_another_task_are_refused(tmp_path: Path) -> None:
    spec = spec_of(tmp_path).model_copy(update={"options": TaskOptions()})

    with pytest.raises(SpecError):
        recipe_of(spec)


def test_balanced_weights_raise_the_cost_of_rare_classes(tmp_path: Path) -> None:
    data = write_folder(tmp_path / "data", per_class=12)
    for file in sorted((data / "down").iterdir())[4:]:
        file.unlink()
    splits = TASK.build_splits(spec_of(data))
    # Sure of the first class: the rare second one is missed, then the first one is right.
    sure = Fixed(torch.tensor([[9.0, 0.0, 0.0], [9.0, 0.0, 0.0]]))

    def loss(*labels: int, **options: object) -> float:
        batch = Batch({"image": torch.zeros(2, 1)}, {"labels": torch.tensor(labels)})
        changed = spec_of(data, label_smoothing=0, **options)
        return float(TASK.objective(changed, splits)(sure, batch))

    assert loss(1, 0, class_weights="balanced") > 1.2 * loss(1, 0, class_weights="none")
    # A batch of one class costs the same, whatever its weight.
    assert loss(1, 1, class_weights="balanced") == pytest.approx(loss(1, 1, class_weights="none"))


def test_multi_label_targets_hold_every_label(tmp_path: Path) -> None:
    document = write_multi_label(tmp_path / "data", 40)
    splits = TASK.build_splits(spec_of(document))

    targets = splits.train.read(range(len(splits.train))).targets["labels"]

    assert splits.multi_label
    expected = [
        [float(label in sample.labels) for label in splits.labels]
        for sample in splits.train.records
    ]
    assert targets.tolist() == expected


def test_multi_label_logits_are_evaluated_one_by_one(tmp_path: Path) -> None:
    spec = spec_of(write_multi_label(tmp_path / "data", 40), label_smoothing=0)
    splits = TASK.build_splits(spec)
    both = Batch({"image": torch.zeros(1, 1)}, {"labels": torch.tensor([[1.0, 1.0]])})

    loss = TASK.objective(spec, splits)(Fixed(torch.tensor([[9.0, 9.0]])), both)

    assert float(loss) < 1e-3
    assert TASK.pipeline(spec, splits).postprocessing[0].op == "sigmoid"
    single = replace(splits, multi_label=False)
    assert TASK.pipeline(spec, single).postprocessing[0].op == "softmax"
