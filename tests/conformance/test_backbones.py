"""Every family of backbones of the catalog ends in a file that answers like its network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, cast

import pytest
from easel.runtime.backends.onnxruntime import load
from torch import nn

from engine.catalog import TASKS
from engine.interfaces.task import GradientTask
from engine.specs.parse import parse_training_spec
from engine.tasks.loading import load_task
from tests.conformance.case import Case, all_cases

# Larger sizes of a family whose smallest is exported here: the same code with other numbers. Those
# of Mask2Former and SigLIP are exported in a tiny size by the tests of their tasks.
LARGER = frozenset(
    (
        "ast_base",
        "clip_vit_b32",
        "conformer_ctc_large",
        "conformer_ctc_medium",
        "convnextv2_tiny",
        "light_medium",
        "light_small",
        "mask2former_nano",
        "mask2former_swin_t",
        "reader_large",
        "reader_medium",
        "segformer_b2",
        "shelf_large",
        "shelf_medium",
        "siglip_base",
        "vit_base",
        "wav2vec2_base",
        "whisper_base",
        "whisper_small",
        "whisper_tiny",
    )
)
# The same code again: exported with their tasks in ``test_tasks.py``, or in another place below.
# Only ``make test-all`` exports these here.
AGAIN = frozenset(
    (
        "image.anomaly_detection autoencoder",
        "image.anomaly_detection patch_cnn",
        "image.anomaly_detection resnet18",
        "image.anomaly_detection texture_filters",
        "image.classification resnet50",
        "image.classification small_cnn",
        "image.object_detection dfine_m",
        "image.object_detection light_nano",
        "image.segmentation light_nano",
        "multimodal.image_text_retrieval convnextv2_atto",
        "multimodal.image_text_retrieval resnet18",
        "multimodal.image_text_retrieval resnet50",
        "multimodal.image_text_retrieval small_cnn",
        "ocr.text_recognition reader_small",
        "retail.product_detection shelf_small",
        "speech.recognition conformer_ctc_small",
        "speech.sound_classification sound_cnn",
        "speech.sound_classification sound_cnn_small",
        "video.classification film_cnn",
    )
)
FIRST = {case.task: case for case in reversed(all_cases())}
BACKBONES = [
    pytest.param(
        FIRST[key],
        card.key,
        id=f"{key} {card.key}",
        marks=pytest.mark.exhaustive if f"{key} {card.key}" in AGAIN else (),
    )
    for key in TASKS
    if key in FIRST and FIRST[key].backbone_options is not None
    for card in TASKS[key].backbones
    if card.key not in LARGER
]


def test_only_sizes_that_exist_are_left_out() -> None:
    assert {card.key for task in TASKS.values() for card in task.backbones} >= LARGER
    assert {param.id for param in BACKBONES} >= AGAIN


@pytest.mark.parametrize(
    "is_whole", [pytest.param(True, marks=pytest.mark.exhaustive), False], ids=["whole", "shallow"]
)
@pytest.mark.parametrize(("case", "backbone"), BACKBONES)
def test_a_backbone_answers_alike_once_exported(
    case: Case, backbone: str, is_whole: bool, tmp_path: Path
) -> None:
    document = case.document(tmp_path)
    options = {**document["options"], **(case.backbone_options or {})}
    spec = parse_training_spec({**document, "backbone": backbone, "options": options})
    task = cast("GradientTask[Any]", load_task(case.task))
    splits = task.build_splits(spec)
    spec = task.resolve(spec, splits)
    model = task.build_model(spec, splits)
    if not is_whole:
        keep_two_of_each_stack(model)
    (network, *_) = task.networks(spec, splits, model)
    network.export(tmp_path / "model.onnx")

    session, trained = load((tmp_path / "model.onnx").read_bytes(), threads=1), network.session()
    for example in splits.held_out()[1].examples([0, 1]):
        given, expected = (
            dict(zip(one.output_names, one.run(example.tensors), strict=True))
            for one in (session, trained)
        )
        # Both compute in float32; the order of sums differs.
        assert network.difference(expected, given) <= 1e-4


def keep_two_of_each_stack(model: nn.Module) -> None:
    """Shorten rows of transformer layers that are alike: twelve are exported as two are.

    Convolutions stay: each also makes what the next ones see smaller.
    """
    for stack in model.modules():
        if isinstance(stack, nn.ModuleList) and len(stack) > 2:
            kinds = {type(layer).__name__ for layer in stack}
            if len(kinds) == 1 and re.search("(?<!Conv)Layer$", kinds.pop()):
                del stack[2:]


def test_only_rows_of_transformer_layers_are_shortened() -> None:
    layers = nn.ModuleList(nn.TransformerEncoderLayer(4, 1, 4) for _ in range(3))
    others = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))

    keep_two_of_each_stack(nn.ModuleList((layers, others)))

    assert (len(layers), len(others)) == (2, 3)
