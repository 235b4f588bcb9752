"""Every backbone of the catalog builds, has the size its card says, and maps features."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from engine.catalog.cards import BackboneCard
from engine.catalog.image import CLASSIFICATION
from engine.data.image.normalization import IMAGENET
from engine.models.low_rank import add_adapters
from engine.models.vision.classification.backbones import build_classifier


@pytest.mark.parametrize("card", CLASSIFICATION.backbones, ids=lambda card: card.key)
def test_the_card_of_a_backbone_is_true(card: BackboneCard) -> None:
    with torch.device("meta"):
        model = build_classifier(card.key, card.input_size, 10)

    num_features = sum(parameter.numel() for parameter in model.features.parameters())
    assert card.parameters_millions == round(num_features / 1e6, 1)


@pytest.mark.parametrize("card", CLASSIFICATION.backbones, ids=lambda card: card.key)
def test_a_backbone_gives_logits_and_a_square_feature_map(card: BackboneCard) -> None:
    size = 16 if card.key == "small_cnn" else 64
    model = build_classifier(card.key, size, 7).eval()
    images = torch.zeros(2, 3, size, size)

    with torch.no_grad():
        features, logits = model.features(images), model(images)

    assert logits.shape == (2, 7)
    assert features.shape[:2] == (2, model.head.in_features)
    assert features.shape[2] == features.shape[3] >= 2


def test_a_pretrained_vision_transformer_sees_images_of_another_size_and_can_be_adapted(
    tmp_path: Path,
) -> None:
    from transformers import ViTConfig, ViTModel

    torch.manual_seed(0)
    sizes = {"hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
    known = ViTModel(ViTConfig(**sizes, intermediate_size=32, image_size=32, patch_size=8))
    known.save_pretrained(tmp_path)

    model = build_classifier("vit_base", 48, 3, tmp_path).eval()
    images = torch.rand(2, 3, 48, 48)
    mean, std = IMAGENET.tensors(images)
    with torch.no_grad():
        features = model.features((images - mean) / std)
        seen = known(images * 2 - 1, interpolate_pos_encoding=True).last_hidden_state
    assert features.shape == (2, 16, 6, 6)
    torch.testing.assert_close(features.flatten(2).transpose(1, 2), seen[:, 1:], atol=1e-5, rtol=0)
    assert add_adapters(model, rank=2, alpha=2.0) == 6
