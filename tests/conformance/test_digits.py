"""Real handwritten digits, from the command line to the report."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.specs.package.report import ClassificationReport
from tests.engine.runs import run_engine

GATE = 0.985


@pytest.mark.exhaustive
def test_digits_reach_the_gate_from_the_command_line(tmp_path: Path) -> None:
    """1797 real handwritten digits as PNG files, one fifth held out: at most 5 of 360 wrong."""
    from sklearn.datasets import load_digits
    from sklearn.model_selection import train_test_split

    digits = load_digits()
    everyone = np.arange(len(digits.target))
    known, held_out = train_test_split(
        everyone, test_size=0.2, stratify=digits.target, random_state=0
    )
    for part, indices in (("train", known), ("test", held_out)):
        for index in indices:
            folder = tmp_path / "digits" / part / str(digits.target[index])
            folder.mkdir(parents=True, exist_ok=True)
            pixels = (digits.images[index] * (255 / 16)).round().astype(np.uint8)
            Image.fromarray(pixels).save(folder / f"{index}.png")
    work = tmp_path / "work"

    process = run_engine(
        "train", "--data", tmp_path / "digits", "--work", work, OMP_NUM_THREADS="2"
    )

    assert process.returncode == 0, process.stderr
    report = ClassificationReport.model_validate_json((work / "package/report.json").read_bytes())
    assert report.num_samples == 360
    assert report.accuracy.value >= GATE
    assert report.macro_f1.value >= GATE
