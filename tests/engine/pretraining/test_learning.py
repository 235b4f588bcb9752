"""Pretraining: it learns, it goes on where it was stopped, and it writes what can be loaded."""

from __future__ import annotations

import hashlib
import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from engine.cli import main
from engine.errors import SpecError
from engine.models.vision.classification.residual import convolution
from engine.pretraining import learning, recipes
from engine.pretraining.images.pretext import ImageRecipe
from engine.specs.weights import WeightsCard
from engine.weights.built_in import load_built_in


def tiny_network() -> nn.Module:
    """Return a network of two layers."""
    return nn.Sequential(convolution(3, 8, stride=2), convolution(8, 16, stride=2))


class TinyRecipe(ImageRecipe):
    """Ten things, few pixels."""

    key = "tiny"
    num_things = 10
    num_shapes = 5
    batch_size = 32
    sides = {16: 0.5, 24: 0.5}
    network = tiny_network
    widths = (16,)


@pytest.fixture(autouse=True)
def _one_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(recipes.RECIPES, "tiny", TinyRecipe)


def pretrain(work: Path, *more: str) -> int:
    """Run the command for twelve steps."""
    return main(["pretrain", "tiny", "--work", str(work), "--steps", "12", "--threads", "1", *more])


def test_the_command_writes_weights_that_a_network_loads_and_a_card_that_says_how(
    tmp_path: Path,
) -> None:
    assert pretrain(tmp_path) == 0

    file = tmp_path / "tiny.safetensors"
    card = card_of(tmp_path)
    assert card.sha256 == hashlib.sha256(file.read_bytes()).hexdigest()
    assert (card.key, card.steps, card.seed) == ("tiny", 12, 0)
    assert card.samples > 12 * 14
    assert card.sources_sha256 == learning.sources_digest(TinyRecipe(0))
    network = tiny_network()
    load_built_in(network, file)
    stored = load_file(file)
    assert not any(name.startswith("things") for name in stored)
    for name, value in network.state_dict().items():
        assert torch.equal(value.half(), stored[name].half())


def test_a_stopped_pretraining_goes_on_and_ends_where_an_unbroken_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert pretrain(tmp_path / "whole") == 0

    stopping = _stopping_at(5)
    monkeypatch.setattr(TinyRecipe, "loss", stopping(TinyRecipe.loss))
    assert pretrain(tmp_path / "parts") == 0
    assert not (tmp_path / "parts" / "tiny.safetensors").exists()
    assert pretrain(tmp_path / "parts") == 0

    whole, parts = (load_file(tmp_path / name / "tiny.safetensors") for name in ("whole", "parts"))
    assert all(torch.equal(whole[name], parts[name]) for name in whole)
    assert card_of(tmp_path / "whole").shown == card_of(tmp_path / "parts").shown


def test_a_finished_pretraining_says_the_same_again(tmp_path: Path) -> None:
    assert pretrain(tmp_path) == 0
    card = card_of(tmp_path)
    assert card.shown
    assert pretrain(tmp_path) == 0
    assert card_of(tmp_path) == card


def card_of(work: Path) -> WeightsCard:
    """Return the card that a pretraining wrote."""
    return WeightsCard.model_validate_json((work / "tiny.json").read_text())


def _stopping_at(step: int) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return what makes a function end its process politely once, after so many calls."""

    def wrap(function: Callable[..., object]) -> Callable[..., object]:
        calls = 0

        def wrapped(*arguments: object) -> object:
            nonlocal calls
            calls += 1
            if calls == step:
                signal.raise_signal(signal.SIGTERM)
            return function(*arguments)

        return wrapped

    return wrap


def test_a_folder_of_another_pretraining_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pretrain(tmp_path) == 0
    assert pretrain(tmp_path, "--seed", "1") == SpecError.exit_status
    assert "another pretraining" in (tmp_path / "events.jsonl").read_text()


def test_hours_become_steps_of_this_machine_and_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "_TIMED_STEPS", 4)
    command = ["pretrain", "tiny", "--work", str(tmp_path), "--hours", "0.0002", "--threads", "1"]
    assert main(command) == 0
    plan = json.loads((tmp_path / "pretraining.json").read_text())
    assert plan["steps"] >= 1
    assert main(command) == 0
    assert json.loads((tmp_path / "pretraining.json").read_text()) == plan


def test_an_unknown_recipe_is_named_with_those_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["pretrain", "bert", "--work", str(tmp_path), "--steps", "1"])
    assert status == SpecError.exit_status
    assert "photo_cnn" in (tmp_path / "events.jsonl").read_text()


@pytest.mark.parametrize(
    ("flag", "length"),
    [("--steps", "0"), ("--steps", "-3"), ("--hours", "0"), ("--hours", "nan"), ("--hours", "inf")],
)
def test_a_length_that_is_none_is_refused(tmp_path: Path, flag: str, length: str) -> None:
    command = ["pretrain", "tiny", "--work", str(tmp_path), flag, length]
    assert main(command) == SpecError.exit_status
    assert "length_invalid" in (tmp_path / "events.jsonl").read_text()


@pytest.mark.parametrize("key", sorted(recipes.RECIPES))
def test_every_recipe_teaches_all_of_its_network(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = recipes.recipe_of(key, 0)
    # Those that draw texts have none.
    monkeypatch.setattr(type(recipe), "num_shapes", 5, raising=False)
    monkeypatch.setattr(type(recipe), "batch_size", 8)
    model = recipe.new_model()
    loss, _ = recipe.loss(model, recipe.batch(0, 0.5))
    torch.autograd.backward(loss)
    for name, parameter in model.named_parameters():
        assert parameter.grad is not None, name


def test_an_error_of_the_thread_that_makes_batches_is_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: object, step: int, progress: float) -> object:
        raise ValueError("no image")

    monkeypatch.setattr(TinyRecipe, "batch", broken)
    assert pretrain(tmp_path) == 70
    assert "no image" in (tmp_path / "events.jsonl").read_text()


def test_things_textures_places_and_colours_are_learnt_within_seconds() -> None:
    """Every part falls below what it was at first."""
    recipe = TinyRecipe(0)
    torch.manual_seed(0)
    model = recipe.new_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    seen = []
    for step in range(120):
        loss, shown = recipe.loss(model, recipe.batch(step, 0.0))
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
        seen.append({name: float(value.detach()) for name, value in shown.items()})
    first, last = (
        {name: sum(one[name] for one in part) / len(part) for name in part[0]}
        for part in (seen[:10], seen[-20:])
    )
    for name in ("thing", "texture", "place", "color"):
        assert last[name] < first[name] - 0.02, name
