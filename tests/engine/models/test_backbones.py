"""Every backbone of the catalog builds, has the size its card says, and maps features."""

from __future__ import annotations

import pytest
import torch

from engine.catalog.cards import BackboneCard
from engine.catalog.image import CLASSIFICATION
from engine.models.vision.backbones import build_classifier


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
