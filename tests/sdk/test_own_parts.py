"""Networks and losses of people's own, registered in a file of theirs."""

from __future__ import annotations

import sys
from pathlib import Path

import easel
import easel.register
import pytest
from easel.training.engine import COMMAND

from tests.engine.images import write_folder

PARTS = """
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
"""


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return write_folder(tmp_path / "photos", per_class=8)


def test_a_network_and_a_loss_of_ones_own_are_trained_packaged_and_run_like_ours(
    photos: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COMMAND, f"{sys.executable} -m engine")
    parts = tmp_path / "my_parts.py"
    parts.write_text(PARTS)
    losses: list[float] = []
    work = tmp_path / "work"

    model = easel.fit(
        photos, task="image.classification", plugins=[parts], backbone="small_net", loss="raised",
        epochs=2, image_size=16, threads=1, work=work, progress=False,
        callbacks=[lambda epoch, metrics: losses.append(metrics["train/loss"])],
    )  # fmt: skip

    assert model.backbone == "small_net"
    assert model.runtime.selftest().passed
    assert min(losses) > 1000
    assert len(model.predict(str(photos / "down" / "000.png"), top_num=1)) == 1

    parts.write_text(f"{PARTS}\n# Something else.\n")
    with pytest.raises(easel.TrainingFailed) as caught:
        easel.fit(work=work, resume=True, progress=False)
    assert caught.value.code == "plugin_changed"
