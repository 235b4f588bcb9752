"""Networks, losses, data and metrics of people's own, registered in a file of theirs."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import easel
import easel.register
import pytest
from easel.training.engine import COMMAND

from tests.engine.images import write_folder

PARTS = """
from pathlib import Path

import easel
import torch
from torch import nn
from torch.nn import functional


class Small(nn.Module):
    def __init__(self, channels, num_labels):
        super().__init__()
        self.convolution = nn.Conv2d(channels, 8, 3, stride=2)
        self.head = nn.Linear(8, num_labels)

    def forward(self, image):
        return self.head(functional.relu(self.convolution(image)).mean((2, 3)))


@easel.register.network("small_net")
def small_net(inputs, num_labels):
    return Small(inputs["image"].shape[1], num_labels)


@easel.register.loss("raised")
def raised(logits, targets):
    return 1000 + functional.cross_entropy(logits, targets)


@easel.register.dataset("my_photos")
def my_photos():
    for path in sorted(Path({photos!r}).rglob("*.png")):
        yield path, path.parent.name


@easel.register.metric("right")
def right(truth, scores):
    return (truth.argmax(1) == scores.argmax(1)).mean()
"""


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "photos", per_class=8)


def test_parts_of_ones_own_are_trained_in_half_the_bits_packaged_and_run_like_ours(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COMMAND, f"{sys.executable} -m engine")
    parts = tmp_path / "my_parts.py"
    parts.write_text(written := PARTS.replace("{photos!r}", repr(str(photos))))
    losses: list[float] = []
    work = tmp_path / "work"

    model = easel.fit(
        dataset="my_photos", task="image.classification", plugins=[parts], backbone="small_net",
        loss="raised", metric="right", precision="bfloat16",
        epochs=2, image_size=16, threads=1, work=work, progress=False,
        callbacks=[lambda epoch, metrics: losses.append(metrics["train/loss"])],
    )  # fmt: skip

    assert model.backbone == "small_net"
    assert model.runtime.selftest().passed
    assert min(losses) > 1000
    assert len(model.predict(str(photos / "down" / "000.png"), top_num=1)) == 1

    assert model.metrics["right"] == model.metrics["accuracy"]
    assert json.loads((work / "spec.json").read_text())["options"]["precision"] == "bfloat16"

    measured = model.evaluate(plugins=[parts], dataset="my_photos")
    assert measured.num_samples == 24
    assert measured["right"] == measured["accuracy"]

    parts.write_text(f"{written}\n# Something else.\n")
    with pytest.raises(easel.TrainingFailed) as caught:
        easel.fit(work=work, resume=True, progress=False)
    assert caught.value.code == "plugin_changed"
