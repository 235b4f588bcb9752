"""The network of speech recognition."""

from __future__ import annotations

import pytest
import torch

from engine.models.speech.conformer import STRIDE, ConformerCtc


def _model(num_classes: int = 5) -> ConformerCtc:
    torch.manual_seed(0)
    return ConformerCtc(20, num_classes, size=16, num_blocks=2, kernel=3).eval()


@pytest.mark.parametrize("frames", [32, 64, 96])
def test_every_four_frames_are_a_column(frames: int) -> None:
    logits = _model()(torch.randn(3, frames, 20))

    assert logits.shape == (3, frames // STRIDE, 5)


@torch.no_grad()
def test_recordings_of_a_batch_do_not_hear_each_other() -> None:
    model, features = _model(), torch.randn(2, 64, 20)

    together = model(features)

    assert torch.allclose(together[:1], model(features[:1]), atol=1e-6)


@torch.no_grad()
def test_a_column_sees_the_whole_recording() -> None:
    model, features = _model(), torch.randn(1, 128, 20)
    changed = features.clone()
    changed[:, -4:] += 1.0

    assert not torch.allclose(model(features)[0, 0], model(changed)[0, 0], atol=1e-6)


@torch.no_grad()
def test_new_classes_leave_the_scores_of_the_known_ones_alone() -> None:
    model, features = _model(), torch.randn(2, 32, 20)
    before = model(features)

    model.add_classes(8)

    after = model(features)
    assert after.shape[2] == 8
    assert torch.allclose(after[:, :, :5], before, atol=1e-6)
