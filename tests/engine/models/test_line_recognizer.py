"""The recogniser answers a column for every four pixels of a line, and sees little around it."""

from __future__ import annotations

import pytest
import torch

from engine.data.ocr.pages import COLUMN_WIDTH
from engine.models.ocr.recognizer import Recognizer


@pytest.mark.parametrize("height", [16, 24, 32, 50, 64])
def test_lines_of_any_height_give_a_column_every_four_pixels(height: int) -> None:
    recognizer = Recognizer(num_classes=7, width=4).eval()
    logits = recognizer(torch.zeros(2, 1, height, 96))
    assert logits.shape == (2, 96 // COLUMN_WIDTH, 7)


def test_a_column_sees_its_neighbours_and_not_the_whole_line() -> None:
    torch.manual_seed(0)
    recognizer = Recognizer(num_classes=5, width=4).eval().double()
    line = torch.full((1, 1, 32, 128), -1.0, dtype=torch.float64)
    marked = line.clone()
    marked[:, :, 8:24, :COLUMN_WIDTH] = 1.0
    changed = (recognizer(marked) - recognizer(line)).abs().amax(dim=(0, 2)) > 0
    assert changed[:8].all()
    assert not changed[12:].any()
