"""The cards of the sample projects can be drawn again from the data they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageChops

from engine.specs.language import Language
from tests.guides.drawn_samples import SIZE
from tests.guides.thumbnails import FOLDERS, thumbnail

# One for each way to draw; what is drawn from the others is the same.
DRAWN = (
    "image.anomaly_detection",
    "speech.recognition",
    "tabular.prediction",
    "tabular.forecasting",
    "text.entity_extraction",
    "text.similarity",
    "video.object_tracking",
)


@pytest.mark.parametrize("language", FOLDERS)
@pytest.mark.parametrize("task", DRAWN)
def test_a_card_is_drawn_as_it_is_kept(task: str, language: Language) -> None:
    made = thumbnail(task, language)

    with Image.open(FOLDERS[language] / f"{task}.webp") as kept:
        assert kept.size == made.size == SIZE
        difference = ImageChops.difference(made.convert("L"), kept.convert("L"))
    # Fonts differ from machine to machine, and what is kept is compressed.
    assert np.asarray(difference).mean() < 12
