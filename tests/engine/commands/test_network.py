"""Which network a command line trains, and what it starts from."""

from __future__ import annotations

import zipfile
from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.catalog import TASKS, Tier
from engine.cli import _parser, main
from engine.commands.network import usual_network
from engine.commands.specs import spec_of
from engine.errors import SpecError
from engine.specs.training import TrainingSpec

CARD = TASKS["image.classification"]


def photographs(root: Path, size: tuple[int, int], *, num: int = 3) -> Path:
    """Write folders of two classes; return where they are."""
    for label in ("a", "b"):
        (root / label).mkdir(parents=True)
        for number in range(num):
            Image.new("RGB", size, (number, 9, 9)).save(root / label / f"{number}.png")
    return root


def asked(data: Path, work: Path, *more: str) -> TrainingSpec:
    """Return what a command line asks for."""
    words = ["train", "--data", str(data), "--work", str(work), *more]
    return spec_of(_parser().parse_args(words, Namespace()))


@pytest.mark.parametrize(
    ("size", "network"), [((28, 28), "small_cnn"), ((63, 20), "small_cnn"), ((20, 64), "photo_cnn")]
)
def test_a_tier_stands_for_the_network_that_suits_the_images(
    tmp_path: Path, size: tuple[int, int], network: str
) -> None:
    data = photographs(tmp_path / "data", size)
    spec = asked(data, tmp_path / "work")
    assert spec.backbone == network
    assert (spec.pretrained is not None) is (network == "photo_cnn")
    assert asked(data, tmp_path / "work", "--tier", "accurate").backbone == "convnextv2_tiny"
    assert asked(data, tmp_path / "work", "--backbone", "small_cnn").backbone == "small_cnn"


def test_images_in_a_zip_are_looked_at_and_broken_ones_passed_over(tmp_path: Path) -> None:
    folder = photographs(tmp_path / "data", (200, 90))
    (folder / "a" / "0.png").write_bytes(b"no image")
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        for path in sorted(folder.rglob("*.png")):
            archive.write(path, path.relative_to(folder))
    assert usual_network(CARD, Tier.FAST, tmp_path / "data.zip") == "photo_cnn"
    for path in folder.rglob("*.png"):
        path.write_bytes(b"no image")
    assert usual_network(CARD, Tier.FAST, folder) == "small_cnn"
    assert usual_network(CARD, Tier.FAST, None) == "small_cnn"


def test_a_folder_of_weights_is_refused_where_the_engine_has_its_own(tmp_path: Path) -> None:
    data = photographs(tmp_path / "data", (90, 90))
    with pytest.raises(
        SpecError, match=r"no published weights of 'photo_cnn'.*resnet18"
    ) as refused:
        asked(data, tmp_path / "work", "--pretrained", str(tmp_path))
    assert refused.value.code == "weights_useless"
    assert "photo_cnn" not in refused.value.message.split("choose")[1]


def test_photographs_of_all_kinds_and_eight_in_all_are_learnt_from(tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    for number, mode in enumerate(("L", "RGBA", "RGB", "P", "1", "I;16", "CMYK", "LA")):
        folder = tmp_path / "data" / "ab"[number % 2]
        folder.mkdir(parents=True, exist_ok=True)
        side = 2000 if mode == "RGB" else 70
        tones = random.integers(0, 256, (side, side), dtype=np.uint8)
        if mode == "I;16":
            image = Image.fromarray(tones.astype(np.uint16) * 257)
        else:
            image = Image.fromarray(tones).convert(mode)
        image.save(folder / f"{number}.tif")
    work = tmp_path / "work"
    words = ["train", "--data", str(tmp_path / "data"), "--work", str(work), "--threads", "1"]
    assert main([*words, "--option", "epochs=1"]) == 0
    assert '"easel/photo_cnn"' in (work / "package" / "manifest.json").read_text()
