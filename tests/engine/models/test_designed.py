"""Networks that are described by numbers build at the ends of their space, and learn."""

from __future__ import annotations

from typing import Any

import pydantic
import pytest
import torch

from engine.catalog.image import CLASSIFICATION
from engine.catalog.searchable import default_parameters, with_settings
from engine.models.vision.classification.backbones import build_designed
from engine.specs.options.image.classification import ImageClassificationOptions
from engine.specs.tuning.network_design import NetworkDesign, TransformerDesign
from engine.specs.tuning.search_space import Choices, SearchSpace
from engine.tuning.algorithms.baselines import RandomSearch
from engine.tuning.algorithms.history import History

_DEEP = {"depth": 4, "widening": 2.5, "kernel": 7, "squeeze_excite": True}


@pytest.mark.parametrize(
    "stages",
    [
        {},
        {"first": {"depth": 1, "widening": 1.0}, "third": {"block": "none"}},
        {"first": _DEEP, "second": _DEEP | {"block": "inverted", "expansion": 6}},
        {"fourth": {"block": "inverted", "expansion": 1, "kernel": 5}},
    ],
)
@pytest.mark.parametrize(("size", "stem_stride"), [(8, 1), (8, 4), (33, 3)])
def test_a_design_of_the_ends_of_the_space_answers_and_learns(
    stages: dict[str, Any], size: int, stem_stride: int
) -> None:
    design = NetworkDesign.model_validate({**stages, "stem_width": 8, "stem_stride": stem_stride})
    torch.manual_seed(0)
    model = build_designed(design, size, 3)
    features = model.features(torch.rand(2, 3, size, size))
    assert features.shape[:2] == (2, model.head.in_features)
    model(torch.rand(2, 3, size, size)).logsumexp(1).sum().backward()
    silent = [name for name, weight in model.named_parameters() if weight.grad is None]
    assert not silent


@pytest.mark.parametrize("patch", [2, 5, 32])
def test_a_designed_transformer_takes_patches_that_do_not_divide_the_image(patch: int) -> None:
    design = TransformerDesign(patch=patch, depth=1, heads=3, head_width=8)
    model = build_designed(design, 18, 4).eval()
    assert model(torch.rand(2, 3, 18, 18)).shape == (2, 4)


def test_a_stage_is_as_deep_and_as_wide_as_its_design_says() -> None:
    design = NetworkDesign.model_validate(
        {"stem_width": 16, "first": {"depth": 3, "widening": 1.5}, "third": {"block": "none"}}
    )
    network = build_designed(design, 16, 2).features
    assert len(network.stages) == 3 + 1
    assert network.num_features == 48


def test_an_even_kernel_is_refused() -> None:
    with pytest.raises(pydantic.ValidationError, match="no middle"):
        ImageClassificationOptions.model_validate({"design": {"first": {"kernel": 4}}})


@pytest.mark.parametrize("backbone", ["designed_cnn", "designed_transformer"])
def test_whatever_a_search_draws_is_a_design(backbone: str) -> None:
    search = RandomSearch(SearchSpace(parameters=default_parameters(CLASSIFICATION, [backbone])), 0)
    history = History.empty(search.cube.num_dims)
    for number in range(50):
        settings = search.cube.settings(search.ask(history, number))
        options = ImageClassificationOptions.model_validate(with_settings({}, settings)[0])
        if options.design.third.block == "none":
            assert "design.third.depth" not in settings


def test_only_a_network_with_a_shape_to_choose_is_searched_for_its_shape() -> None:
    def names(*backbones: str) -> set[str]:
        found = default_parameters(CLASSIFICATION, backbones)
        return {one.name.partition(".")[0] for one in found}

    assert "design" in names("designed_cnn")
    assert "transformer" not in names("designed_cnn")
    assert not {"design", "transformer"} & names("small_cnn", "resnet18")


def test_a_stage_beside_other_networks_waits_for_its_own_and_for_its_kind() -> None:
    found = {
        one.name: one.when
        for one in default_parameters(CLASSIFICATION, ["small_cnn", "designed_cnn"])
    }
    block, depth = found["design.third.block"], found["design.third.depth"]
    assert block is not None
    assert block.parameter == "backbone"
    assert depth is not None
    assert depth.parameter == "design.third.block"
    assert "none" not in depth.values
    parameters = default_parameters(CLASSIFICATION, ["designed_cnn"])
    kernels = next(one.range for one in parameters if one.name == "design.first.kernel")
    assert not isinstance(kernels, Choices)
    assert kernels.step == 2
