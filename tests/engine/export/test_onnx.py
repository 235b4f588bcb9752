"""Exported networks give the logits of the trained ones at any batch size."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from torch import Tensor, nn

from engine.errors import ExportError
from engine.export.onnx import OPSET, export_onnx
from engine.models.vision.backbones import build_classifier


def test_exported_network_gives_the_same_logits_at_any_batch_size(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = build_classifier("small_cnn", 32, 7).eval()
    inputs, outputs = export_onnx(model, input_size=(32, 32), path=tmp_path / "model.onnx")
    assert [path.name for path in tmp_path.iterdir()] == ["model.onnx"]
    assert (inputs[0].name, inputs[0].shape) == ("image", (None, 3, 32, 32))
    assert (outputs[0].name, outputs[0].shape) == ("logits", (None, 7))

    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    images = np.random.default_rng(0).normal(size=(5, 3, 32, 32)).astype(np.float32)
    for batch in (1, 2, 5):
        (logits,) = session.run(["logits"], {"image": images[:batch]})
        with torch.inference_mode():
            expected = model(torch.from_numpy(images[:batch])).numpy()
        # Both compute in float32; the order of sums differs.
        np.testing.assert_allclose(logits, expected, atol=1e-5, rtol=0)


def test_export_states_its_opset_and_leaves_the_network_alone(tmp_path: Path) -> None:
    model = nn.Sequential(nn.Flatten(), nn.Dropout(0.5), nn.Linear(48, 2)).double().train()
    export_onnx(model, input_size=(4, 4), path=tmp_path / "model.onnx")
    assert model.training
    assert model[2].weight.dtype is torch.float64
    imports = {
        item.domain: item.version for item in onnx.load(tmp_path / "model.onnx").opset_import
    }
    assert imports[""] == OPSET


class Eigenvalues(nn.Module):
    """Uses an operator that ONNX does not have."""

    def forward(self, images: Tensor) -> Tensor:
        return torch.linalg.eigvalsh(images[:, 0])


class Branches(nn.Module):
    """Depends on the content of the image, which a graph cannot."""

    def forward(self, images: Tensor) -> Tensor:
        return images.mean(dim=(2, 3)) if images.sum() > 0 else images.amax(dim=(2, 3))


def test_operator_without_an_onnx_form_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="eig") as caught:
        export_onnx(Eigenvalues(), input_size=(4, 4), path=tmp_path / "model.onnx")
    assert caught.value.code == "onnx_export_failed"
    assert not list(tmp_path.iterdir())


def test_branch_on_the_content_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="data-dependent"):
        export_onnx(Branches(), input_size=(4, 4), path=tmp_path / "model.onnx")
