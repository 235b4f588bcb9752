"""Every task can be searched, within ranges that its own options allow."""

from __future__ import annotations

import pytest

from engine.catalog import TASKS
from engine.catalog.searchable import (
    BACKBONE,
    default_parameters,
    in_range,
    searchable_options,
    with_settings,
)
from engine.specs.parse import parse_options
from engine.specs.tuning.search_space import Choices, SearchSpace


@pytest.mark.parametrize("task", TASKS)
def test_every_task_has_a_searchable_space(task: str) -> None:
    space = SearchSpace(parameters=default_parameters(TASKS[task]))
    assert space.parameters[0].name == BACKBONE
    assert len(space.parameters) >= 2


@pytest.mark.parametrize("task", TASKS)
def test_every_default_lies_in_its_range(task: str) -> None:
    outside = {
        option.name: option.default
        for option in searchable_options(TASKS[task])
        if option.default != "auto" and not in_range(option.range, option.default)
    }
    assert not outside


@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_both_ends_of_every_range(task: str) -> None:
    for option in searchable_options(TASKS[task]):
        wide = option.range
        ends = wide.values if isinstance(wide, Choices) else (wide.low, wide.high)
        for value in ends:
            parse_options(task, with_settings({}, {option.name: value})[0])


def test_an_option_takes_part_with_the_networks_that_it_moves() -> None:
    card = TASKS["text.classification"]
    when = {one.name: one.when for one in default_parameters(card, ("nb_ngrams", "text_cnn"))}
    assert when["learning_rate"] is not None
    assert when["learning_rate"].values == ("text_cnn",)
    assert when["strength"] is not None
    assert when["strength"].values == ("nb_ngrams",)
    assert when["class_weights"] is None
    names = {one.name for one in default_parameters(card, ("text_cnn",))}
    assert "learning_rate" in names
    assert not names & {BACKBONE, "strength", "layer_decay"}


def test_a_network_that_nothing_moves_has_nothing_to_search() -> None:
    assert default_parameters(TASKS["tabular.prediction"], ("linear",)) == ()


def test_settings_are_laid_into_a_copy_of_the_options() -> None:
    options = {"augmentation": {"scale": 0.1}, "epochs": 3}
    found, backbone = with_settings(options, {"augmentation.mixup": 0.2, BACKBONE: "resnet18"})
    assert found == {"augmentation": {"scale": 0.1, "mixup": 0.2}, "epochs": 3}
    assert backbone == "resnet18"
    assert options == {"augmentation": {"scale": 0.1}, "epochs": 3}
