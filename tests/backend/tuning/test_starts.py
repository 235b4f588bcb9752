"""What trials start from, where a study looks through networks with weights and without."""

from __future__ import annotations

import pytest

from backend.tuning.models import Study
from backend.tuning.services.starts import starts_pretrained
from engine.catalog.image import CLASSIFICATION


@pytest.mark.parametrize(
    ("asked", "own", "network", "starts"),
    [
        (True, "photo_cnn", "photo_cnn", True),
        (True, "photo_cnn", "small_cnn", False),
        # Published weights that are not here.
        (True, "photo_cnn", "resnet18", False),
        (True, "resnet18", "photo_cnn", True),
        # The study asked for these: their absence is refused, not passed over.
        (True, "resnet18", "resnet18", True),
        (False, "photo_cnn", "photo_cnn", False),
    ],
)
def test_networks_without_weights_are_searched_beside_those_with_some(
    asked: bool, own: str, network: str, starts: bool
) -> None:
    study = Study(backbone=own, pretrained=asked)
    assert starts_pretrained(study, CLASSIFICATION.backbone(network)) is starts
