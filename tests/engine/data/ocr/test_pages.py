"""Batches of pages carry their own lines and as many drawn ones as reading needs to be learnt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from engine.data.ocr.pages import CHARACTERS, LENGTHS, LINES, LINES_PER_IMAGE, PageDataset
from engine.data.ocr.synthesis.lines import Line
from engine.data.samples import read_samples
from engine.specs.data import Split
from engine.specs.parse import parse_training_spec
from engine.tasks.ocr.text_recognition import TASK, image_ops
from tests.engine.runs import spec_document
from tests.engine.text_images import write_numbers


def _pages(root: Path, drawn: Sequence[Line], share: float = 1.0) -> PageDataset:
    data = {"kind": "files", "format": "text_lines", "root": str(write_numbers(root, 6))}
    document = {
        **spec_document(data, image_size=96),
        "task": TASK.card.key,
        "backbone": "reader_small",
    }
    samples = read_samples(parse_training_spec(document).data, TASK.card)
    return PageDataset(
        samples.of(Split.TRAIN), samples.files, image_ops(96), "0123", 16, drawn, drawn_share=share
    )


def _line(text: str) -> Line:
    return Line(np.full((20, 40, 3), 200, np.uint8), text)


def test_pages_without_drawn_lines_carry_their_own_only(tmp_path: Path) -> None:
    batch = _pages(tmp_path / "data", ()).read([0, 1])
    assert 2 <= len(batch.targets[LINES]) <= 4
    assert int(batch.targets[LENGTHS].sum()) == len(batch.targets[CHARACTERS])


def test_few_own_lines_are_made_up_for_by_drawn_ones(tmp_path: Path) -> None:
    pages = _pages(tmp_path / "data", [_line("0"), _line("12")])
    batch = pages.read([0, 1])
    assert len(batch.targets[LINES]) == 2 * LINES_PER_IMAGE


def test_the_same_batch_takes_the_same_drawn_lines(tmp_path: Path) -> None:
    pages = _pages(tmp_path / "data", [_line("0"), _line("12"), _line("321")])
    once, again, other = pages.read([0, 1]), pages.read([0, 1]), pages.read([1, 2])
    assert torch.equal(once.targets[CHARACTERS], again.targets[CHARACTERS])
    assert not torch.equal(once.targets[LENGTHS][-20:], other.targets[LENGTHS][-20:])


def test_drawn_lines_with_characters_that_are_not_read_are_left_out(tmp_path: Path) -> None:
    pages = _pages(tmp_path / "data", [_line("9x")])
    assert len(pages.read([0, 1]).targets[LINES]) <= 4
