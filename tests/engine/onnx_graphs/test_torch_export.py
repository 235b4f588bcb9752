"""An exported network is self-contained, answers alike at any size, and is refused otherwise."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from torch import Tensor, nn

from engine.errors import ExportError
from engine.models.vision.classification.backbones import build_classifier
from engine.onnx_graphs.torch_export import OPSET, DynamicAxis
from engine.onnx_graphs.torch_network import TorchNetwork


def network(
    module: nn.Module,
    size: int = 4,
    output_names: tuple[str, ...] = ("logits",),
) -> TorchNetwork:
    return TorchNetwork("model", module, {"image": torch.zeros(2, 3, size, size)}, output_names)


def test_exported_network_gives_the_same_logits_at_any_batch_size(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = build_classifier("small_cnn", 32, 7).eval()
    inputs, outputs = network(model, 32).export(tmp_path / "model.onnx")
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


class Flat(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.5)
        self.head = nn.Linear(48, 2)

    def forward(self, image: Tensor) -> Tensor:
        logits: Tensor = self.head(self.dropout(image.flatten(1)))
        return logits


def test_export_states_its_opset_and_leaves_the_network_alone(tmp_path: Path) -> None:
    model = Flat().double().train()
    network(model).export(tmp_path / "model.onnx")
    assert model.training
    assert model.head.weight.dtype is torch.float64
    imports = {
        item.domain: item.version for item in onnx.load(tmp_path / "model.onnx").opset_import
    }
    assert imports[""] == OPSET


@pytest.mark.parametrize("is_enabled", [True, False])
def test_garbage_is_looked_for_after_an_export_as_it_was_before(
    is_enabled: bool, tmp_path: Path
) -> None:
    seen: list[bool] = []

    class Watched(Flat):
        def forward(self, image: Tensor) -> Tensor:
            seen.append(gc.isenabled())
            return super().forward(image)

    was_enabled = gc.isenabled()
    (gc.enable if is_enabled else gc.disable)()
    try:
        network(Watched()).export(tmp_path / "model.onnx")
        assert gc.isenabled() is is_enabled
    finally:
        (gc.enable if was_enabled else gc.disable)()
    # First while it is traced, last when file and network are compared.
    assert (seen[0], seen[-1]) == (False, is_enabled)


class Tagger(nn.Module):
    """Tokens and their mask to a score per token and one of the whole."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(50, 8)
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, norm_first=True)
        self.encoder = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False)
        self.head = nn.Linear(8, 3)

    def forward(self, tokens: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.encoder(self.embedding(tokens), src_key_padding_mask=mask == 0)
        scores = self.head(hidden)
        share = (mask / mask.sum(dim=1, keepdim=True)).unsqueeze(2)
        return scores, (scores * share).sum(dim=1)


def tagger(model: nn.Module) -> TorchNetwork:
    axes: Mapping[int, DynamicAxis] = {1: DynamicAxis("length", largest=64)}
    return TorchNetwork(
        "model",
        model,
        {
            "tokens": torch.randint(0, 50, (2, 10), generator=torch.Generator().manual_seed(0)),
            "mask": torch.ones(2, 10, dtype=torch.int64),
        },
        ("scores", "whole"),
        {"tokens": axes, "mask": axes},
    )


def test_a_network_of_several_tensors_answers_alike_at_any_length(tmp_path: Path) -> None:
    torch.manual_seed(0)
    exported = tagger(Tagger().eval())
    inputs, outputs = exported.export(tmp_path / "model.onnx")
    assert [(one.name, one.datatype, one.shape) for one in inputs] == [
        ("tokens", "INT64", (None, None)),
        ("mask", "INT64", (None, None)),
    ]
    assert [(one.name, one.shape) for one in outputs] == [
        ("scores", (None, None, 3)),
        ("whole", (None, 3)),
    ]
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    for rows, length in ((1, 1), (3, 33)):
        given = {
            "tokens": np.random.default_rng(0).integers(0, 50, (rows, length)),
            "mask": np.ones((rows, length), np.int64),
        }
        expected = exported.session().run(given)
        for ours, theirs in zip(session.run(None, given), expected, strict=True):
            np.testing.assert_allclose(ours, theirs, atol=1e-5, rtol=0)


class FixedLength(nn.Module):
    """Remembers the length it was traced with, as careless networks do."""

    def forward(self, tokens: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        scale = 1.0 / (10 if torch.compiler.is_exporting() else tokens.shape[1])
        return tokens.float() * scale, mask.float().sum(dim=1, keepdim=True) * scale


def test_a_network_that_answers_otherwise_at_another_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"tokens \[2, 5\]") as caught:
        tagger(FixedLength()).export(tmp_path / "model.onnx")
    assert caught.value.code == "onnx_differs"


class Eigenvalues(nn.Module):
    """Uses an operator that ONNX does not have."""

    def forward(self, image: Tensor) -> Tensor:
        return torch.linalg.eigvalsh(image[:, 0])


class Branches(nn.Module):
    """Depends on the content of the image, which a graph cannot."""

    def forward(self, image: Tensor) -> Tensor:
        return image.mean(dim=(2, 3)) if image.sum() > 0 else image.amax(dim=(2, 3))


def test_operator_without_an_onnx_form_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="eig") as caught:
        network(Eigenvalues()).export(tmp_path / "model.onnx")
    assert caught.value.code == "onnx_export_failed"
    assert not list(tmp_path.iterdir())


def test_branch_on_the_content_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="data-dependent"):
        network(Branches()).export(tmp_path / "model.onnx")
