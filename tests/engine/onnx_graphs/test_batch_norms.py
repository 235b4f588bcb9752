"""Batch norms are folded where they follow a convolution alone, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

from engine.models.vision.classification.backbones import build_classifier
from engine.onnx_graphs.batch_norms import with_folded_norms

SAMPLE = {"image": torch.randn(2, 3, 8, 8, generator=torch.Generator().manual_seed(0))}


def num_norms(model: nn.Module) -> int:
    return sum(isinstance(module, nn.BatchNorm2d) for module in model.modules())


def with_statistics(model: nn.Module) -> nn.Module:
    """Return a network whose batch norms have seen images, in evaluation mode."""
    random = torch.Generator().manual_seed(1)
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            for values in (module.running_mean, module.running_var, module.weight, module.bias):
                assert values is not None
                values.data.uniform_(0.5, 2, generator=random)
    return model.eval()


class Block(nn.Module):
    """A convolution and its norm, put together by ``how``."""

    def __init__(self, how: Callable[[nn.Module, nn.Module, Tensor], Tensor]) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(3, 3, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(3)
        self.how = how

    def forward(self, image: Tensor) -> Tensor:
        return self.how(self.convolution, self.norm, image)


def test_a_network_answers_alike_without_its_norms_and_keeps_them_itself() -> None:
    model = with_statistics(build_classifier("small_cnn", 8, 3))
    before = num_norms(model)
    folded = with_folded_norms(model, SAMPLE)
    assert (num_norms(folded), num_norms(model)) == (0, before)
    assert before > 0
    with torch.inference_mode():
        torch.testing.assert_close(folded(**SAMPLE), model(**SAMPLE), atol=1e-4, rtol=1e-3)


def test_a_norm_is_folded_whose_convolution_has_no_bias() -> None:
    model = with_statistics(Block(lambda convolution, norm, image: norm(convolution(image))))
    folded = with_folded_norms(model, SAMPLE)
    assert num_norms(folded) == 0
    torch.testing.assert_close(folded(**SAMPLE), model(**SAMPLE), atol=1e-4, rtol=1e-3)


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(lambda c, n, image: n(c(image).relu()), id="something between"),
        pytest.param(lambda c, n, image: c(n(image)), id="the other way round"),
        pytest.param(lambda c, n, image: n(c(made := c(image))) + made, id="convolved twice"),
        pytest.param(lambda c, n, image: n(made := c(image)) + made, id="used elsewhere"),
        pytest.param(lambda c, n, image: n(c(image).relu_()), id="changed in place"),
    ],
)
def test_a_norm_stays_that_follows_no_convolution_alone(
    how: Callable[[nn.Module, nn.Module, Tensor], Tensor],
) -> None:
    model = with_statistics(Block(how))
    assert with_folded_norms(model, SAMPLE) is model
