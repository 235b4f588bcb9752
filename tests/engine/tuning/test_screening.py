from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch import nn

from engine.catalog.image import CLASSIFICATION
from engine.catalog.searchable import default_parameters
from engine.models.vision.classification.backbones import build_designed
from engine.specs.tuning import study as specs
from engine.specs.tuning.network_design import NetworkDesign
from engine.specs.tuning.screening import Screening
from engine.specs.tuning.search_space import SearchSpace, Value
from engine.tuning import screening
from engine.tuning.latency import measured_ms
from engine.tuning.propose import propose
from engine.tuning.proxies import activation_diversity, ranked, synaptic_flow
from tests.engine.images import stripes, write_folder
from tests.engine.runs import spec_document

VARIED = (
    "design.stem_width",
    "design.stem_stride",
    "design.first.block",
    "design.first.depth",
    "design.first.widening",
    "design.first.expansion",
    "design.second.depth",
)
_PLAIN = {"first": {"depth": 2}, "second": {"depth": 2}, "third": {"block": "none"}}


def network(**design: Any) -> nn.Module:
    torch.manual_seed(0)
    return build_designed(NetworkDesign.model_validate(design), 16, 3)


def images() -> torch.Tensor:
    found = [stripes(label, seed) for label in ("across", "down") for seed in range(6)]
    return torch.from_numpy(np.stack(found)).permute(0, 3, 1, 2).float() / 128 - 1


def test_both_proxies_prefer_a_network_to_a_crippled_one_and_say_the_same_twice() -> None:
    whole = network(stem_width=16, **_PLAIN)
    crippled = network(
        stem_width=8, stem_stride=4, first={"widening": 0.5}, third={"block": "none"}
    )
    before = {name: value.clone() for name, value in whole.state_dict().items()}
    assert synaptic_flow(whole, (1, 3, 16, 16)) > synaptic_flow(crippled, (1, 3, 16, 16))
    assert activation_diversity(whole, images()) > activation_diversity(crippled, images())
    assert ranked([crippled, whole], images()).argmax() == 1
    assert synaptic_flow(whole, (1, 3, 16, 16)) == synaptic_flow(whole, (1, 3, 16, 16))
    for name, value in whole.state_dict().items():
        torch.testing.assert_close(value, before[name], rtol=0, atol=0)


def test_synaptic_flow_of_one_layer_is_the_sum_of_its_weights() -> None:
    layer = nn.Sequential(nn.Flatten(), nn.Linear(4, 2, bias=False))
    expected = float(layer[1].weight.detach().abs().sum().log())
    assert synaptic_flow(layer, (1, 1, 2, 2)) == pytest.approx(expected, rel=1e-6)


def test_a_network_that_sees_all_images_alike_is_worth_nothing() -> None:
    blind = nn.Sequential(nn.Flatten(), nn.Linear(3 * 16 * 16, 8), nn.ReLU())
    nn.init.zeros_(blind[1].weight)
    assert activation_diversity(blind, images()) == -np.inf


def test_a_wider_network_takes_longer_to_answer() -> None:
    inputs = {"image": torch.zeros(1, 3, 32, 32)}
    deep = {"depth": 4, "kernel": 7}
    quick = measured_ms(network(stem_width=8, stem_stride=4), inputs, 1)
    slow = measured_ms(network(stem_width=48, first=deep, second=deep), inputs, 1)
    assert 0 < quick < slow


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = write_folder(tmp_path_factory.mktemp("stripes") / "data", 4)
    return spec_document(folder) | {"backbone": "designed_cnn"}


def request_of(training: dict[str, Any], numbers: range, **study: Any) -> specs.ProposalSpec:
    found = default_parameters(CLASSIFICATION, ["designed_cnn"])
    shapes = tuple(one for one in found if one.name in VARIED)
    return specs.ProposalSpec(
        study=specs.StudySpec.model_validate(
            {
                "space": SearchSpace(parameters=shapes),
                "direction": "maximize",
                "sampler": {"kind": "random"},
                **study,
            }
        ),
        numbers=tuple(numbers),
        screening=Screening.model_validate(
            {"training": training, "num_candidates": 6, "num_warm_up": 4}
        ),
    )


def num_weights(model: nn.Module, *_: object) -> float:
    return sum(weight.numel() for weight in model.parameters()) / 1000


def size_of(settings: dict[str, Value], training: dict[str, Any]) -> float:
    screen = screening.Screen(Screening.model_validate({"training": training}), None)
    model = screen._network(settings)
    assert model is not None
    return num_weights(model)


def test_the_first_trials_are_the_most_promising_of_several_and_later_ones_the_samplers_own(
    training: dict[str, Any],
) -> None:
    request = request_of(training, range(0, 6))
    plain = propose(request.model_copy(update={"screening": None})).settings
    screened = propose(specs.ProposalSpec.model_validate_json(request.model_dump_json())).settings
    assert screened == propose(request).settings
    assert screened[:4] != plain[:4]
    assert screened[4:] == plain[4:]


def test_no_trial_is_begun_whose_answer_takes_too_long(
    training: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A stopwatch would make the choice depend on what else the machine does.
    monkeypatch.setattr(screening, "measured_ms", num_weights)
    free = propose(request_of(training, range(0, 6))).settings
    held = propose(request_of(training, range(0, 6), latency_limit_ms=150)).settings
    assert max(size_of(one, training) for one in free) > 150
    assert all(size_of(one, training) <= 150 for one in held)


def test_where_every_candidate_is_too_slow_the_quickest_is_tried(
    training: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screening, "measured_ms", num_weights)
    free = propose(request_of(training, range(5, 6))).settings[0]
    held = propose(request_of(training, range(5, 6), latency_limit_ms=0.001)).settings[0]
    assert size_of(held, training) <= size_of(free, training)


def test_a_grid_is_tried_whole_and_the_users_own_settings_are_tried_first(
    training: dict[str, Any],
) -> None:
    grid = {"sampler": {"kind": "grid", "num_cuts": 2}}
    own = {"design.stem_width": 24}
    two = tuple(
        one
        for one in default_parameters(CLASSIFICATION, ["designed_cnn"])
        if one.name in ("design.stem_width", "design.stem_stride")
    )
    space = SearchSpace(parameters=two)
    request = request_of(training, range(1, 9), space=space, **grid)
    assert len(propose(request).settings) == 3
    first = request_of(training, range(0, 1), first=(own,))
    assert propose(first).settings == (own,)
