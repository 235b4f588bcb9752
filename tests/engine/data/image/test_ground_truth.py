"""Masks beside class folders mark images and are none themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.catalog.image import ANOMALY_DETECTION
from engine.data.image.ground_truth import take_masks
from engine.data.image.normality import divide, is_anomalous
from engine.data.samples import SampleSet, read_samples
from engine.errors import DataError
from engine.specs.data import DatasetFormat, FilesDataSpec, Split


def _write(path: Path, pixels: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path)


def _read(root: Path, mask: np.ndarray) -> SampleSet:
    random = np.random.default_rng(0)
    for folder, count in (("train/good", 8), ("test/good", 2), ("test/crack", 2)):
        for number in range(count):
            image = random.integers(0, 255, (12, 16, 3), dtype=np.uint8)
            _write(root / folder / f"{number:03}.png", image)
    _write(root / "ground_truth/crack/000_mask.png", mask)
    spec = FilesDataSpec(format=DatasetFormat.IMAGE_FOLDER, root=str(root))
    return read_samples(spec, ANOMALY_DETECTION)


def test_a_mask_marks_its_image_and_is_no_sample(tmp_path: Path) -> None:
    mask = np.zeros((12, 16), np.uint8)
    mask[2:5, 3:9] = 255

    samples = divide(take_masks(_read(tmp_path, mask)), "auto")

    assert not any("ground_truth" in record.file for record in samples.records)
    odd = [record for record in samples.records if is_anomalous(record)]
    assert {record.file: len(record.regions) for record in odd} == {
        "test/crack/000.png": 1,
        "test/crack/001.png": 0,
    }
    assert all(record.split is Split.TEST for record in odd)


def test_a_mask_of_another_size_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="000_mask") as error:
        take_masks(_read(tmp_path, np.zeros((3, 3), np.uint8)))

    assert error.value.code == "mask_unreadable"
